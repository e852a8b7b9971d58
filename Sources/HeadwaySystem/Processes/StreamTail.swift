/// The end of what a program writes, such as its standard error for a message.
///
/// ```swift
/// var tail = StreamTail()
/// tail.read(errors)
/// print(tail.text)
/// ```
package struct StreamTail: Hashable, Sendable {
  private var bytes: [UInt8] = []

  /// The number of bytes that are kept.
  private static let limit = 4096
  /// The number of reads of one call. A program that floods is heard no longer.
  private static let readLimit = 16

  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads what is there now from a descriptor that doesn't block. Returns false at the end of the
  /// stream.
  @discardableResult
  package mutating func read(_ descriptor: OwnedDescriptor) -> Bool {
    for _ in 0..<Self.readLimit {
      var result = Transfer.wouldBlock
      let piece = [UInt8](unsafeUninitializedCapacity: Self.limit) { buffer, count in
        count = 0
        result = Transfer.read(descriptor.raw, into: UnsafeMutableRawBufferPointer(buffer))
        if case .bytes(let read) = result { count = read }
      }
      bytes = Array((bytes + piece).suffix(Self.limit))
      switch result {
      case .bytes: continue
      case .wouldBlock: return true
      case .ended, .failed: return false
      }
    }
    return true
  }
}
