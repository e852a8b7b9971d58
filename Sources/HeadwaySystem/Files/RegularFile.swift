internal import CHeadwaySystem
import Glibc
internal import HeadwayModel
import SystemPackage

/// The properties of a regular file (lstat(2)).
package struct RegularFile: Hashable, Sendable {
  /// The size in bytes.
  package let byteCount: Int
  /// The time of the last write since 1970-01-01T00:00:00Z, in whole seconds.
  package let writtenAt: Duration
  /// The permission bits.
  package let mode: UInt32
  /// The owner's user id.
  package let owner: UInt32

  /// Reads the properties of the file at `path`. Nil if there is none, or it isn't a regular file.
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
  /// The call never blocks. open(2) of a FIFO would wait until somebody opens the other end, and
  /// anybody who may write to a directory can put a FIFO there. Anything but a regular file is an
  /// error, a symbolic link included. `flags` are those of open(2); O_NONBLOCK, O_NOFOLLOW,
  /// O_NOCTTY and O_CLOEXEC are added.
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

  /// Whether `path` leads to something other than a regular file, through links too (stat(2)).
  package static func isOther(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func notRegular(_ path: String) -> SystemError {
    SystemError(
      String(wire: "open \(path), which isn't a regular file (remove it)"), .invalidArgument)
  }
}
