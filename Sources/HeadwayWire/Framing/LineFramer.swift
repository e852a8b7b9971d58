/// Splits a byte stream into lines, one message each, however the bytes arrive.
///
/// A line is at most `byteLimit` bytes, its newline included. Memory is bounded by that limit and
/// the largest chunk. The frame format never changes: UTF-8 JSON, ended by `\n`.
package struct LineFramer: Sendable {
  /// 64 KiB.
  package static let byteLimit = 65_536

  private let byteLimit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var scanned = 0

  /// Another limit than the protocol's is for tests.
  package init(byteLimit: Int = LineFramer.byteLimit) { self.byteLimit = byteLimit }

  /// Bytes that arrived and weren't taken yet.
  package var bufferedCount: Int { buffer.count - start }

  /// Takes in what arrived.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    dropTaken()
    buffer.append(contentsOf: bytes)
  }

  /// Takes in what arrived, without an intermediate array.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    dropTaken()
    buffer.append(contentsOf: bytes)
  }

  /// The next whole line without its newline (and without a carriage return before it); nil until
  /// more arrives. Empty lines are skipped.
  package mutating func next() throws(WireError) -> ArraySlice<UInt8>? {
    while let end = newlineIndex() {
      let line = buffer[start..<end]
      guard line.count < byteLimit else { throw .lineTooLong }
      start = end + 1
      scanned = start
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if !text.isEmpty { return text }
    }
    guard buffer.count - start < byteLimit else { throw .lineTooLong }
    if start > 0 { giveBackRoom() }
    return nil
  }

  /// Thousands of connections wait between two lines, or within one: none keeps the room of what was
  /// taken. The next one has it, still warm.
  private mutating func giveBackRoom() {
    buffer = Array(buffer[start...])
    scanned -= start
    start = 0
  }

  private mutating func newlineIndex() -> Int? {
    let found = buffer.span.firstNewline(from: scanned)
    scanned = found ?? buffer.count
    return found
  }

  private mutating func dropTaken() {
    guard start > 0 else { return }
    buffer.removeFirst(start)
    scanned -= start
    start = 0
  }
}

extension Span<UInt8> {
  /// Eight bytes at a time: the exclusive or turns a newline into the zero byte that the
  /// subtraction finds (Bit Twiddling Hacks, "Determine if a word has a zero byte").
  fileprivate func firstNewline(from start: Int) -> Int? {
    var place = start
    while let word = word(at: place) {
      let marked = UInt64(littleEndian: word) ^ 0x0A0A_0A0A_0A0A_0A0A
      let zeros = (marked &- 0x0101_0101_0101_0101) & ~marked & 0x8080_8080_8080_8080
      if zeros != 0 { return place + zeros.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < count {
      if self[place] == 0x0A { return place }
      place += 1
    }
    return nil
  }
}
