import CHeadwaySystem
import Glibc
import SystemPackage

/// A test of whether files can be written.
extension PrivateDirectory {
  /// Throws if no file could be written in `path`, or `path` couldn't be made.
  ///
  /// The check writes a nameless file: access(2) knows neither of full disks nor of a superuser's
  /// limits. Nothing is left behind. The error names the directory that couldn't be made.
  package static func checkUsable(_ path: String) throws(DirectoryError) {
    try check(path)
    var (place, failing) = (FilePath(path), path)
    while find(place.string) == .missing, place.removeLastComponent() {
      if find(place.string) == .missing { failing = place.string }
    }
    if let error = errorOfWriting(in: place.string) {
      throw DirectoryError(path: failing, problem: .failed(error))
    }
  }

  /// Writes a page to a nameless file in `path`. Returns the error, or nil.
  private static func errorOfWriting(in path: String) -> Errno? {
    do {
      let file = try OwnedDescriptor(opening: "try \(path)", headway_open_nameless(path))
      let page = [UInt8](repeating: 0, count: 4096)
      try SystemError.check("write", CInt(clamping: write(file.raw, page, page.count)))
      return nil
    } catch {
      return error.errno
    }
  }
}
