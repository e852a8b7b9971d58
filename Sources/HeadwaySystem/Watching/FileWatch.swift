import CHeadwaySystem
import Glibc

/// A descriptor that is readable when something may have changed: the changes that the kernel
/// reports (inotify(7)), or ticks.
///
/// The kernel limits how many watches all programs of a user may have, 128 instances in most
/// systems. Without one, a watch ticks twice a second, and its user looks. So does a watch on a file
/// system of the network: the kernel doesn't report what other machines write.
private enum ChangeSource {
  /// The pause between two ticks, in milliseconds.
  static let pause: CInt = 500

  /// Makes a watch with `add`, which adds what is watched and returns -1 with errno on failure.
  /// Returns nil if what is to be watched isn't there, or may not be read.
  static func make(
    in directory: String, _ add: (CInt) -> CInt
  ) -> (descriptor: CInt, ticks: Bool)? {
    if FileSystemKind.networkName(of: directory) != nil { return ticks().map { ($0, true) } }
    let made = headway_inotify_make()
    guard made >= 0 else { return ticks().map { ($0, true) } }
    guard add(made) < 0 else { return (made, false) }
    let isFull = errno == ENOSPC
    close(made)
    return isFull ? ticks().map { ($0, true) } : nil
  }

  /// A descriptor that ticks. Nil if this process can't open another one.
  static func ticks() -> CInt? {
    let made = headway_ticks_make(pause)
    return made >= 0 ? made : nil
  }
}

/// A watch on a file's writes, and on names in its directory that appear or vanish.
///
/// Poll the descriptor for input and call ``drain()``. `headway logs --follow` waits this way.
/// The descriptor is readable twice a second where the kernel has no watch left (inotify(7)).
package final class FileWatch {
  /// The descriptor to poll. A call of ``drain()`` may replace it.
  package private(set) var descriptor: CInt
  private let path: String

  /// Begins to watch. Nil if the directory of `path` can't be watched.
  package init?(of path: String) {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    guard
      let made = ChangeSource.make(in: directory, { headway_inotify_watch_names($0, directory) })
    else {
      return nil
    }
    descriptor = made.descriptor
    self.path = path
    drain()
  }

  deinit { close(descriptor) }

  /// Discards the pending events, and watches the file that `path` leads to now.
  package func drain() {
    _ = headway_inotify_drain(descriptor)
    guard headway_inotify_watch_file(descriptor, path) < 0, errno == ENOSPC,
      let ticks = ChangeSource.ticks()
    else { return }
    close(descriptor)
    descriptor = ticks
  }
}

/// A watch on names that appear in a directory. Poll the descriptor for input. Where the kernel has
/// no watch left (inotify(7)), the descriptor is readable after half a second.
package final class NameWatch {
  package let descriptor: CInt

  /// Watches `path`, or its nearest existing parent: the missing directories may appear there. Nil
  /// if none can be watched.
  package init?(nearest path: String) {
    var candidate = path
    while true {
      if let made = ChangeSource.make(in: candidate, { headway_inotify_watch_names($0, candidate) })
      {
        descriptor = made.descriptor
        return
      }
      guard let slash = candidate.lastIndex(of: "/"), slash != candidate.startIndex else {
        return nil
      }
      candidate = String(candidate[..<slash])
    }
  }

  deinit { close(descriptor) }
}

/// A watch on all files in a directory: which ones appear and are written. One watch serves
/// thousands of files. Poll the descriptor for input and call ``changes()``. Where the kernel has no
/// watch left (inotify(7)), the descriptor is readable twice a second.
package final class DirectoryWatch {
  package let descriptor: CInt
  /// Whether the descriptor is readable though nothing may have changed.
  private let ticks: Bool

  /// Watches the directory `path`. Nil if that isn't possible.
  package init?(of path: String) {
    guard let made = ChangeSource.make(in: path, { headway_inotify_watch_writes($0, path) }) else {
      return nil
    }
    (descriptor, ticks) = made
  }

  deinit { close(descriptor) }

  /// Returns the names of the files that have changed since the last call. If `isIncomplete` is
  /// true, any file may have changed: the kernel has dropped events, or has no watch left.
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
    return (names, ticks || isIncomplete != 0)
  }
}
