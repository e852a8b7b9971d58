/// Splits a byte stream into attach frames, however the bytes arrive.
///
/// Memory is bounded by one frame and the largest chunk that is given.
package struct AttachFrameReader: Sendable {
  private var buffer: [UInt8] = []
  private var start = 0

  package init() {}

  /// Takes in what arrived.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole frame, those of unknown kinds passed over; nil until more arrives. What it throws
  /// ends the stream: nothing after it can be told apart.
  package mutating func next() throws(WireError) -> AttachFrame? {
    while let end = try frameEnd {
      let kind = buffer[start]
      let payload = buffer[start + AttachFrame.headerSize..<end]
      start = end
      if let frame = try AttachFrame.decoded(kind: kind, payload) { return frame }
    }
    return nil
  }

  /// Nil until the frame is whole; its length is checked before.
  private var frameEnd: Int? {
    get throws(WireError) {
      guard buffer.count - start >= AttachFrame.headerSize else { return nil }
      let length = Int(buffer[start + 1]) << 8 | Int(buffer[start + 2])
      guard length <= AttachFrame.payloadLimit else { throw .malformed("a frame that is too long") }
      let end = start + AttachFrame.headerSize + length
      return end <= buffer.count ? end : nil
    }
  }
}
