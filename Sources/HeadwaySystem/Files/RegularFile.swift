internal import CHeadwaySystem
import Glibc
import SystemPackage

/// A regular file as it is on the disk (lstat(2)).
package struct RegularFile: Hashable, Sendable {
  package let byteCount: Int
  /// When it was last written, since 1970.
  package let writtenAt: Duration
  /// The permission bits.
  package let mode: UInt32
  /// The user ID of its owner.
  package let owner: UInt32

  /// Nil for what isn't there, and for anything else.
  package init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    byteCount = max(0, Int(status.st_size))
    writtenAt = .seconds(status.st_mtim.tv_sec)
    mode = status.st_mode & 0o7777
    owner = status.st_uid
  }

  /// Opens a regular file and returns its descriptor, which the caller closes.
  ///
  /// The call never waits: open(2) of a FIFO blocks until somebody opens the other end, and whoever
  /// may write to a folder may put one there. Anything but a regular file is an error, a symbolic
  /// link included. `flags` are those of open(2); O_NONBLOCK, O_NOFOLLOW, O_NOCTTY and O_CLOEXEC are
  /// added.
  package static func open(
    _ path: String, _ flags: CInt, mode: UInt32 = 0o600
  ) throws(SystemError) -> CInt {
    let raw = Glibc.open(path, flags | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC, mode)
    guard raw >= 0 else {
      let error = Errno.last
      // open(2) of a FIFO that nobody reads, of a socket, and of a directory for writing.
      if [.noSuchAddressOrDevice, .isDirectory].contains(error) { throw notRegular(path) }
      throw SystemError("open \(path)", error)
    }
    var status = stat()
    guard fstat(raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(raw)
      throw notRegular(path)
    }
    return raw
  }

  /// Whether `path` leads to something that is no regular file, over links too (stat(2)).
  package static func isOther(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func notRegular(_ path: String) -> SystemError {
    SystemError("open \(path), which is no regular file (remove it)", .invalidArgument)
  }
}
