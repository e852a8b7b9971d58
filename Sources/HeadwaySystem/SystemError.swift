#if canImport(Glibc)
  import Glibc
#endif
package import SystemPackage

/// A call of the operating system that failed: which, and why.
package struct SystemError: Error, Hashable {
  /// The call and what it was about: `open /run/user/1000/headway`.
  package let operation: String
  package let errno: Errno

  package init(_ operation: String, _ errno: Errno = .current) {
    self.operation = operation
    self.errno = errno
  }
}

extension SystemError: CustomStringConvertible {
  package var description: String { "\(operation): \(errno)" }
}

extension Errno {
  /// What the last failing call of this thread left in `errno`.
  package static var current: Errno { Errno(rawValue: systemErrno()) }
}

private func systemErrno() -> CInt {
  #if canImport(Glibc)
    Glibc.errno
  #else
    0
  #endif
}
