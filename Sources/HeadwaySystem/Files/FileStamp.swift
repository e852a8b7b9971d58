internal import Glibc

/// The version of a file: which file it is, its size and the time of its last write (stat(2)).
///
/// A file that was replaced by rename(2) has another stamp, even if it was written at the same time.
package struct FileStamp: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the stamp of the regular file at `path`; nil if there is none.
  package init?(of path: String) {
    // A file system of the network asks its server for the attributes when a file is opened.
    let raw = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC)
    guard raw >= 0 else { return nil }
    defer { close(raw) }
    var status = stat()
    guard fstat(raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
