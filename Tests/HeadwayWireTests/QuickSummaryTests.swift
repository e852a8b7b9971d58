import HeadwayModel
import SeededRandomness
import Testing

@testable import HeadwayWire

/// The short road of `headway status` says and hears what the library's codec does.
@Suite struct QuickSummaryTests {
  private static let exponent = Array("e-".utf8)

  @Test("the opening lines are a hello and a request")
  func theOpeningLinesAreAHelloAndARequest() throws {
    let lines = SummaryRequest.openingLines.split(separator: UInt8(ascii: "\n"))
    try #require(lines.count == 2)
    let codec = WireCodec()
    guard case .hello(let hello) = try codec.decode(ClientMessage.self, from: lines[0]),
      case .summary(let request) = try codec.decode(ClientMessage.self, from: lines[1])
    else { throw WireError.malformed("not the messages expected") }
    #expect(hello.versions == ProtocolVersion.spoken)
    #expect(hello.role == .command)
    #expect(hello.client == ClientHello(role: .command).client)
    #expect(request.follow == nil && request.request == nil)
  }

  @Test("a plain summary reads as the decoder reads it")
  func aPlainSummaryReadsAsTheDecoderReadsIt() throws {
    var generator = SplitMix(seed: 7)
    for _ in 0..<500 {
      let message = SummaryMessage(.random(&generator), attentionStyle: "fg=yellow,bold")
      let line = try #require(WireCodec().line(message)).dropLast()
      let object = try #require(PlainObject(line))
      guard let quick = SummaryMessage(object) else {
        #expect(line.contains(Self.exponent), "what is left to the library has an exponent")
        continue
      }
      let decoded = try WireCodec().decode(SummaryMessage.self, from: line)
      #expect(quick.summary == decoded.summary)
      #expect(quick.attentionStyle == decoded.attentionStyle)
    }
  }

  @Test(
    "what isn't plain is left to the decoder",
    arguments: [
      "", "{", "[]", "{}x", #"{"a":"\u0041"}"#, #"{"a":[1}"#, #"{"a":[1,]}"#, #"{"a":[[1]]}"#,
      #"{"a":[{}]}"#, #"{"a":1,}"#, #"{"a" 1}"#,
      #"{"a":}"#, #"{"a":{"a":{"a":{"a":{}}}}}"#, #"{"a":"b"#,
    ])
  func leftAlone(_ text: String) {
    #expect(PlainObject(Array(text.utf8)[...]) == nil)
  }

  @Test("numbers of Swift that JSON hasn't are refused")
  func numbersOfSwiftThatJSONHasNotAreRefused() throws {
    let text = #"{"a":nan,"b":infinity,"c":1e3,"d":true,"e":.5,"f":-0.5,"g":01}"#
    let object = try #require(PlainObject(Array(text.utf8)[...]))
    #expect(object.value("a")?.number == nil)
    #expect(object.value("b")?.number == nil)
    #expect(object.value("c")?.number == nil)
    #expect(object.value("e")?.number == nil)
    #expect(object.value("f")?.number == -0.5)
    #expect(object.value("g")?.number == nil)
    #expect(object.value("d")?.truth == true)
  }

  @Test("a plain hello is known")
  func aPlainHelloIsKnown() throws {
    let hello = HubHello(version: 1, hub: "headwayd 0.1.0", pid: 7)
    let line = try #require(WireCodec().line(hello)).dropLast()
    #expect(try #require(PlainObject(line)).isHello)
  }
}

extension HubSummary {
  fileprivate static func random(_ generator: inout SplitMix) -> HubSummary {
    var summary = HubSummary()
    summary.running = Int.random(in: 0...10_000, using: &generator)
    summary.needsYou = Int.random(in: 0...3, using: &generator)
    summary.failed = Int.random(in: 0...3, using: &generator)
    if Bool.random(using: &generator) { summary.fraction = .random(in: 0...1, using: &generator) }
    guard Bool.random(using: &generator), let number = TaskNumber(summary.running + 1) else {
      return summary
    }
    summary.top = HubSummary.Top(
      number: number, title: "Copy – データ (100 %)", state: .running,
      fraction: Bool.random(using: &generator) ? 1e-7 : nil,
      needsAnswer: Bool.random(using: &generator), sensitive: Bool.random(using: &generator))
    return summary
  }
}
