import CHeadwaySystem
import Glibc

/// A watch on names that appear in a directory (inotify(7)). Poll the descriptor for input.
package final class NameWatch {
  package let descriptor: CInt

  /// Watches `path`, or its nearest existing parent: the missing directories may appear there. Nil
  /// if none can be watched.
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
