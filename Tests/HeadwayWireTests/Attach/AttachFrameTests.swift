import HeadwayModel
import HeadwayWire
import SeededRandomness
import Testing

@Suite struct AttachFrameTests {
  private static let all: [AttachFrame] = [
    .hello(.own), .hello(AttachVersions(oldest: 2, newest: 250)), .welcome(version: 1),
    .size(AttachSize(rows: 24, columns: 80, pixelWidth: 65_535, pixelHeight: 0)),
    .input([3]), .input([]), .output(Array("日本語\r\n".utf8)),
    .output([UInt8](repeating: 0xE6, count: AttachFrame.payloadLimit)),
    .skipped(1 << 40), .typed(.max),
    .ended(AttachEnding(status: .code(-7), sentence: "failed with exit code 7")),
    .ended(AttachEnding(status: .signal(15), sentence: "cancelled by you")),
    .ended(AttachEnding(status: nil, sentence: "")), .refused("another version; update"),
  ]

  private func read(_ reader: inout AttachFrameReader, _ bytes: some Collection<UInt8>) throws
    -> [AttachFrame]
  {
    Array(bytes).withUnsafeBytes { reader.append($0) }
    var frames: [AttachFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    return frames
  }

  @Test("frames come through, cut in two at every byte")
  func cutAnywhere() throws {
    let frames = Self.all.filter { $0.bytes.count < 100 }
    let stream = frames.flatMap(\.bytes)
    for cut in 0...stream.count {
      var reader = AttachFrameReader()
      let read = try read(&reader, stream[..<cut]) + read(&reader, stream[cut...])
      #expect(read == frames, "cut at \(cut)")
    }
  }

  @Test("frames come through, byte by byte", arguments: all)
  func byteByByte(frame: AttachFrame) throws {
    var reader = AttachFrameReader()
    let frames = try (frame.bytes + AttachFrame.welcome(version: 9).bytes).flatMap {
      try read(&reader, [$0])
    }
    #expect(frames == [frame, .welcome(version: 9)])
  }

  /// What other programs rely on: these bytes don't change.
  @Test("version 1 on the wire")
  func bytes() {
    #expect(AttachFrame.hello(.own).bytes == [1, 0, 6] + Array("HWAT".utf8) + [1, 1])
    #expect(
      AttachFrame.size(AttachSize(rows: 24, columns: 300)).bytes
        == [3, 0, 8, 0, 24, 1, 44, 0, 0, 0, 0])
    #expect(AttachFrame.input([28]).bytes == [4, 0, 1, 28])
    #expect(
      AttachFrame.ended(AttachEnding(status: .code(1), sentence: "x")).bytes
        == [7, 0, 6, 1, 0, 0, 0, 1, 120])
    #expect(AttachFrame.typed(258).bytes == [9, 0, 8, 0, 0, 0, 0, 0, 0, 1, 2])
  }

  @Test("what a later version adds is passed over: kinds, and fields at a frame's end")
  func later() throws {
    var reader = AttachFrameReader()
    let frames = try read(
      &reader, [99, 0, 2, 1, 2] + [2, 0, 3, 1, 7, 7] + [0, 0, 0] + AttachFrame.input([1]).bytes)
    #expect(frames == [.welcome(version: 1), .input([1])])
  }

  @Test(
    "what is no frame ends the stream",
    arguments: [
      [5, 0x40, 1], [255, 255, 255], [3, 0, 7, 0, 24, 0, 80, 0, 0, 0], [2, 0, 0], [6, 0, 7],
      [7, 0, 4, 1, 0, 0, 0], [1, 0, 6, 72, 87, 65, 85, 1, 1], [1, 0, 5, 72, 87, 65, 84, 1],
    ] as [[UInt8]])
  func malformed(bytes: [UInt8]) {
    var reader = AttachFrameReader()
    #expect(throws: WireError.self) {
      _ = try read(&reader, bytes + [UInt8](repeating: 0, count: 16))
    }
  }

  @Test("whatever comes is an error, or frames of a bounded size")
  func anything() {
    var generator = SplitMix(seed: 7)
    for _ in 0..<2000 {
      var reader = AttachFrameReader()
      var bytes: [UInt8] = (0..<200).map { _ in .random(in: 0...255, using: &generator) }
      for index in stride(from: 1, to: 200, by: 3) where Bool.random(using: &generator) {
        bytes[index] = 0
      }
      guard let frames = try? read(&reader, bytes) else { continue }
      // A byte that is no UTF-8 becomes a replacement character of three bytes.
      #expect(frames.reduce(0) { $0 + $1.bytes.count } <= 3 * bytes.count + 8 * frames.count)
    }
  }

  @Test("a payload over the limit is cut off: the stream goes on")
  func tooLong() throws {
    var reader = AttachFrameReader()
    let long = AttachFrame.output([UInt8](repeating: 1, count: 70_000))
    let frames = try read(&reader, long.bytes + AttachFrame.welcome(version: 1).bytes)
    #expect(frames.last == .welcome(version: 1) && frames.count == 2)
  }

  @Test("the newest version both speak")
  func versions() {
    let own = AttachVersions(oldest: 2, newest: 4)
    #expect(own.common(with: AttachVersions(oldest: 1, newest: 3)) == 3)
    #expect(own.common(with: AttachVersions(oldest: 4, newest: 9)) == 4)
    #expect(own.common(with: AttachVersions(oldest: 5, newest: 9)) == nil)
    #expect(own.common(with: AttachVersions(oldest: 1, newest: 1)) == nil)
    #expect(own.common(with: AttachVersions(oldest: 9, newest: 3)) == nil)
  }
}
