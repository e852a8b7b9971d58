import Glibc

/// The disk space that files use and that is left (stat(2), statvfs(3)).
package enum DiskUse {
  /// Returns the number of regular files in `directory`, without its subdirectories, and the bytes
  /// they occupy on the disk.
  package static func files(in directory: String) -> (count: Int, bytes: UInt64) {
    directoryEntries(directory).reduce(into: (0, 0)) { sum, name in
      var status = stat()
      guard lstat("\(directory)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return
      }
      sum.count += 1
      sum.bytes &+= UInt64(max(0, status.st_blocks)) &* 512
    }
  }

  /// Returns the bytes that this user can still write below `path`, or below its nearest existing
  /// parent. Nil if the file system doesn't say.
  package static func freeBytes(at path: String) -> UInt64? {
    var status = statvfs()
    var path = Substring(path)
    while statvfs(String(path), &status) != 0 {
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
      path = path[..<slash]
    }
    let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(
      by: UInt64(status.f_frsize))
    return overflow ? nil : bytes
  }
}
