import HeadwayModel
import SeededRandomness
import Testing

@testable import HeadwayWire

/// What workers say once, and the answers to it, written and read without the library: as the library
/// writes and reads them.
@Suite struct PlainWorkerMessageTests {
  private let codec = WireCodec()
  private static let key = "0123456789abcdef0123456789abcdef"
  private static let damage: [UInt8] = [
    0, 9, 0x20, 0x22, 0x2C, 0x2D, 0x30, 0x5B, 0x5C, 0x5D, 0x7D, 0x7F, 0x80, 0xFF,
  ]

  @Test("what is written has the librarys fields")
  func whatIsWrittenHasTheLibrarysFields() throws {
    var generator = SplitMix(seed: 21)
    try expectSame(ClientHello(role: .supervisor))
    try expectSame(ClientHello(role: .monitor, client: nil))
    for _ in 0..<500 {
      try expectSame(BeginMessage.random(&generator))
      try expectSame(UpdateMessage.random(&generator))
      try expectSame(EndMessage.random(&generator))
      let begin = BeginMessage.random(&generator)
      try expectSame(
        SubmitMessage(Submission(begin.description, LaunchTerms(), report: begin.report)))
      let length = Int.random(in: 0...300, using: &generator)
      let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      try expectSame(PayloadMessage(begin.description.key, part: bytes[...]))
    }
  }

  /// Those of which a short task is made, as this writes them: not one of them is left to the library,
  /// but for texts with escapes.
  @Test("what is written is read as the library reads it")
  func whatIsWrittenIsReadAsTheLibraryReadsIt() throws {
    var generator = SplitMix(seed: 22)
    for _ in 0..<500 {
      let begin = BeginMessage.random(&generator)
      try expectReadWithoutLibrary(ClientHello(role: .worker))
      try expectReadWithoutLibrary(begin)
      try expectReadWithoutLibrary(EndMessage.random(&generator))
      try expectReadWithoutLibrary(
        SubmitMessage(Submission(begin.description, LaunchTerms(), report: begin.report)))
      let bytes = (0..<100).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      try expectReadWithoutLibrary(PayloadMessage(begin.description.key, part: bytes[...]))
    }
  }

  @Test(
    "what isn't plain, isn't known, or is wrong in what a client says is left to the library",
    arguments: [
      #"{"type":"hello","versions":[1]}"#, #"{"type":"hello","versions":1,"role":"worker"}"#,
      #"{"type":"hello","versions":[1.5],"role":"worker"}"#,
      #"{"type":"hello","versions":["1"],"role":"worker"}"#,
      #"{"type":"hello","versions":[1],"role":"admirer"}"#,
      #"{"type":"begin","key":"KEY"}"#, #"{"type":"begin","key":"KE","title":"t"}"#,
      #"{"type":"begin","key":"KEY","title":"t","more":1}"#,
      #"{"type":"begin","key":"KEY","title":"t","command":["a",1]}"#,
      #"{"type":"begin","key":"KEY","title":"t","command":"a"}"#,
      #"{"type":"begin","key":"KEY","title":"t","grace":-1}"#,
      #"{"type":"begin","key":"KEY","title":"t","sensitive":1}"#,
      #"{"type":"begin","key":"KEY","title":"t","parent":null}"#,
      #"{"type":"begin","key":"KEY","title":"t","startedAt":"today"}"#,
      #"{"type":"submit","key":"KEY","title":"t","priority":1}"#,
      #"{"type":"submit","key":"KEY","title":"t","when":[]}"#,
      #"{"type":"end","task":"com.example","reason":"completed"}"#,
      #"{"type":"end","task":7,"reason":"completed"}"#,
      #"{"type":"end","task":"KEY","reason":"vanished"}"#,
      #"{"type":"end","task":"KEY","reason":"failed","exitCode":3000000000}"#,
      #"{"type":"cancel","task":"KEY"}"#, "{}", "",
    ])
  func clientsWordsLeftAlone(_ form: String) {
    let line = Array(form.replacing("KEY", with: Self.key).utf8)[...]
    #expect(ClientMessage(plain: line) == nil)
  }

  @Test("damaged words of clients are never read otherwise")
  func damagedWordsOfClientsAreNeverReadOtherwise() {
    let forms = [
      #"{"type":"submit","request":1,"key":"KEY","title":"t é","command":["a","b"],"grace":2.5}"#,
      #"{"type":"end","request":2,"task":"KEY","reason":"failed","exitCode":3,"launch":2}"#,
      #"{"type":"hello","versions":[1,2],"role":"worker","client":"headway 0.1.0"}"#,
    ]
    for form in forms {
      let line = Array(form.replacing("KEY", with: Self.key).utf8)
      for place in line.indices {
        expectSameOrLeftAloneOfClient(line[..<place])
        for byte in Self.damage {
          var damaged = line
          damaged[place] = byte
          expectSameOrLeftAloneOfClient(damaged[...])
        }
      }
    }
  }

  @Test("an end of a task named otherwise is written by the library")
  func anEndOfATaskNamedOtherwiseIsWrittenByTheLibrary() {
    let end = EndMessage(
      task: .identifier("com.example"), TaskEnding(reason: .completed, status: .code(0)))
    #expect(end.plainLine == nil)
    #expect(codec.line(end) != nil)
  }

  @Test("a submission on terms is written by the library")
  func aSubmissionOnTermsIsWrittenByTheLibrary() throws {
    var terms = LaunchTerms()
    terms.priority = 1
    let task = TaskDescription(key: try #require(TaskKey(Self.key)), title: "t")
    let submit = SubmitMessage(Submission(task, terms))
    #expect(submit.plainLine == nil)
    #expect(codec.line(submit) != nil)
  }

  @Test("answers are read as the library reads them")
  func answersAreReadAsTheLibraryReadsThem() throws {
    let key = try #require(TaskKey(Self.key))
    let number = try #require(TaskNumber(7))
    let ending = TaskEnding(reason: .expired(.stall), status: .signal(9))
    try expectRead(HubHello(version: 1, hub: "headway 0.1.0", pid: 4711))
    try expectRead(BegunMessage(request: 1, key: key, number: number))
    try expectRead(BegunMessage(request: nil, key: key, number: number))
    try expectRead(SubmittedMessage(request: 1, key: key, number: number))
    try expectRead(SubmittedMessage(request: nil, key: key, number: number))
    try expectRead(EndedMessage(request: 2, key: key, number: number, ending: ending))
    try expectRead(
      EndedMessage(
        request: nil, key: key, number: number, ending: TaskEnding(reason: .lost, status: nil)))
  }

  @Test("what is rare in an answer is written too")
  func whatIsRareInAnAnswerIsWrittenToo() throws {
    let key = try #require(TaskKey(Self.key))
    let (number, other) = (try #require(TaskNumber(7)), try #require(TaskNumber(6)))
    try expectSame(HubHello(version: 1, hub: "h", pid: 1, configProblem: "line 1: \"x\" isn't é"))
    try expectSame(
      HubHello(version: 1, hub: "h", pid: 1, tellingFailure: "on-finish: exit code 1\n"))
    try expectSame(HubHello(version: 1, hub: "h", pid: 1, recordNotice: "1 change may be lost"))
    try expectSame(SubmittedMessage(request: nil, key: key, number: number, replaces: other))
  }

  @Test(
    "a part of a payload that isn't as this writes it is left to the library",
    arguments: [
      #"{"type":"payload","key":"KEY"}"#, #"{"type":"payload","key":"KEY","data":"YQ"}"#,
      #"{"type":"payload","key":"KE","data":"YQ=="}"#, #"{"key":"KEY","type":"payload","data":""}"#,
      #"{"type":"payload","key":"KEY","data":"YQ==","more":1}"#,
      #"{"type":"payload","key":"KEY","data":"YQ=="} x"#, #"{"type":"payload","#,
    ])
  func payloadLeftAlone(_ form: String) {
    let line = Array(form.replacing("KEY", with: Self.key).utf8)[...]
    #expect(PayloadMessage(plain: line) == nil)
  }

  @Test(
    "what isn't plain, or is wrong, is left to the library",
    arguments: [
      "", "{}", #"{"type":"goodbye","reason":"x"}"#, #"{"type":"hello"}"#,
      #"{"type":"hello","version":01,"hub":"h","pid":1}"#,
      #"{"type":"hello","version":+1,"hub":"h","pid":1}"#,
      #"{"type":"hello","version":1,"version":1,"hub":"h","pid":1}"#,
      #"{"type":"hello","version":1,"hub":"a\"b","pid":1}"#,
      #"{"type":"hello","version":1,"hub":"h","pid":1,"configProblem":"line 1"}"#,
      #"{"type":"hello","version":1,"hub":"h","pid":3000000000}"#,
      #"{"type":"begun","key":"KEY","number":0}"#, #"{"type":"begun","key":"KE","number":1}"#,
      #"{"type":"begun","key":"KEY","number":1,"request":"1"}"#,
      #"{"type":"submitted","key":"KEY","number":0}"#,
      #"{"type":"submitted","key":"KEY","number":2,"replaces":1}"#,
      #"{"type":"submitted","key":"KEY","number":1,"request":null}"#,
      #"{"type":"ended","key":"KEY","number":1}"#,
      #"{"type":"ended","key":"KEY","number":1,"reason":"vanished"}"#,
      #"{"type":"ended","key":"KEY","number":1,"reason":"lost","detail":1}"#,
      #"{"type":"ended","key":"KEY","number":1,"reason":"lost","exitCode":null}"#,
      #"{"type":"ended","key":"KEY","number":1,"reason":"lost","signal":3000000000}"#,
    ])
  func leftAlone(_ form: String) {
    let line = Array(form.replacing("KEY", with: Self.key).utf8)[...]
    #expect(HubMessage(plainReply: line) == nil)
  }

  /// Cut anywhere, or with any byte changed, it reads as the library does or not at all.
  @Test("damaged answers are never read otherwise")
  func damagedAnswersAreNeverReadOtherwise() {
    let form =
      #"{"type":"ended","request":2,"key":"KEY","number":12,"reason":"failed","exitCode":3}"#
    let line = Array(form.replacing("KEY", with: Self.key).utf8)
    for place in line.indices {
      expectSameOrLeftAlone(line[..<place])
      for byte in Self.damage {
        var damaged = line
        damaged[place] = byte
        expectSameOrLeftAlone(damaged[...])
      }
    }
  }

  private func expectSame(_ body: some MessageBody) throws {
    let plain = try #require(body.plainLine)
    let written = try #require(codec.encode(Typed(body))).dropLast()
    #expect(try JSONValue(plain) == JSONValue(Array(written)))
  }

  private func expectRead(_ body: some MessageBody) throws {
    let line = try #require(codec.encode(Typed(body))).dropLast()
    let plain = try #require(HubMessage(plainReply: line))
    #expect(try codec.decode(HubMessage.self, from: line) == plain)
    try expectSame(body)
  }

  private func expectReadWithoutLibrary(_ body: some MessageBody) throws {
    let line = try #require(codec.line(body)).dropLast()
    let plain = ClientMessage(plain: line)
    if !line.contains(UInt8(ascii: "\\")) { #expect(plain != nil) }
    if let plain { #expect(try codec.decode(ClientMessage.self, from: line) == plain) }
  }

  private func expectSameOrLeftAloneOfClient(_ line: ArraySlice<UInt8>) {
    guard let plain = ClientMessage(plain: line) else { return }
    let isSame = (try? codec.decode(ClientMessage.self, from: line)) == plain
    #expect(isSame, "\(String(decoding: line, as: UTF8.self))")
  }

  private func expectSameOrLeftAlone(_ line: ArraySlice<UInt8>) {
    guard let plain = HubMessage(plainReply: line) else { return }
    let isSame = (try? codec.decode(HubMessage.self, from: line)) == plain
    #expect(isSame, "\(String(decoding: line, as: UTF8.self))")
  }
}
