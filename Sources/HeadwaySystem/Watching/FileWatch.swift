import CHeadwaySystem
import Glibc

/// A watch on a file's writes, and on names in its directory that appear or vanish (inotify(7)).
///
/// Poll the descriptor for input and call ``drain()``. `headway logs --follow` waits this way.
package final class FileWatch {
  package let descriptor: CInt
  private let path: String

  /// Begins to watch. Nil if the directory of `path` can't be watched.
  package init?(of path: String) {
    let made = headway_inotify_make()
    guard made >= 0 else { return nil }
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    guard headway_inotify_watch_names(made, directory) >= 0 else {
      close(made)
      return nil
    }
    descriptor = made
    self.path = path
    drain()
  }

  deinit { close(descriptor) }

  /// Discards the pending events, and watches the file that `path` leads to now.
  package func drain() {
    _ = headway_inotify_drain(descriptor)
    _ = headway_inotify_watch_file(descriptor, path)
  }
}

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
