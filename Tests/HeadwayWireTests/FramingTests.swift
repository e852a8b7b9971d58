import HeadwayWire
import Testing

@Suite struct FramingTests {
  private static let stream = Array(
    "{\"type\":\"stop\"}\n\n{\"type\":\"list\",\"request\":2}\r\n{\"é\":\"東\"}\n".utf8)
  private static let lines = [
    "{\"type\":\"stop\"}", "{\"type\":\"list\",\"request\":2}", "{\"é\":\"東\"}",
  ]

  @Test("a stream split at any byte is the same lines", arguments: 0...stream.count)
  func aStreamSplitAtAnyByteIsTheSameLines(_ index: Int) throws {
    var framer = LineFramer()
    framer.append(Self.stream[..<index])
    var lines = try drain(&framer)
    framer.append(Self.stream[index...])
    lines += try drain(&framer)
    #expect(lines == Self.lines)
  }

  @Test("a stream byte by byte is the same lines")
  func aStreamByteByByteIsTheSameLines() throws {
    var framer = LineFramer()
    var lines: [String] = []
    for byte in Self.stream {
      framer.append(CollectionOfOne(byte))
      lines += try drain(&framer)
    }
    #expect(lines == Self.lines)
  }

  @Test("the longest line is 65536 bytes with its newline")
  func theLongestLineIs65536BytesWithItsNewline() throws {
    var framer = LineFramer()
    framer.append([UInt8](repeating: 0x61, count: 65_535) + [0x0A])
    #expect(try framer.next()?.count == 65_535)
    #expect(try framer.next() == nil)
  }

  @Test("one byte more is too long")
  func oneByteMoreIsTooLong() {
    var framer = LineFramer()
    framer.append([UInt8](repeating: 0x61, count: 65_536) + [0x0A])
    #expect(throws: WireError.lineTooLong) { try framer.next() }
  }

  @Test("a line without an end is refused before it is stored")
  func aLineWithoutAnEndIsRefusedBeforeItIsStored() {
    var framer = LineFramer()
    let chunk = [UInt8](repeating: 0x7B, count: 16_384)
    var taken = 0
    #expect(throws: WireError.lineTooLong) {
      while taken < 64 << 20 {
        framer.append(chunk)
        taken += chunk.count
        _ = try framer.next()
      }
    }
    #expect(taken <= LineFramer.byteLimit + chunk.count)
  }

  @Test("a full line then more is handed out first")
  func aFullLineThenMoreIsHandedOutFirst() throws {
    var framer = LineFramer()
    framer.append(Array("{}\n".utf8) + [UInt8](repeating: 0x61, count: 70_000))
    #expect(try framer.next().map { String(decoding: $0, as: UTF8.self) } == "{}")
    #expect(throws: WireError.lineTooLong) { try framer.next() }
  }

  @Test("the codec neither makes nor takes a line too long")
  func theCodecNeitherMakesNorTakesALineTooLong() throws {
    let long = String(repeating: "a", count: 65_536)
    #expect(GoodbyeMessage(reason: long).line() == nil)
    let line = Array("{\"type\":\"\(long)\"}".utf8)
    #expect(throws: WireError.lineTooLong) {
      try ClientMessage(line: line[...])
    }
  }

  private func drain(_ framer: inout LineFramer) throws -> [String] {
    var lines: [String] = []
    while let line = try framer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }
}
