import Glibc
package import SystemPackage

/// An exclusive lock on a file (flock(2)).
///
/// The lock belongs to the open file description. It is held until the last copy of the descriptor
/// is closed, so that a child can inherit it.
package struct FileLock: ~Copyable {
  package let descriptor: FileDescriptor

  /// The number of the locked descriptor, which stays open as long as the lock.
  package var raw: CInt { descriptor.rawValue }

  /// Locks the file at `path`, which is created with mode 0600. Nil if another process holds the
  /// lock; the call doesn't wait.
  package static func acquire(_ path: String) throws(SystemError) -> FileLock? {
    var triesLeft = 3
    while true {
      let raw = try RegularFile.open(path, O_RDWR | O_CREAT)
      guard flock(raw, LOCK_EX | LOCK_NB) == 0 else {
        let error = Errno.last
        close(raw)
        if error == .wouldBlock { return nil }
        throw SystemError("lock \(path)", error)
      }
      triesLeft -= 1
      // Somebody may have replaced the file in the meantime. Then this lock keeps nobody away. Some
      // file systems give a file another number each time it is looked up: they are believed.
      if isStill(raw, at: path) || triesLeft == 0 {
        return FileLock(descriptor: FileDescriptor(rawValue: raw))
      }
      close(raw)
    }
  }

  private static func isStill(_ descriptor: CInt, at path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &named) == 0 && own.st_ino == named.st_ino
      && own.st_dev == named.st_dev
  }

  /// Whether the file system of the directory has locks. Tries with a file of its own.
  package static func areSupported(in directory: String) -> Bool {
    let path = "\(directory)/lock.probe"
    defer { unlink(path) }
    do {
      _ = try acquire(path)
      return true
    } catch {
      return !isUnsupported(error)
    }
  }

  /// Whether `error` of ``acquire(_:)`` means that the file system has no locks.
  package static func isUnsupported(_ error: SystemError) -> Bool {
    [.noFunction, .noLocks, .notSupported].contains(error.errno)
  }

  /// Takes over a lock that another process acquired on `descriptor` and passed on.
  package init(descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Returns the locked descriptor without closing it. The caller closes it, which unlocks.
  package consuming func relinquish() -> CInt {
    let raw = descriptor.rawValue
    discard self
    return raw
  }

  deinit { close(descriptor.rawValue) }
}
