internal import Glibc

/// A small file that another program writes anew again and again, and that this process reads once it
/// has changed.
///
/// The file need not exist yet, and may be replaced by another one of its name. Only a regular file is
/// read, and no symbolic link is followed. Nothing tells of a change: a look costs an open(2). Use a
/// value on one thread at a time.
///
/// ```swift
/// var file = RewrittenFile(at: path)
/// if let text = file.news(atMost: 64) { … }
/// ```
package struct RewrittenFile {
  /// The path under which the other program finds the file.
  package let path: String

  /// The file as it was at the last look; nil before the first write.
  private var stamp: Stamp?

  private struct Stamp: Hashable {
    let size: Int
    let seconds: Int
    let nanoseconds: Int
    let inode: UInt
  }

  package init(at path: String) { self.path = path }

  /// Returns the last bytes of the file, at most `limit`, if the file has changed since the last look.
  ///
  /// The result is nil if the file is as it was, is empty, or can't be read.
  package mutating func news(atMost limit: Int) -> [UInt8]? {
    guard let raw = try? RegularFile.open(path, O_RDONLY) else { return nil }
    defer { close(raw) }
    var status = stat()
    guard fstat(raw, &status) == 0, status.st_size > 0 else { return nil }
    let seen = Stamp(
      size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec, inode: UInt(status.st_ino))
    guard seen != stamp else { return nil }
    stamp = seen
    let start = max(0, seen.size - limit)
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = max(0, pread(raw, buffer.baseAddress, limit, off_t(start)))
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Removes the file, if there is one.
  package func remove() { unlink(path) }
}
