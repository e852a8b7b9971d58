import Glibc
import SystemPackage

/// Files that are whole or not there, also after a crash.
package enum DurableFile {
  /// Writes `bytes` under a temporary name, makes them durable unless that doesn't matter, and renames
  /// (rename(2)).
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, isDurable: Bool = true
  ) throws(SystemError) {
    let temporary = path + ".new"
    let raw = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard raw >= 0 else { throw SystemError("open \(temporary)") }
    defer { close(raw) }
    try writeAll(bytes, to: raw, temporary)
    guard !isDurable || fsync(raw) == 0 else { throw SystemError("fsync \(temporary)") }
    guard rename(temporary, path) == 0 else { throw SystemError("rename to \(path)") }
  }

  /// The whole file; nil when there is none. `.fileTooLarge` over `byteLimit`.
  package static func read(_ path: String, byteLimit: Int) throws(SystemError) -> [UInt8]? {
    let raw = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard raw >= 0 else {
      if Errno.last == .noSuchFileOrDirectory { return nil }
      throw SystemError("open \(path)")
    }
    defer { close(raw) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(raw, &chunk, chunk.count)
      if count == 0 { return bytes }
      guard count > 0 else { throw SystemError("read \(path)") }
      bytes += chunk[..<count]
      guard bytes.count <= byteLimit else { throw SystemError("read \(path)", .fileTooLarge) }
    }
  }

  private static func writeAll(
    _ bytes: [UInt8], to raw: CInt, _ path: String
  ) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(raw, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SystemError("write \(path)") }
      rest = rest.dropFirst(count)
    }
  }
}
