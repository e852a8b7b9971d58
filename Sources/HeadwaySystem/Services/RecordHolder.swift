/// The hub that has a record, as the hub writes it into the record's lock file.
///
/// The file has four lines: the hub's socket, the host name, the boot (``Boot``) and the namespace of
/// processes (pid_namespaces(7)). Hubs of earlier versions wrote the socket alone.
package struct RecordHolder: Hashable, Sendable {
  package let socket: String
  /// The place where the hub runs. Nil for a hub of an earlier version.
  package let place: Place?

  /// A set of processes that see each other.
  package struct Place: Hashable, Sendable {
    package let host: String
    package let bootID: String
    package let namespace: String

    package init(host: String, bootID: String, namespace: String) {
      (self.host, self.bootID, self.namespace) = (host, bootID, namespace)
    }

    /// The place of this process.
    package static var own: Place {
      Place(host: MachineName.hostName, bootID: Boot.id, namespace: ownNamespace)
    }

    private static var ownNamespace: String { linkTarget("/proc/self/ns/pid") ?? "" }

    /// Whether this is another machine than the one of this process.
    package var isElsewhere: Bool {
      // The usual case, in which the boot makes no difference and needn't be read.
      if host == MachineName.hostName, namespace == Self.ownNamespace { return false }
      return isElsewhere(than: .own)
    }

    /// Whether this is another machine than `other`.
    ///
    /// Within one boot of a kernel, the namespaces tell: a container may have another host name than
    /// its machine, and a machine may be renamed. Otherwise the host names tell.
    package func isElsewhere(than other: Place) -> Bool {
      bootID == other.bootID ? namespace != other.namespace : host != other.host
    }
  }

  package init(socket: String, place: Place?) { (self.socket, self.place) = (socket, place) }

  /// Reads the text of a lock file. Nil if it names no socket: no hub has had the record yet, or the
  /// last one left properly.
  package init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let socket = lines.first, socket.hasPrefix("/") else { return nil }
    let isWhole = lines.count >= 4 && lines[1...3].allSatisfy { !$0.isEmpty }
    self.init(
      socket: socket,
      place: isWhole ? Place(host: lines[1], bootID: lines[2], namespace: lines[3]) : nil)
  }

  /// The text for the lock file.
  package var text: String {
    guard let place else { return socket }
    return "\(socket)\n\(place.host)\n\(place.bootID)\n\(place.namespace)\n"
  }

  /// Reads the lock file at `path`. Nil if there is none, or if it can't be read.
  package static func read(_ path: String) -> RecordHolder? {
    guard let bytes = try? DurableFile.read(path, byteLimit: 4096) else { return nil }
    return RecordHolder(String(decoding: bytes, as: UTF8.self))
  }
}
