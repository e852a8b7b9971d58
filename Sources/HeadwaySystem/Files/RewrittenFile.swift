internal import CHeadwaySystem
internal import Glibc

/// A small file that another program writes anew again and again, and that this process reads once it
/// has changed.
///
/// Nothing tells of a change: a look costs one stat(2). Use a value on one thread at a time.
///
/// ```swift
/// guard var file = RewrittenFile.inMemory() else { return }
/// // The other program is given file.path, and writes there.
/// if let text = file.news(atMost: 64) { … }
/// ```
package struct RewrittenFile: ~Copyable {
  /// The path under which the other program finds the file.
  package let path: String

  /// The file, if it is in memory. A file of somebody else is opened for each look.
  private let memory: OwnedDescriptor?
  /// The size and the time of the last write that were seen; nil before the first write.
  private var stamp: Stamp?

  private struct Stamp: Hashable {
    let size: Int
    let seconds: Int
    let nanoseconds: Int
    let inode: UInt
  }

  private init(path: String, memory: OwnedDescriptor?) {
    (self.path, self.memory) = (path, memory)
  }

  /// Makes an empty file in memory, which is gone with this value. Nil if no file can be made.
  ///
  /// The path leads through /proc, so only the user's own processes that see this process can open
  /// the file.
  package static func inMemory() -> RewrittenFile? {
    guard let file = try? OwnedDescriptor(opening: "memfd_create", headway_memory_file()) else {
      return nil
    }
    return RewrittenFile(path: "/proc/\(getpid())/fd/\(file.raw)", memory: file)
  }

  /// Watches a file of somebody else, which need not exist yet. Only a regular file is read, and no
  /// symbolic link is followed.
  package static func at(_ path: String) -> RewrittenFile {
    RewrittenFile(path: path, memory: nil)
  }

  /// Returns the last bytes of the file, at most `limit`, if the file has changed since the last look.
  /// Nil if the file is as it was, is empty, or can't be read.
  package mutating func news(atMost limit: Int) -> [UInt8]? {
    if let memory { return news(of: memory.raw, atMost: limit) }
    guard let raw = try? RegularFile.open(path, O_RDONLY) else { return nil }
    defer { close(raw) }
    return news(of: raw, atMost: limit)
  }

  private mutating func news(of raw: CInt, atMost limit: Int) -> [UInt8]? {
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
}
