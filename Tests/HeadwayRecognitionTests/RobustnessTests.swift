import HeadwayModel
import SeededRandomness
import TestClocks
import Testing

@testable import HeadwayRecognition

/// Bytes that nobody vouches for.
@Suite struct RobustnessTests {
  @Test("random bytes never trap and give no progress out of range", arguments: 0..<24)
  func randomBytes(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var recogniser = ProgressRecogniser()
    var task = TaskProgress()
    for _ in 0..<400 {
      recogniser.consume(randomPiece(using: &generator))
      guard let reading = recogniser.takeReading()?.reading else { continue }
      #expect((0...(reading.total ?? .max)).contains(reading.completed ?? 0))
      let earlier = (task.phase, task.fraction ?? 0)
      _ = task.apply(reading)
      #expect(task.phase != earlier.0 || (task.fraction ?? 0) >= earlier.1)
    }
  }

  /// Bytes, and the ends and middles of what is looked for.
  private func randomPiece(using generator: inout SplitMix) -> [UInt8] {
    let parts = [
      "\u{1B}]9;4;1;", "\u{1B}[?1049l", "\u{7}", "\u{1B}\\", "%\r", "\n", "[", "/", "]\n", "\r",
      "1",
      "9", ".", " ", "100", "\u{1B}[", "999999999999999999", "objects: ",
    ]
    return (0..<40).flatMap { _ in
      Bool.random(using: &generator)
        ? Array((parts.randomElement(using: &generator) ?? "").utf8)
        : [UInt8.random(in: 0...255, using: &generator)]
    }
  }

  @Test("binary output is no progress", arguments: 0..<8)
  func binaryOutputIsNoProgress(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var recogniser = ProgressRecogniser()
    for _ in 0..<48 {
      let bytes = (0..<8192).map { _ in UInt64.random(in: 0...UInt64.max, using: &generator) }
      bytes.withUnsafeBytes { recogniser.consume($0) }
    }
    #expect(recogniser.takeReading() == nil)
  }

  /// As it comes from a slow pipe, where each piece could be all there is of a line.
  @Test("binary output in small pieces is nothing", arguments: 0..<4)
  func binaryOutputInSmallPiecesIsNothing(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var recogniser = ProgressRecogniser()
    for piece in 0..<4096 {
      let bytes = (0..<64).map { _ in UInt64.random(in: 0...UInt64.max, using: &generator) }
      bytes.withUnsafeBytes { recogniser.consume($0, at: .milliseconds(piece * 10)) }
      recogniser.settle(at: .milliseconds(piece * 10 + 5))
      #expect(recogniser.takeReading() == nil)
    }
  }

  @Test("text is read again behind binary output")
  func textIsReadAgainBehindBinaryOutput() {
    var recogniser = ProgressRecogniser()
    recogniser.consume(Array("\u{1}\n".utf8))
    recogniser.consume(Array("\r10%\r20%\r30%\n".utf8))
    #expect(recogniser.takeReading() == nil)
    recogniser.consume(Array(String(repeating: "nothing\n", count: 512).utf8))
    recogniser.consume(Array("\r10%\r20%\r30%\n".utf8))
    #expect(recogniser.takeReading()?.reading.completed == 3000)
  }

  @Test("only text is read")
  func onlyTextIsRead() {
    #expect(percents(of: "caf\u{E9} 10% done\ncaf\u{E9} 20% done\ncaf\u{E9} 30% done\n") == [30])
    for spoiler in [[0xE9], [0x01], [0xC3, 0x28], [0xFF]] as [[UInt8]] {
      var recogniser = ProgressRecogniser()
      recogniser.consume(Array("\r".utf8) + spoiler + Array(" 10%\r".utf8))
      recogniser.consume(spoiler + Array(" 20%\r\n".utf8))
      recogniser.settle(at: .zero)
      #expect(recogniser.takeReading() == nil)
    }
  }

  @Test("huge lines keep no more than the limit")
  func hugeLinesKeepNoMoreThanTheLimit() {
    var line = TerminalLine()
    let megabyte = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    megabyte.withUnsafeBytes { line.append($0) }
    #expect(line.bytes.count == TerminalLine.byteLimit)
    #expect(!line.isWhole)
  }

  @Test("huge lines aren't read")
  func hugeLinesAreNotRead() {
    let filler = String(repeating: "-", count: TerminalLine.byteLimit)
    #expect(progress(of: "10% word\(filler)\n20% word\(filler)\n").isEmpty)
    #expect(percents(of: "\(filler)\n10% done\n20% done\n30% done\n") == [30])
  }

  @Test("huge sequences are dropped and bounded")
  func hugeSequencesAreDroppedAndBounded() {
    var scanner = TerminalScanner()
    let bytes = Array("\u{1B}]9;4;1;4\(String(repeating: "2", count: 100_000))\u{7}x".utf8)
    var tokens: [TerminalScanner.Token] = []
    bytes.withUnsafeBytes { buffer in
      var position = 0
      while let token = scanner.next(in: buffer, from: &position) { tokens.append(token) }
    }
    #expect(tokens == [.text(bytes.count - 1..<bytes.count)])
    #expect(scanner.sequence.count <= 64)
  }

  @Test("an open string ends with the line")
  func anOpenStringEndsWithTheLine() {
    #expect(percents(of: "\u{1B}]0;title\n10% done\n20% done\n30% done\n") == [30])
  }

  @Test("after a skip the cut line is passed over")
  func afterASkipTheCutLineIsPassedOver() {
    var recogniser = ProgressRecogniser()
    recogniser.consume("\r10% a\r5")
    recogniser.skip()
    recogniser.consume("99% lost\r")
    #expect(recogniser.takeReading() == nil)
    recogniser.consume("60% a\r")
    recogniser.settle(at: .zero)
    #expect(recogniser.takeReading()?.reading == .percent(60))
  }

  @Test("a skip inside a sequence forgets it")
  func aSkipInsideASequenceForgetsIt() {
    var recogniser = ProgressRecogniser()
    recogniser.consume("\u{1B}]9;4;1;")
    recogniser.skip()
    recogniser.consume("42\u{7}")
    #expect(recogniser.takeReading() == nil)
  }
}
