import Glibc
import SystemPackage

/// Which file a path leads to: device and inode, without following a last link.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt

  /// Nil when there is none.
  package init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  /// Nil for what is no descriptor.
  package init?(of descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  /// Whether `path` leads to a directory, over links too (stat(2)).
  package static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Removes the socket at `path`; nothing there is fine, anything else there is not touched.
  package static func removeSocket(at path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw SystemError("replace \(path), which is no socket", .fileExists)
    }
    guard unlink(path) == 0 || Errno.last == .noSuchFileOrDirectory else {
      throw SystemError("remove \(path)")
    }
  }
}
