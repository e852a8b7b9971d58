internal import Glibc
package import SystemPackage

/// A descriptor that is closed once nobody refers to it any more.
package final class OwnedDescriptor: Sendable {
  package let descriptor: FileDescriptor

  package var raw: CInt { descriptor.rawValue }

  package init(_ raw: CInt) { descriptor = FileDescriptor(rawValue: raw) }

  /// Takes over the closing of `descriptor`.
  package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// The result of a call that opens: its descriptor, or its error for -1.
  package convenience init(opening operation: String, _ result: CInt) throws(SystemError) {
    self.init(try SystemError.check(operation, result))
  }

  /// A duplicate, close-on-exec, with a number above those under which a child gets its descriptors: putting
  /// one of these in its place can't close it.
  package func raised() throws(SystemError) -> OwnedDescriptor {
    try OwnedDescriptor(opening: "duplicate", fcntl(raw, F_DUPFD_CLOEXEC, 16))
  }

  /// O_NONBLOCK, for a description nobody else shares.
  package func setNonblocking() {
    let flags = fcntl(raw, F_GETFL)
    if flags >= 0 { _ = fcntl(raw, F_SETFL, flags | O_NONBLOCK) }
  }

  deinit { _ = Glibc.close(descriptor.rawValue) }
}
