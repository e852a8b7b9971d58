/// The hub that has a record, as the hub writes it into the record's lock file.
///
/// The file has three lines: the hub's socket, the host name and the boot (``Boot``). Hubs of earlier
/// versions wrote the socket alone.
package struct RecordHolder: Hashable, Sendable {
  package let socket: String
  /// The host name of the hub's machine. Nil for a hub of an earlier version.
  package let host: String?
  /// The boot in which the hub runs. Nil for a hub of an earlier version.
  package let bootID: String?

  package init(socket: String, host: String?, bootID: String?) {
    (self.socket, self.host, self.bootID) = (socket, host, bootID)
  }

  /// Reads the text of a lock file. Nil if it names no socket: no hub has had the record yet, or the
  /// last one left properly.
  package init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let socket = lines.first, socket.hasPrefix("/") else { return nil }
    func line(_ index: Int) -> String? {
      index < lines.count && !lines[index].isEmpty ? lines[index] : nil
    }
    self.init(socket: socket, host: line(1), bootID: line(2))
  }

  /// The text for the lock file.
  package var text: String {
    guard let host, let bootID else { return socket }
    return "\(socket)\n\(host)\n\(bootID)\n"
  }

  /// Reads the lock file at `path`. Nil if there is none, or if it can't be read.
  package static func read(_ path: String) -> RecordHolder? {
    guard let bytes = try? DurableFile.read(path, byteLimit: 4096) else { return nil }
    return RecordHolder(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether the hub runs, or ran, on a machine with another host name.
  package func isElsewhere(than host: String) -> Bool { self.host.map { $0 != host } ?? false }
}
