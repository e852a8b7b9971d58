import HeadwayModel
import SeededRandomness
import Testing

@testable import HeadwayWire

/// The reader of updates reads what the reader of all messages reads, or leaves the line to it.
@Suite struct UpdateReaderTests {
  private static let key = "0123456789abcdef0123456789abcdef"

  @Test("what a worker sends is read as every message is")
  func whatAWorkerSendsIsReadAsEveryMessageIs() throws {
    var generator = SplitMix(seed: 11)
    for _ in 0..<2000 {
      let update = UpdateMessage.random(&generator)
      let line = try #require(update.line()).dropLast()
      try expectSame(line)
    }
  }

  @Test(
    "lines of the usual form are read",
    arguments: [
      #"{"type":"update","task":"KEY"}"#,
      #"{"task":"KEY","completed":0,"type":"update"}"#,
      #"{"type":"update","task":"KEY","completed":-5,"total":999999999999999999}"#,
      #"{"type":"update","task":"KEY","subtitle":"","title":" a","unit":"MB","phase":"x y"}"#,
      #"{"type":"update","task":"KEY","paused":true,"foreground":false,"recognised":true}"#,
      #"{"type":"update","task":"KEY","request":7,"estimated":3}"#,
    ])
  func plain(_ form: String) throws {
    let line = Self.line(form)
    var update = UpdateReader()
    #expect(update.read(line.span) == TaskKey(Self.key))
    try expectSame(line)
  }

  @Test(
    "what isn't plain, or is wrong, is left alone",
    arguments: [
      "", "{", "{}", "[]", #"{"type":"update"}"#, #"{"task":"KEY"}"#,
      #"{"type":"begin","task":"KEY"}"#, #"{"type":"update","task":"KEY"} "#,
      #"{"type":"update","task":"KEY",}"#, #"{"type":"update" ,"task":"KEY"}"#,
      #"{"type":"update","type":"update","task":"KEY"}"#,
      #"{"type":"update","task":"KEY","completed":1,"completed":2}"#,
      #"{"type":"update","task":"KEY","completed":01}"#,
      #"{"type":"update","task":"KEY","completed":1.0}"#,
      #"{"type":"update","task":"KEY","completed":1e3}"#,
      #"{"type":"update","task":"KEY","completed":9999999999999999999}"#,
      #"{"type":"update","task":"KEY","completed":null}"#,
      #"{"type":"update","task":"KEY","completed":"1"}"#,
      #"{"type":"update","task":"KEY","completed":-}"#,
      #"{"type":"update","task":"KEY","paused":1}"#,
      #"{"type":"update","task":"KEY","paused":truely}"#,
      #"{"type":"update","task":"KEY","subtitle":"a\\n"}"#,
      #"{"type":"update","task":"KEY","subtitle":"a "}"#,
      #"{"type":"update","task":"KEY","subtitle":"日本"}"#,
      #"{"type":"update","task":"KEY","subtitle":"\u{7F}"}"#,
      #"{"type":"update","task":"KEY","waitingForInput":"input"}"#,
      #"{"type":"update","task":"KEY","future":1}"#,
      #"{"type":"update","task":"7"}"#, #"{"type":"update","task":7}"#,
      #"{"type":"update","task":"KEY0"}"#, #"{"type":"update","task":"0KE"}"#,
      "{\"type\":\"update\",\"task\":\"KEY\",\"subtitle\":\"tab\there\"}",
    ])
  func leftAlone(_ form: String) {
    var update = UpdateReader()
    #expect(update.read(Self.line(form).span) == nil)
  }

  @Test("nothing is left over from the line before")
  func nothingIsLeftOverFromTheLineBefore() {
    var update = UpdateReader()
    _ = update.read(
      Self.line(#"{"type":"update","task":"KEY","completed":5,"request":3,"recognised":true}"#).span
    )
    #expect(update.read(Self.line(#"{"type":"update","task":"KEY"}"#).span) != nil)
    #expect(update.report == WorkerReport())
    #expect(update.request == nil && !update.isRecognised)
  }

  /// Cut anywhere, or with any byte changed, it reads as every message does or not at all.
  @Test("damaged lines are never read otherwise")
  func damagedLinesAreNeverReadOtherwise() throws {
    let form = #"{"type":"update","task":"KEY","completed":12,"subtitle":"a b","paused":true}"#
    let line = Self.line(form)
    for place in line.indices {
      try expectSameOrLeftAlone(line[..<place])
      for byte in [0, 9, 10, 0x20, 0x22, 0x2C, 0x2D, 0x30, 0x5C, 0x7D, 0x7F, 0x80, 0xFF] as [UInt8]
      {
        var damaged = Array(line)
        damaged[place] = byte
        try expectSameOrLeftAlone(damaged[...])
      }
    }
  }

  private static func line(_ form: String) -> ArraySlice<UInt8> {
    Array(form.replacing("KEY", with: key).utf8)[...]
  }

  private func expectSameOrLeftAlone(_ line: ArraySlice<UInt8>) throws {
    var update = UpdateReader()
    if update.read(line.span) != nil { try expectSame(line) }
  }

  private func expectSame(_ line: ArraySlice<UInt8>) throws {
    var update = UpdateReader()
    let key = update.read(line.span)
    guard case .update(let message) = try ClientMessage(line: line) else {
      throw WireError.malformed("not an update")
    }
    guard let key else { return }
    #expect(message.task == .key(key))
    #expect(message.report == update.report)
    #expect(message.isRecognised == update.isRecognised)
    #expect(message.request == update.request)
  }
}
