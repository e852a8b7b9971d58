import CHeadwaySystem
import Glibc

/// Tells when a file is written to, and when names in its directory come and go (inotify(7)): poll its
/// descriptor for input, and drain it.
package final class FileWatch {
  package let descriptor: CInt
  private let path: String

  /// Nil where the directory of `path` can't be watched.
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

  /// Takes what was told so far as told; watches the file that is there by now.
  package func drain() {
    _ = headway_inotify_drain(descriptor)
    _ = headway_inotify_watch_file(descriptor, path)
  }
}
