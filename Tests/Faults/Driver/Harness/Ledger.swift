import Glibc
import HeadwayModel
import HeadwaySystem
import TestClocks

/// What was promised to a worker, kept where Headway has no hand in it: a file of lines, appended
/// to by one process.
final class Ledger {
  private let file: OwnedDescriptor

  init(_ path: String) {
    file = OwnedDescriptor(open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600))
  }

  /// One line; the time, on ``SystemClocks/awake``, comes first.
  func note(_ words: String...) {
    let time = SystemClocks.awake.sinceOrigin / .microseconds(1)
    var line = "\(Int64(time)) \(words.joined(separator: " "))\n"
    line.withUTF8 { _ = Transfer.write(file.raw, UnsafeRawBufferPointer($0)) }
  }

  /// One line of a ledger.
  struct Entry {
    let time: AwakeTime
    let words: [Substring]

    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard let first = words.first, let time = Int64(first), words.count > 1 else { return nil }
      self.time = .microseconds(time)
      self.words = Array(words.dropFirst())
    }
  }

  static func entries(_ path: String) -> [Entry] {
    let bytes = (try? DurableFile.read(path, byteLimit: 1 << 28)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap(Entry.init)
  }

  /// Of every ledger in this folder whose name starts so.
  static func all(_ prefix: String) -> [Entry] {
    directoryEntries(".").filter { $0.hasPrefix(prefix) }.sorted().flatMap(entries)
  }
}

extension Ledger {
  /// Of a plain file; none where there is none.
  static func lines(_ path: String) -> [Substring] {
    let bytes = (try? DurableFile.read(path, byteLimit: 1 << 28)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
