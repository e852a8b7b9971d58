internal import Glibc

/// Text as the system has it, in arguments and environment: bytes without NUL, of no particular
/// encoding.
package struct RawText: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Up to the first NUL.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes.firstIndex(of: 0).map { Array(bytes[..<$0]) } ?? bytes
  }

  /// Up to the first NUL.
  package init(_ bytes: some Sequence<UInt8>) { self.init(Array(bytes)) }

  /// Up to the first NUL.
  package init(_ string: some StringProtocol) { self.init(Array(string.utf8)) }

  /// Copies a C string.
  package init(_ pointer: UnsafePointer<CChar>) {
    bytes = Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
  }

  /// Whether this path can be executed (access(2)).
  package var isExecutable: Bool {
    (bytes + [0]).withUnsafeBytes { path in
      guard let base = path.baseAddress else { return false }
      return access(base.assumingMemoryBound(to: CChar.self), X_OK) == 0
    }
  }

  /// For people: what isn't UTF-8 is replaced.
  package var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension RawText: ExpressibleByStringLiteral {
  package init(stringLiteral value: StaticString) { self.init(value.description) }
}
