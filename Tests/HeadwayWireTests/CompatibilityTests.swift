import HeadwayModel
import HeadwayWire
import Testing

@Suite struct CompatibilityTests {
  @Test("unknown types are taken as such")
  func unknownTypesAreTakenAsSuch() throws {
    guard case .unknown("teleport") = try decodeClient(#"{"type":"teleport","to":[1,{"a":2}]}"#)
    else { throw WireError.malformed("known") }
    guard case .unknown("news") = try decodeHub(#"{"type":"news"}"#)
    else { throw WireError.malformed("known") }
  }

  @Test("unknown fields are ignored")
  func unknownFieldsAreIgnored() throws {
    guard case .stop(let stop) = try decodeClient(#"{"type":"stop","request":3,"why":{"x":[]}}"#)
    else { throw WireError.malformed("no stop") }
    #expect(stop.request == 3)
  }

  @Test("nulls are left out fields")
  func nullsAreLeftOutFields() throws {
    guard
      case .update(let update) = try decodeClient(
        #"{"type":"update","task":7,"title":null,"completed":null,"request":null}"#)
    else { throw WireError.malformed("no update") }
    #expect(update.report == WorkerReport())
    #expect(update.request == nil)
  }

  @Test("the newest common version is spoken")
  func theNewestCommonVersionIsSpoken() {
    #expect(ProtocolVersion.agreed(with: [2, 1]) == 1)
    #expect(ProtocolVersion.agreed(with: [2]) == nil)
    #expect(ProtocolVersion.agreed(with: []) == nil)
    #expect(ProtocolVersion.agreed(with: [.min, .max, 1]) == 1)
  }

  @Test("unknown roles are commands")
  func unknownRolesAreCommands() throws {
    guard
      case .hello(let hello) = try decodeClient(
        #"{"type":"hello","versions":[1],"role":"oracle"}"#)
    else { throw WireError.malformed("no hello") }
    #expect(hello.role == .command)
  }

  @Test("unknown end details read as none")
  func unknownEndDetailsReadAsNone() throws {
    let details: [(String, EndReason)] = [
      (#""reason":"cancelled","detail":"aliens""#, .cancelled(by: .user)),
      (#""reason":"cancelled""#, .cancelled(by: .user)),
      (#""reason":"expired","detail":"user""#, .expired(.grace)),
      (#""reason":"completed","detail":"user""#, .completed),
    ]
    for (text, reason) in details {
      guard case .end(let end) = try decodeClient(#"{"type":"end","task":7,\#(text)}"#)
      else { throw WireError.malformed("no end") }
      #expect(end.ending == TaskEnding(reason: reason))
      let said = text.replacing(#""reason""#, with: #""endReason""#)
        .replacing(#""detail""#, with: #""endDetail""#)
      let key = "0123456789abcdef0123456789abcdef"
      let task = #"{"number":7,"key":"\#(key)","title":"t","state":"ended",\#(said)}"#
      guard case .change(let change) = try decodeHub(#"{"type":"change","task":\#(task)}"#)
      else { throw WireError.malformed("no change") }
      #expect(change.task.ending == TaskEnding(reason: reason))
    }
  }

  @Test(
    "exit statuses are checked and signals say more",
    arguments: [
      (#""exitCode":3"#, HeadwayModel.ExitStatus.code(3)), (#""signal":9"#, .signal(9)),
      (#""exitCode":3,"signal":9"#, .signal(9)), (#""exitCode":256"#, nil),
      (#""exitCode":-1"#, nil), (#""signal":0"#, nil), (#""signal":128,"exitCode":1"#, .code(1)),
    ])
  func exitStatusesAreCheckedAndSignalsSayMore(_ text: String, _ status: HeadwayModel.ExitStatus?)
    throws
  {
    guard
      case .end(let end) = try decodeClient(
        #"{"type":"end","task":7,"reason":"failed",\#(text)}"#)
    else { throw WireError.malformed("no end") }
    #expect(end.ending.status == status)
  }

  @Test(
    "tasks are named by number key or identifier",
    arguments: [
      ("7", "7"), ("\"7\"", "7"), ("\"com.example\"", "com.example"),
      ("\"0123456789ABCDEF0123456789abcdef\"", "0123456789abcdef0123456789abcdef"),
    ])
  func tasksAreNamedByNumberKeyOrIdentifier(_ json: String, _ name: String) throws {
    guard case .wait(let wait) = try decodeClient(#"{"type":"wait","task":\#(json)}"#)
    else { throw WireError.malformed("no wait") }
    #expect(wait.task == TaskReference(name))
  }

  @Test(
    "what names no task is refused",
    arguments: ["0", "-1", "\"\"", "\"0\"", "1.5", "[]", "null", "true", "9e99"])
  func whatNamesNoTaskIsRefused(_ json: String) {
    #expect(throws: WireError.self) { try decodeClient(#"{"type":"wait","task":\#(json)}"#) }
  }

  @Test(
    "required fields and types are checked",
    arguments: [
      #"{"type":"begin","title":"x"}"#, #"{"type":"begin","key":"12","title":"x"}"#,
      #"{"type":"begin","key":"0123456789abcdef0123456789abcdef"}"#, #"{"type":"hello"}"#,
      #"{"type":"hello","versions":1,"role":"worker"}"#, #"{"type":"end","task":7}"#,
      #"{"type":"answer","task":7,"answer":"maybe"}"#, #"{"type":7}"#, #"{}"#,
      #"{"type":"cancel","task":7,"force":1}"#, #"{"type":"stop","request":"1"}"#,
    ])
  func requiredFieldsAndTypesAreChecked(_ text: String) {
    #expect(throws: WireError.self) { try decodeClient(text) }
  }

  @Test(
    "a clean that says nothing or two things is refused",
    arguments: [
      #"{"type":"clean"}"#, #"{"type":"clean","task":7}"#, #"{"type":"clean","all":false}"#,
      #"{"type":"clean","filter":""}"#, #"{"type":"clean","filter":"  "}"#,
      #"{"type":"clean","tasks":null,"after":3}"#, #"{"type":"clean","tasks":[7],"all":true}"#,
      #"{"type":"clean","tasks":[7],"filter":"n:7"}"#,
      #"{"type":"clean","filter":"n:7","all":true}"#,
      #"{"type":"clean","all":1}"#, #"{"type":"clean","Tasks":[7]}"#,
    ])
  func aCleanThatSaysNothingOrTwoThingsIsRefused(_ text: String) {
    #expect(throws: WireError.self) { try decodeClient(text) }
  }

  @Test("an older clients clean of everything is told to update")
  func anOlderClientsCleanOfEverythingIsToldToUpdate() {
    let error = #expect(throws: WireError.self) {
      try decodeClient(#"{"type":"clean","request":1}"#)
    }
    guard case .malformed(let reason) = error else { return }
    #expect(reason.contains("nothing was cleaned") && reason.contains("update it"))
    #expect(!reason.contains("\n"))
  }

  @Test("an empty query isn't sent as everything")
  func anEmptyQueryIsNotSentAsEverything() throws {
    let line = try #require(CleanMessage(filter: .everything).line())
    #expect(throws: WireError.self) {
      try ClientMessage(line: line.dropLast()[...])
    }
  }

  @Test("an adjust means all its changes; a new command only with a key, and in its directory")
  func anAdjustMeansAllItsChanges() throws {
    let key = TaskKey(high: 1, low: 2)
    let cases: [(String, QueueAdjustment?)] = [
      (#""task":7,"priority":2000,"title":"x""#, .edit(TaskEdit(priority: 1000, title: "x"))),
      (#""task":"\#(key)","command":["ls"]"#, .command(["ls"], in: "/usr")),
      (#""task":7,"command":["ls"],"title":"x""#, nil),
      (#""task":7,"place":1"#, .place(of: .number(.first))), (#""task":7"#, nil),
    ]
    for (fields, change) in cases {
      guard case .adjust(let adjust) = try decodeClient(#"{"type":"adjust",\#(fields)}"#)
      else { throw WireError.malformed("no adjust") }
      #expect(adjust.adjustment(in: "/usr") == change, "\(fields)")
    }
  }

  @Test("a hub without features has none, and words of newer hubs are passed over")
  func aHubWithoutFeaturesHasNone() throws {
    for (name, has) in [("hub-hello", false), ("hub-hello-features", true)] {
      guard case .hello(let hello) = try HubMessage(line: Fixture(name).line)
      else { throw WireError.malformed("no hello") }
      #expect(hello.has(.edits) == has)
    }
  }

  @Test("an error names the field")
  func anErrorNamesTheField() {
    #expect(throws: WireError.malformed("the field \"title\" is missing")) {
      try decodeClient(
        #"{"type":"begin","key":"0123456789abcdef0123456789abcdef"}"#)
    }
    #expect(throws: WireError.malformed("the field \"total\" has another type")) {
      try decodeClient(#"{"type":"update","task":7,"total":"many"}"#)
    }
  }

  @Test("a workers new title is part of its whole state")
  func aWorkersNewTitleIsPartOfItsWholeState() {
    var report = WorkerReport()
    report.title = "Second half"
    let begin = BeginMessage(
      TaskDescription(key: TaskKey(high: 1, low: 2), title: "Export"), report)
    #expect(begin.description.title == "Second half")
  }
}
