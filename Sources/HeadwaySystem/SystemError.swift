internal import Glibc
package import SystemPackage

/// A system call that failed, and why.
package struct SystemError: Error, Hashable {
  package let operation: String
  package let errno: Errno

  package init(_ operation: String, _ errno: Errno = .last) {
    self.operation = operation
    self.errno = errno
  }

  package init(_ operation: String, code: CInt) {
    self.init(operation, Errno(rawValue: code))
  }

  /// The number of errno(3).
  package var code: CInt { errno.rawValue }

  /// Throws `operation`'s error where `result` is -1, the convention of most calls.
  @discardableResult
  package static func check(
    _ operation: String, _ result: CInt
  ) throws(SystemError) -> CInt {
    if result == -1 { throw SystemError(operation) }
    return result
  }
}

extension SystemError: CustomStringConvertible {
  package var description: String { "\(operation): \(errno)" }
}

extension Errno {
  /// This thread's errno(3).
  package static var last: Errno { Errno(rawValue: Glibc.errno) }
}
