import CHeadwaySystem
import Glibc
import SystemPackage

extension PrivateDirectory {
  /// Fails where nothing could be kept in `path`, or it couldn't be made: tries it, as access(2) knows
  /// neither of full disks nor of a superuser's limits, and leaves nothing behind. Names what making it
  /// would have failed at.
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
