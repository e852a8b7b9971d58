import Foundation
import HeadwayModel
import SeededRandomness
import Testing

@testable import HeadwayWire

/// The codec reads and writes what Foundation reads and writes.
@Suite struct CodecTests {
  private static let damage: [UInt8] = [
    0, 9, 0x20, 0x22, 0x2C, 0x2D, 0x30, 0x5B, 0x5C, 0x5D, 0x7D, 0x7F, 0x80, 0xFF,
  ]

  @Test("what a client writes reads the same in every form")
  func whatAClientWritesReadsTheSameInEveryForm() throws {
    var generator = SplitMix(seed: 21)
    for _ in 0..<300 {
      let begin = BeginMessage.random(&generator)
      let bytes = (0..<200).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      try expectSame(ClientHello(role: .supervisor), &generator)
      try expectSame(begin, &generator)
      try expectSame(UpdateMessage.random(&generator), &generator)
      try expectSame(EndMessage.random(&generator), &generator)
      try expectSame(
        SubmitMessage(Submission(begin.description, .random(&generator), report: begin.report)),
        &generator)
      try expectSame(
        EnvironmentRequest(.key(begin.description.key), after: generator.maybe(40_000)), &generator)
      try expectSame(PayloadMessage(begin.description.key, part: bytes[...]), &generator)
    }
  }

  @Test("what a hub writes reads the same in every form")
  func whatAHubWritesReadsTheSameInEveryForm() throws {
    var generator = SplitMix(seed: 5)
    for _ in 0..<300 {
      let task = try TaskSnapshot.random(&generator)
      try expectSame(ChangeMessage(task: task), &generator)
      try expectSame(TaskMessage(request: generator.maybe(7), task: task), &generator)
      try expectSame(StepMessage(task.step), &generator)
      let bytes = (0..<200).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      try expectSame(EnvironmentMessage(request: 3, bytes, after: 50), &generator)
      try expectSame(
        SummaryMessage(.random(&generator), attentionStyle: "fg=yellow,bold"), &generator)
      try expectSame(
        HubHello(
          version: 1, hub: "h", pid: 1, configProblem: generator.maybe("a \"b\" é"),
          features: HubFeature.allCases),
        &generator)
      try expectSame(
        EndedMessage(
          request: generator.maybe(2), key: task.key, number: task.number,
          ending: TaskEnding(reason: .expired(.stall), status: .signal(9))), &generator)
    }
  }

  @Test("a message whose number JSON can't express isn't written")
  func aMessageWhoseNumberJSONCanNotExpressIsNotWritten() throws {
    var generator = SplitMix(seed: 1)
    var task = try TaskSnapshot.random(&generator)
    task.progress.rate = .infinity
    #expect(ChangeMessage(task: task).line() == nil)
  }

  @Test("cut anywhere or with any byte changed a line reads as Foundation reads it or not at all")
  func damagedLinesAreNeverReadOtherwise() throws {
    var generator = SplitMix(seed: 7)
    let task = try TaskSnapshot.random(&generator)
    let begin = BeginMessage.random(&generator)
    var terms = LaunchTerms()
    terms.needs = ["gpu": 2]
    let lines: [[UInt8]?] = [
      ChangeMessage(task: task).line(), StepMessage(task.step).line(),
      EndMessage.random(&generator).line(), ClientHello(role: .worker).line(),
      SubmitMessage(Submission(begin.description, terms, report: begin.report)).line(),
      BegunMessage(request: 1, key: task.key, number: task.number).line(),
    ]
    for line in lines {
      let line = try #require(line).dropLast()
      for place in line.indices {
        expectSameOrNothing(line[..<place])
        for byte in Self.damage {
          var damaged = line
          damaged[place] = byte
          expectSameOrNothing(damaged)
        }
      }
    }
  }

  @Test(
    "a wrong form of JSON isn't read",
    arguments: [
      "{", "}", "[]", "{}x", "{,}", #"{"type":"stop",}"#, #"{"type":"stop","request":1,}"#,
      #"{"type":"stop"{"request":1}}"#, #"{"type":"stop""request":1}"#, #"{"type" "stop"}"#,
      #"{"type":"stop","request":01}"#, #"{"type":"stop","request":+1}"#,
      #"{"type":"stop","request":1.}"#, #"{"type":"stop","request":.5}"#,
      #"{"type":"stop","request":1e}"#, #"{"type":"stop","request":-}"#,
      #"{"type":"stop","a":nan}"#, #"{"type":"stop","a":tru}"#, #"{"type":"stop","a":nulll}"#,
      #"{"type":"stop","a":[1}"#, #"{"type":"stop","a":[1,]}"#, #"{"type":"stop","a":[1 2]}"#,
      #"{"type":"stop","a":{"b"}}"#, #"{"type":"stop","a":{"b":}}"#, #"{"type":"stop","a":{1:2}}"#,
      #"{"type":"stop","a":[}]}"#, #"{"type":"stop","a":"\x"}"#, #"{"type":"stop","a":"\u12G4"}"#,
      #"{"type":"stop","a":"\ud83d"}"#, #"{"type":"stop","a":"\ud83d\u0041"}"#,
      #"{"type":"stop","a":"\ude00"}"#, #"{"type":"stop","a":"b}"#, "{\"type\":\"st\top\"}",
    ])
  func aWrongFormIsNotRead(_ text: String) {
    #expect(throws: WireError.self) { try decodeClient(text) }
  }

  @Test(
    "an unusual form of JSON is read",
    arguments: [
      #" { "type" : "stop" , "request" : 7 } "#, #"{"request":7,"type":"stop"}"#,
      #"{"type":"stop","request":7.0}"#, #"{"type":"stop","request":70e-1}"#,
      #"{"ty\u0070e":"st\u006Fp","request":7}"#,
      #"{"type":"stop","future":[{"a":[]}],"request":7}"#,
      "{\"type\":\"stop\",\t\"request\":7,\"é\":\"\\ud83d\\ude00\"}\r",
    ])
  func anUnusualFormIsRead(_ text: String) throws {
    #expect(try decodeClient(text) == .stop(StopMessage(request: 7)))
  }

  @Test("a field of the wrong type is named, and the request is known")
  func aFieldOfTheWrongTypeIsNamedAndTheRequestIsKnown() {
    let line = #"{"type":"cancel","task":7,"force":1,"request":3}"#
    let incoming = IncomingMessage(Array(line.utf8)[...])
    #expect(incoming.request == 3)
    #expect(incoming.message == .failure(.malformed("the field \"force\" has another type")))
  }

  @Test("values within values are skipped to a depth of 64")
  func valuesWithinValuesAreSkippedToADepthOf64() throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      for (depth, isRead) in [(1, true), (64, true), (65, false), (9000, false)] {
        let value =
          String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        let message = try? decodeClient(#"{"type":"stop","a":\#(value)}"#)
        #expect((message == .stop(StopMessage())) == isRead, "\(open) \(depth)")
      }
    }
  }

  @Test("escapes are read as Foundation reads them")
  func escapesAreReadAsFoundationReadsThem() throws {
    var generator = SplitMix(seed: 9)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let units = [
          "\\n", "\\/", "\\u00e9", "\\ud83d\\ude00", "\\\"", "\\ud800", "\\udc00", "x", "日", "\\b",
        ]
        text += units.randomElement(using: &generator) ?? ""
      }
      let json = Array("\"\(text)\"".utf8)
      let known = try? JSONDecoder().decode(String.self, from: Data(json))
      #expect(String.value(inJSON: "\"\(text)\"") == known, "\(text)")
    }
  }

  /// The texts are of any length, and some are near to the middle between two values of `Double`.
  @Test("numbers are rounded as Swift rounds them")
  func numbersAreRoundedAsSwiftRoundsThem() {
    var generator = SplitMix(seed: 8)
    var texts = [
      "0", "-0", "0.0", "1", "9007199254740993", "9007199254740992.5", "9007199254740993.5",
      "0.3", "0.1000000000000000055", "1.7976931348623157", "9999999999999999999",
      "0.9999999999999999999", "1e3", "-1.5E-7", "1e+30", "123456789012345678901234567890",
      "4503599627370496.5", "4503599627370497.5", "0.000000000000000001",
    ]
    for _ in 0..<20_000 {
      let digits = String(UInt64.random(in: 0...9_999_999_999_999_999_999, using: &generator))
        .prefix(Int.random(in: 1...19, using: &generator))
      let whole = digits.prefix(Int.random(in: 1...digits.count, using: &generator))
      let fraction = digits.dropFirst(whole.count)
      texts.append(String(whole) + (fraction.isEmpty ? "" : "." + fraction))
    }
    for text in texts {
      var scanner = JSONScanner()
      #expect(scanner.number(Array(text.utf8).span) == Double(text), "\(text)")
    }
  }

  @Test("a command in the record is written as earlier programs wrote it")
  func aCommandInTheRecordIsWrittenAsEarlierProgramsWroteIt() throws {
    let words = ["/usr/bin/env", "a \"b\" \\", "日本語 é", ""]
    let known = String(decoding: try JSONEncoder().encode(words), as: UTF8.self)
    #expect(words.map { SanitisedText($0) }.jsonText(escapingSlashes: true) == known)
  }

  /// The line as this writes it, with its fields in another order, and with white space.
  private func expectSame<Body: MessageBody>(
    _ body: Body, _ generator: inout SplitMix
  ) throws {
    let line = try #require(body.line()).dropLast()
    let oracle = try #require(Oracle(line))
    #expect(oracle.type == Body.type)
    expectEqual(oracle.body(Body.self), body)
    expectEqual(try MessageReader(line).body(), body)
    let fields = oracle.fields.shuffled(using: &generator).map { field in
      "\"\(field.name)\" : " + String(decoding: field.json, as: UTF8.self)
    }
    let other = Array("{ \(fields.joined(separator: " ,\t")) }".utf8)[...]
    expectEqual(try MessageReader(other).body(), body)
  }

  /// A failure shows both values without a walk through them, which takes minutes for a task.
  private func expectEqual<Body: MessageBody>(_ read: Body?, _ body: Body) {
    let isSame = read == body
    #expect(isSame, "\(String(describing: read)) instead of \(body)")
  }

  private func expectSameOrNothing(_ line: ArraySlice<UInt8>) {
    let text = String(decoding: line, as: UTF8.self)
    let oracle = Oracle(line)
    if let message = try? ClientMessage(line: line) {
      let isSame = oracle.map { Self.body(of: message, equals: $0) } ?? false
      #expect(isSame, "\(text)")
    }
    if let message = try? HubMessage(line: line) {
      let isSame = oracle.map { Self.body(of: message, equals: $0) } ?? false
      #expect(isSame, "\(text)")
    }
  }

  private static func body(of message: ClientMessage, equals oracle: Oracle) -> Bool {
    switch message {
    case .hello(let body): oracle.body() == body
    case .begin(let body): oracle.body() == body
    case .submit(let body): oracle.body() == body
    case .update(let body): oracle.body() == body
    case .end(let body): oracle.body() == body
    case .unknown(let type): oracle.type == type
    default: true
    }
  }

  private static func body(of message: HubMessage, equals oracle: Oracle) -> Bool {
    switch message {
    case .hello(let body): oracle.body() == body
    case .begun(let body): oracle.body() == body
    case .change(let body): oracle.body() == body
    case .step(let body): oracle.body() == body
    case .unknown(let type): oracle.type == type
    default: true
    }
  }
}

extension LaunchTerms {
  fileprivate static func random(_ generator: inout SplitMix) -> LaunchTerms {
    var terms = LaunchTerms()
    terms.strategy = generator.maybe(.fail) ?? .queue
    terms.priority = .random(in: -2...2, using: &generator)
    terms.takesSlot = .random(using: &generator)
    terms.needs = generator.maybe(["gpu": 2, "a \"b\"": 1]) ?? [:]
    terms.dependencies =
      generator.maybe([
        Dependency(.key(.random(using: &generator)), needsSuccess: true),
        Dependency(.identifier("com.example"), needsSuccess: false),
      ]) ?? []
    terms.earliest = generator.maybe(EarliestStart(generator.time(), words: "until 22:00"))
    terms.conditions = StartCondition("load<2").flatMap { generator.maybe([$0]) } ?? []
    terms.whileConditions = StartCondition("ac").flatMap { generator.maybe([$0]) } ?? []
    terms.retries = .random(in: 0...2, using: &generator)
    terms.needsKnownGroup = .random(using: &generator)
    terms.slots = .random(in: 1...3, using: &generator)
    terms.gpus = generator.maybe(GPUChoice(among: [0, 2], share: 500)) ?? GPUChoice()
    terms.inherited.niceness = generator.maybe(-5)
    terms.inherited.limits =
      generator.maybe([ProcessLimit("nofile", soft: 512, hard: nil)]) ?? []
    return terms
  }
}
