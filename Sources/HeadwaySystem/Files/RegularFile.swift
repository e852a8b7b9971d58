internal import CHeadwaySystem
import Glibc

/// A regular file as it is on the disk (lstat(2)).
package struct RegularFile: Hashable, Sendable {
  package let byteCount: Int
  /// When it was last written, since 1970.
  package let writtenAt: Duration
  /// The permission bits.
  package let mode: UInt32

  /// Nil for what isn't there, and for anything else.
  package init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    byteCount = max(0, Int(status.st_size))
    writtenAt = .seconds(status.st_mtim.tv_sec)
    mode = status.st_mode & 0o7777
  }
}
