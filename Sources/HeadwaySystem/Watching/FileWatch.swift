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

/// A watch on all files in a directory: which ones appear and are written (inotify(7)). One watch
/// serves thousands of files. Poll the descriptor for input and call ``changes()``.
package final class DirectoryWatch {
  package let descriptor: CInt

  /// Watches the directory `path`. Nil if that isn't possible.
  package init?(of path: String) {
    let made = headway_inotify_make()
    guard made >= 0 else { return nil }
    guard headway_inotify_watch_writes(made, path) >= 0 else {
      close(made)
      return nil
    }
    descriptor = made
  }

  deinit { close(descriptor) }

  /// Returns the names of the files that have changed since the last call. If `isIncomplete` is
  /// true, the kernel has dropped events, and any file may have changed.
  package func changes() -> (names: Set<String>, isIncomplete: Bool) {
    var names: Set<String> = []
    var isIncomplete: CInt = 0
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(HEADWAY_INOTIFY_BYTES)) { buffer in
      guard let start = buffer.baseAddress else { return }
      while true {
        let count = Int(headway_inotify_names(descriptor, start, &isIncomplete))
        guard count >= 0 else { return }
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        for name in bytes.split(separator: 0) {
          names.insert(String(decoding: name, as: UTF8.self))
        }
      }
    }
    return (names, isIncomplete != 0)
  }
}
