import CHeadwaySystem
import Glibc

/// Tells when names appear in a directory (inotify(7)): poll its descriptor for input.
package final class NameWatch {
  package let descriptor: CInt

  /// Watches `path`, or the nearest directory above it that exists: what is missing may appear.
  package init?(nearest path: String) {
    let made = headway_inotify_make()
    guard made >= 0 else { return nil }
    var candidate = path
    while headway_inotify_watch_names(made, candidate) < 0 {
      guard let slash = candidate.lastIndex(of: "/"), slash != candidate.startIndex else {
        close(made)
        return nil
      }
      candidate = String(candidate[..<slash])
    }
    descriptor = made
  }

  deinit { close(descriptor) }
}
