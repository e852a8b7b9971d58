/// A splitter of a byte stream into lines, one message each, however the bytes arrive.
///
/// The hub and every client read the wire through a framer. A line is UTF-8 JSON ended by `\n`;
/// this format never changes, whatever the protocol version. Memory is bounded by the line limit
/// plus the largest chunk that is appended.
///
/// ```swift
/// framer.append(chunk)
/// while let line = try framer.next() { handle(line) }
/// ```
package struct LineFramer: Sendable {
  /// The greatest length of a line in bytes, its newline included: 64 KiB.
  package static let byteLimit = 65_536

  private let byteLimit: Int
  private var buffer: [UInt8] = []
  /// The position of the first byte that hasn't been returned.
  private var start = 0
  /// The position up to which no newline was found, so that no byte is searched twice.
  private var scanned = 0

  /// Makes a framer with the protocol's limit. Only tests pass another one.
  package init(byteLimit: Int = LineFramer.byteLimit) { self.byteLimit = byteLimit }

  /// The number of bytes that arrived and haven't been returned.
  ///
  /// The hub adds the counts of all clients up to bound the memory of unfinished lines.
  package var bufferedCount: Int { buffer.count - start }

  /// Appends bytes that arrived.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    dropTaken()
    buffer.append(contentsOf: bytes)
  }

  /// Appends bytes that arrived, without an intermediate array.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    dropTaken()
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next whole line, without its newline and without a carriage return before the
  /// newline.
  ///
  /// Empty lines are skipped. Nil if no whole line has arrived.
  ///
  /// - Throws: ``WireError/lineTooLong``, also for a line that isn't finished yet. The stream can't
  ///   be read any further then.
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

  /// Frees the room of the lines that were returned.
  ///
  /// Thousands of connections wait between two lines or within one. None of them keeps a large
  /// buffer while it waits; the allocator gives the room to the next connection, still in the
  /// cache.
  private mutating func giveBackRoom() {
    buffer = Array(buffer[start...])
    scanned -= start
    start = 0
  }

  /// Returns the position of the next newline, and remembers how far the search came.
  private mutating func newlineIndex() -> Int? {
    let found = buffer.span.firstNewline(from: scanned)
    scanned = found ?? buffer.count
    return found
  }

  /// Removes the lines that were returned from the buffer.
  private mutating func dropTaken() {
    guard start > 0 else { return }
    buffer.removeFirst(start)
    scanned -= start
    start = 0
  }
}

extension Span<UInt8> {
  /// Returns the position of the first newline from `start` on.
  ///
  /// The search looks at eight bytes at a time: the exclusive or turns a newline into a zero byte,
  /// and the subtraction finds the zero byte (Bit Twiddling Hacks, "Determine if a word has a zero
  /// byte").
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

extension Span<UInt8> {
  /// Loads eight bytes from `place` on, in the machine's byte order; nil if fewer are left.
  fileprivate func word(at place: Int) -> UInt64? {
    guard place <= count - 8 else { return nil }
    return bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
  }
}
