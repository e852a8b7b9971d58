import Glibc
internal import HeadwayModel
import SystemPackage

/// The identity of a file: its device and inode.
///
/// Two paths with equal identities lead to the same file.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt

  /// Reads the identity of the file at `path`, without following a link. Nil if there is none.
  package init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  /// Reads the identity of an open file. Nil if `descriptor` isn't open.
  package init?(of descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  /// Whether `path` leads to a directory, through links too (stat(2)).
  package static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Removes the socket at `path`. No effect if nothing is there; throws `.fileExists` if something
  /// else is.
  package static func removeSocket(at path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw SystemError(String(wire: "replace \(path), which isn't a socket"), .fileExists)
    }
    guard unlink(path) == 0 || Errno.last == .noSuchFileOrDirectory else {
      throw SystemError("remove \(path)")
    }
  }
}
