/// A splitter of a byte stream into attach frames, however the bytes arrive.
///
/// Both sides of an attach connection use a reader. Memory is bounded by one frame and the largest
/// chunk that is appended.
package struct AttachFrameReader: Sendable {
  private var buffer: [UInt8] = []
  private var start = 0

  package init() {}

  /// Appends bytes that arrived.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next whole frame, and skips frames of unknown kinds. Nil if no whole frame has
  /// arrived.
  ///
  /// - Throws: ``WireError/malformed(_:)``. The stream can't be read any further then, because the
  ///   start of the next frame is unknown.
  package mutating func next() throws(WireError) -> AttachFrame? {
    while let end = try frameEnd {
      let kind = buffer[start]
      let payload = buffer[start + AttachFrame.headerSize..<end]
      start = end
      if let frame = try AttachFrame.decoded(kind: kind, payload) { return frame }
    }
    return nil
  }

  /// The end of the first frame in the buffer; nil if the frame isn't whole.
  ///
  /// The length is checked before the payload arrives, so that a wrong length can't fill the
  /// memory.
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
