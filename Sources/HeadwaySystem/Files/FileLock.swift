import Glibc
package import SystemPackage

/// A lock on a file (flock(2)), held by its open description until the last copy is closed: it can
/// be handed to a child.
package struct FileLock: ~Copyable {
  package let descriptor: FileDescriptor

  /// Nil when another holds it. Makes the file, mode 0600.
  package static func acquire(_ path: String) throws(SystemError) -> FileLock? {
    let raw = try RegularFile.open(path, O_RDWR | O_CREAT)
    if flock(raw, LOCK_EX | LOCK_NB) == 0 {
      return FileLock(descriptor: FileDescriptor(rawValue: raw))
    }
    let error = Errno.last
    close(raw)
    if error == .wouldBlock { return nil }
    throw SystemError("lock \(path)", error)
  }

  /// Takes over a lock that somebody acquired on `descriptor` and passed on.
  package init(descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Gives the locked descriptor away, to be closed by whoever takes it.
  package consuming func relinquish() -> CInt {
    let raw = descriptor.rawValue
    discard self
    return raw
  }

  deinit { close(descriptor.rawValue) }
}
