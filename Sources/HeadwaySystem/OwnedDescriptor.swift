internal import Glibc
package import SystemPackage

/// A file descriptor that is closed together with the last reference to its owner.
///
/// ```swift
/// let file = try OwnedDescriptor(opening: "open", open(path, O_RDONLY | O_CLOEXEC))
/// read(file.raw, buffer, size)  // Keep `file` alive while `raw` is in use.
/// ```
package final class OwnedDescriptor: Sendable {
  package let descriptor: FileDescriptor

  /// The descriptor's number, for calls of Glibc.
  package var raw: CInt { descriptor.rawValue }

  /// Takes over an open descriptor, which nobody else may close.
  package init(_ raw: CInt) { descriptor = FileDescriptor(rawValue: raw) }

  /// Takes over an open descriptor, which nobody else may close.
  package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Takes over the result of a system call that opens a descriptor. Throws `errno` if the result
  /// is -1.
  package convenience init(opening operation: String, _ result: CInt) throws(SystemError) {
    self.init(try SystemError.check(operation, result))
  }

  /// Opens `/dev/null` for reading and writing (null(4)).
  package static func null() throws(SystemError) -> OwnedDescriptor {
    try OwnedDescriptor(opening: "open /dev/null", open("/dev/null", O_RDWR | O_CLOEXEC))
  }

  /// Returns a close-on-exec duplicate with a number of 16 or more.
  ///
  /// The numbers below are those that a child gets its descriptors under. A duplicate that is
  /// raised can't be overwritten while the child's descriptors are put in place.
  package func raised() throws(SystemError) -> OwnedDescriptor {
    try OwnedDescriptor(opening: "duplicate", fcntl(raw, F_DUPFD_CLOEXEC, 16))
  }

  /// Sets O_NONBLOCK. Use it only for an open file description that no other process shares.
  package func setNonblocking() {
    let flags = fcntl(raw, F_GETFL)
    if flags >= 0 { _ = fcntl(raw, F_SETFL, flags | O_NONBLOCK) }
  }

  deinit { _ = Glibc.close(descriptor.rawValue) }
}
