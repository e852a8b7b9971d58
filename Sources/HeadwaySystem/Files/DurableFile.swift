import Glibc
import SystemPackage

/// Small files that are complete or absent, even after a crash.
///
/// ```swift
/// try DurableFile.write(bytes, to: path)
/// let bytes = try DurableFile.read(path, byteLimit: 4096)
/// ```
package enum DurableFile {
  /// Writes `bytes` to `path + ".new"` and renames that to `path` (rename(2)).
  ///
  /// With `isDurable` the bytes are on the disk before the rename (fsync(2)).
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, isDurable: Bool = true
  ) throws(SystemError) {
    let temporary = path + ".new"
    // A leftover of a crash, or a link that somebody else made, must not be written to.
    unlink(temporary)
    let raw = try RegularFile.open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    defer { close(raw) }
    // A file for others is for them whatever the umask of this process is.
    if mode != 0o600 { fchmod(raw, mode) }
    try writeAll(bytes, to: raw, temporary)
    guard !isDurable || fsync(raw) == 0 else { throw SystemError("fsync \(temporary)") }
    guard rename(temporary, path) == 0 else { throw SystemError("rename to \(path)") }
  }

  /// Replaces the content of the file at `path`, which stays the same file. It isn't made durable.
  package static func overwrite(_ path: String, with text: String) throws(SystemError) {
    let raw = try RegularFile.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(raw) }
    try writeAll(Array(text.utf8), to: raw, path)
  }

  /// Reads a whole file; nil if there is none.
  ///
  /// Throws `.fileTooLarge` above `byteLimit` bytes. Throws for anything but a regular file,
  /// without blocking on a FIFO.
  package static func read(_ path: String, byteLimit: Int) throws(SystemError) -> [UInt8]? {
    let raw: CInt
    do {
      raw = try RegularFile.open(path, O_RDONLY)
    } catch {
      if error.errno == .noSuchFileOrDirectory { return nil }
      throw error
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

  /// Appends `text` to `path` with one write(2), and creates the file if necessary. A file larger
  /// than `byteLimit` bytes is emptied first.
  package static func append(_ text: String, to path: String, byteLimit: Int) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
    let raw = open(path, flags, 0o600)
    guard raw >= 0 else { throw SystemError("open \(path)") }
    defer { close(raw) }
    if lseek(raw, 0, SEEK_END) > byteLimit, ftruncate(raw, 0) != 0 {
      throw SystemError("truncate \(path)")
    }
    try writeAll(Array(text.utf8), to: raw, path)
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
