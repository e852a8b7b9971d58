internal import Glibc
internal import HeadwayModel
package import SystemPackage

/// A failed system call. `HeadwaySystem` throws this error everywhere; the CLI turns it into a
/// message.
package struct SystemError: Error, Hashable {
  /// The call that failed, in English, for messages: `connect to /run/…`.
  package let operation: String
  /// The reason.
  package let errno: Errno

  /// Describes a failed call, by default with this thread's errno(3).
  package init(_ operation: String, _ errno: Errno = .last) {
    self.operation = operation
    self.errno = errno
  }

  /// Describes a failed call that returned its error as a number.
  package init(_ operation: String, code: CInt) {
    self.init(operation, Errno(rawValue: code))
  }

  /// The error as a number of errno(3).
  package var code: CInt { errno.rawValue }

  /// The reason in the language of the reader.
  package var reason: String { errno.words }

  /// Returns `result`, or throws this thread's errno(3) if `result` is -1, as most system calls
  /// return it.
  ///
  /// ```swift
  /// try SystemError.check("setsid", setsid())
  /// ```
  @discardableResult
  package static func check(
    _ operation: String, _ result: CInt
  ) throws(SystemError) -> CInt {
    if result == -1 { throw SystemError(operation) }
    return result
  }
}

/// A description for messages.
extension SystemError: CustomStringConvertible {
  package var description: String { "\(String(localizing: operation)): \(reason)" }
}

/// The thread's current error.
extension Errno {
  /// The calling thread's errno(3).
  package static var last: Errno { Errno(rawValue: Glibc.errno) }
}
