import HeadwayModel
import HeadwayWire
import SeededRandomness
import Testing

/// Fault matrix 11: an error or a clamp, never a trap.
@Suite struct HostileInputTests {
  @Test(
    "what is no message is an error",
    arguments: [
      "", " ", "null", "[]", "7", "\"text\"", "{", "}", "{\"type\"", "{\"type\":\"stop\"",
      "{\"type\":\"stop\"}}", "{\"type\":\"stop\"} x", "{'type':'stop'}",
      "{\"type\":\"st\u{0}op\"}",
      "\u{FEFF}{\"type\":\"stop\"}", "\t{\"type\":\"stop\"}", "{\"type\":\"stop\",\"request\":NaN}",
      "{\"type\":\"stop\",\"request\":1e999}", "{\"type\":\"stop\",\"request\":1.5}",
      "{\"type\":\"stop\",\"request\":9223372036854775808}", "{\"type\":\"\\ud800\"}",
    ])
  func whatIsNoMessageIsAnError(_ text: String) {
    #expect(throws: WireError.self) { try decodeClient(text) }
    let answer = text.replacing("stop", with: "ok")
    #expect(throws: WireError.self) { try decodeHub(answer) }
  }

  @Test("depth is an error or ignored")
  func depthIsAnErrorOrIgnored() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let depth = 60_000 / open.utf8.count
      let nested = String(repeating: open, count: depth)
      _ = try? decodeClient("{\"type\":\"stop\",\"a\":\(nested)")
      let closed = String(repeating: close, count: depth)
      let text = String((nested + "1" + closed).prefix(65_000))
      _ = try? decodeClient("{\"type\":\"stop\",\"a\":\(text)}")
    }
    #expect(throws: WireError.lineTooLong) {
      try decodeClient("{\"a\":" + String(repeating: "[", count: 100_000))
    }
  }

  @Test("as many keys as a line holds are ignored")
  func asManyKeysAsALineHoldsAreIgnored() throws {
    let keys = (0..<7000).map { "\"\($0)\":1" }.joined(separator: ",")
    guard case .stop = try decodeClient("{\"type\":\"stop\",\(keys)}") else {
      throw WireError.malformed("no stop")
    }
  }

  @Test("the first of doubled keys counts")
  func theFirstOfDoubledKeysCounts() throws {
    guard
      case .stop(let stop) = try decodeClient(
        #"{"type":"stop","request":1,"type":"list","request":2}"#)
    else { throw WireError.malformed("no stop") }
    #expect(stop.request == 1)
  }

  @Test("other encodings are errors", arguments: foreignEncodings)
  func otherEncodingsAreErrors(_ bytes: [UInt8]) {
    #expect(throws: WireError.self) {
      try ClientMessage(line: bytes[...])
    }
  }

  /// UTF-16 in both orders, with and without a mark, and what is no UTF-8.
  private static var foreignEncodings: [[UInt8]] {
    let text = #"{"type":"stop"}"#
    let little: [UInt8] = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big: [UInt8] = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let head = Array("{\"type\":\"".utf8)
    let tail = Array("\"}".utf8)
    let broken: [[UInt8]] = [
      [0xC3], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ]
    return [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big]
      + broken.map { head + $0 + tail }
  }

  @Test(
    "any numbers of units make a proper fraction",
    arguments: [
      "9223372036854775807", "-9223372036854775808", "-1", "0", "1", "9007199254740993", "1e3",
    ])
  func anyNumbersOfUnitsMakeAProperFraction(_ number: String) throws {
    for other in ["9223372036854775807", "-9223372036854775808", "0", "3"] {
      guard
        case .update(let update) = try decodeClient(
          #"{"type":"update","task":7,"completed":\#(number),"total":\#(other),"estimated":\#(number)}"#
        )
      else { throw WireError.malformed("no update") }
      var progress = TaskProgress()
      _ = progress.apply(update.report.reading)
      if let fraction = progress.fraction { #expect((0...1).contains(fraction)) }
      #expect(progress.completed ?? 0 >= 0)
      #expect(progress.completed ?? 0 <= progress.total ?? .max)
      #expect(progress.estimated >= 0)
    }
  }

  @Test(
    "any seconds are a duration or none",
    arguments: ["-1", "0", "1e-300", "1e300", "3155760000", "3155760001"])
  func anySecondsAreADurationOrNone(_ seconds: String) throws {
    guard
      case .begin(let begin) = try decodeClient(
        """
        {"type":"begin","key":"0123456789abcdef0123456789abcdef","title":"x",\
        "stallAfter":\(seconds),"grace":\(seconds)}
        """)
    else { throw WireError.malformed("no begin") }
    let task = begin.description
    #expect(task.grace >= .zero && task.grace <= .seconds(3_155_760_000))
    if let after = task.stallPolicy.after { #expect(after >= .zero) }
  }

  @Test(
    "any time is a time or an error",
    arguments: [
      "1969-12-31T23:59:59Z", "9999-12-31T23:59:59.999Z", "10000-01-01T00:00:00Z", "yesterday", "",
      "2026-02-30T00:00:00Z", "2026-01-01T00:00:00+99:99", "2026-01-01",
    ])
  func anyTimeIsATimeOrAnError(_ text: String) {
    let line = #"{"type":"end","task":7,"reason":"completed","endedAt":"\#(text)"}"#
    guard let message = try? decodeClient(line) else { return }
    guard case .end(let end) = message, let time = end.endedAt else {
      Issue.record("neither a time nor an error: \(message)")
      return
    }
    #expect(WallTime(time.description) == time)
  }

  @Test(
    "a mutated fixture is an error, or a message that is read again as it was written",
    arguments: 0..<30)
  func mutatedFixturesNeverTrap(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    for name in Fixture.clientNames + Fixture.hubNames {
      var line = Array(try Fixture(name).line)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<line.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: line[index] = .random(in: 0...255, using: &generator)
        case 1: line.remove(at: index)
        default: line.insert(contentsOf: line[index...].prefix(9), at: index)
        }
      }
      if let message = try? ClientMessage(line: line[...]) {
        let again = try message.line.map {
          try ClientMessage(line: $0[...])
        }
        #expect(again == nil || again == message)
      }
      if let message = try? HubMessage(line: line[...]) {
        let again = try message.line.map {
          try HubMessage(line: $0[...])
        }
        #expect(again == nil || again == message)
      }
    }
  }
}
