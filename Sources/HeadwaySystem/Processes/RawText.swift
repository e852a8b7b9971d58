internal import Glibc

/// Text as the system stores it in arguments, environment and paths: bytes without NUL, in no
/// particular encoding.
///
/// A path need not be UTF-8; a Swift String would change it.
package struct RawText: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Takes the bytes up to the first NUL.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes.firstIndex(of: 0).map { Array(bytes[..<$0]) } ?? bytes
  }

  /// Takes the bytes up to the first NUL.
  package init(_ bytes: some Sequence<UInt8>) { self.init(Array(bytes)) }

  /// Takes the UTF-8 bytes up to the first NUL.
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

  /// The text for people. Bytes that aren't UTF-8 are replaced.
  package var string: String { String(decoding: bytes, as: UTF8.self) }
}

/// String literals as raw text.
extension RawText: ExpressibleByStringLiteral {
  package init(stringLiteral value: StaticString) { self.init(value.description) }
}
