import HeadwayModel
import HeadwayRecognition
import Testing

/// The Program Status Protocol (OSC 7501), by the limits of its revision 0.4.
@Suite("The Program Status Protocol") struct ProgramStatusTests {
  private typealias Command = ProgramStatusCommand
  private typealias Event = ProgramStatusScanner.Event

  private func events(_ text: String, cutAt cut: Int? = nil) -> [Event] {
    var scanner = ProgramStatusScanner()
    var found: [Event] = []
    let bytes = Array(text.utf8)
    for part in [bytes[..<(cut ?? 0)], bytes[(cut ?? 0)...]] {
      Array(part).withUnsafeBytes { scanner.consume($0) { found.append($0) } }
    }
    return found
  }

  private func report(_ body: String) -> ProgramStatus? {
    guard case .report(let status, _) = Command("7501;\(body)".utf8) else { return nil }
    return status
  }

  private func summary(_ bodies: String...) -> ProgramStatusBoard.Summary? { summary(many: bodies) }

  private func summary(many bodies: [String]) -> ProgramStatusBoard.Summary? {
    var board = ProgramStatusBoard()
    for body in bodies { for event in events("\u{1B}]7501;\(body)\u{07}") { board.note(event) } }
    return board.summary
  }

  private static let hello = "aGVsbG8="

  @Test("a report has its state, percent, app and texts")
  func wholeReport() throws {
    let status = try #require(
      report("state=working:progress=40:app=brew:title=dGl0bGU=:msg=\(Self.hello)"))
    #expect(status.state == .working && status.percent == 40)
    #expect(status.app == "brew" && status.title == "title" && status.message == "hello")
  }

  @Test(
    "each state and kind is known; a kind is of a block only",
    arguments: [
      ("state=idle", ProgramState.idle), ("state=working", .working), ("state=done", .done),
      ("state=error", .error), ("state=blocked", .blocked),
      ("state=blocked:kind=permission", .permission), ("state=blocked:kind=question", .question),
      ("state=blocked:kind=auth", .signIn), ("state=blocked:kind=tea", .blocked),
      ("state=working:kind=auth", .working), ("kind=auth:state=blocked", .signIn),
    ])
  func states(_ body: String, _ state: ProgramState) {
    #expect(report(body)?.state == state)
  }

  @Test(
    "a report beyond a limit counts for nothing",
    arguments: [
      "", "progress=40", "state=asleep", "state=", "state=working:progress=101",
      "state=working:progress=-1", "state=working:progress=1000", "state=working:progress=",
      "state=working:msg=aGVsbG8", "state=working:msg=a", "state=working:msg=aGVs_G8=",
      "state=working:msg=aG9sYQoK", "state=working:msg=aGV=",
      "state=working:app=\(String(repeating: "a", count: 33))",
      "state=working:id=", "state=working:id=a//b", "state=working:id=/a", "state=working:id=a/",
      "state=working:id=\(String(repeating: "a", count: 33))",
      "state=working:id=1/2/3/4/5/6/7/8/9", "state=working:id=a,b",
      "state=working:msg=\u{1}", "state=working:msg=/w==",
    ])
  func refused(_ body: String) {
    #expect(Command("7501;\(body)".utf8) == nil)
  }

  @Test("the limits themselves are within")
  func limits() {
    let name = String(repeating: "a", count: 32)
    #expect(report("state=working:app=\(name):progress=100")?.percent == 100)
    #expect(report("state=working:id=\(name)/\(name)/\(name)") != nil)
    #expect(report("state=working:id=1/2/3/4/5/6/7/8") != nil)
    let longest = String(repeating: "YWFh", count: 682) + "YWE="
    #expect(report("state=working:msg=\(longest)") != nil)
    #expect(report("state=working:msg=YWFh\(longest)") == nil)
    let title = String(repeating: "YWFh", count: 64)
    #expect(report("state=working:title=\(title)") != nil)
    #expect(report("state=working:title=\(title)YWFh") == nil)
  }

  @Test("a malformed pair and an unknown key are skipped; of two values the last counts")
  func lenient() {
    #expect(report("state=working:nonsense:X=1:=2:speed=9:progress=4:progress=5")?.percent == 5)
    #expect(report("state=done:state=error")?.state == .error)
    #expect(report("state=working:abcdefghijklmnopq=1")?.state == .working)
  }

  @Test("a percent is of work and of a block only")
  func percentOfState() {
    #expect(report("state=blocked:progress=40")?.percent == 40)
    #expect(report("state=done:progress=40")?.percent == .some(nil))
  }

  @Test("the output may be cut anywhere, and either terminator ends a command")
  func cuts() {
    for terminator in ["\u{07}", "\u{1B}\\"] {
      let text = "a\r日\u{1B}]7501;state=working:progress=7\(terminator)b"
      let whole = events(text)
      #expect(whole.count == 1)
      for cut in 0...text.utf8.count { #expect(events(text, cutAt: cut) == whole, "cut at \(cut)") }
    }
  }

  @Test("a command that is wrapped for tmux is found too")
  func wrapped() {
    #expect(events("\u{1B}Ptmux;\u{1B}\u{1B}]7501;?\u{1B}\u{1B}\\\u{1B}\\") == [.command(.query)])
  }

  @Test("a question, a prompt and a reset are found; what only looks like one isn't")
  func others() {
    #expect(events("\u{1B}]7501;?\u{1B}\\\u{1B}[c") == [.command(.query), .attributesQuery])
    #expect(events("\u{1B}[0c\u{1B}[?c\u{1B}[>c\u{1B}[1c") == [.attributesQuery])
    #expect(
      events("\u{1B}]133;A\u{07}\u{1B}]133;A;k=s\u{07}\u{1B}]133;AB\u{07}\u{1B}]133;B\u{07}") == [
        .prompt, .prompt,
      ])
    #expect(events("\u{1B}c") == [.reset])
    #expect(events("\u{1B}]7501;state=done\n\u{07}\u{1B}]7501;state=done\u{18}\u{07}").isEmpty)
    #expect(events("\u{1B}P7501;state=done\u{1B}\\\u{1B}]7501;state=done\u{1B}[m").isEmpty)
    #expect(events("\u{1B}]75010;?\u{07}\u{1B}]9;4;1;5\u{07}").isEmpty)
  }

  @Test("a command of more than 4096 bytes counts for nothing, and the next one counts again")
  func long() {
    let filler = String(repeating: "x=1:", count: 1100)
    let text = "\u{1B}]7501;state=done:\(filler)\u{07}\u{1B}]7501;state=idle\u{07}"
    #expect(events(text).count == 1)
  }

  @Test("each report replaces its record as a whole; clear takes all beneath with it")
  func records() {
    #expect(summary("state=working:progress=40:msg=\(Self.hello)", "state=working")?.message == nil)
    #expect(summary("state=working", "state=clear") == nil)
    #expect(summary("state=working:id=a", "state=working:id=a/b", "state=clear:id=a") == nil)
    #expect(summary("state=working:id=a", "state=clear:id=ab") != nil)
  }

  @Test("a part that waits for a person goes before the root, and is named")
  func blockedPart() {
    let part = summary(
      "state=working:progress=40:app=agent",
      "state=blocked:kind=permission:id=a/b:msg=\(Self.hello)")
    #expect(part?.state == .permission && part?.percent == 40)
    #expect(part?.message == "agent: hello")
    let both = summary(
      "state=blocked:kind=question:msg=\(Self.hello)", "state=blocked:kind=auth:id=a")
    #expect(both?.state == .question && both?.message == "hello")
  }

  @Test(
    "a record with a malformed path isn't the root's",
    arguments: ["id=日", "id=s/日", "id=a b", "id", "id=", "id=a//b", "id=/a"])
  func wrongPath(pair: String) {
    #expect(summary("state=working:progress=35", "state=working:progress=3:\(pair)")?.percent == 35)
  }

  @Test("the root's record stays however many are told")
  func rootStays() {
    let many = (0..<80).map { "state=working:id=n\($0)" }
    #expect(summary(many: ["state=working:progress=35"] + many)?.percent == 35)
  }

  @Test("all records beneath the root are subtasks, in the order of their paths, with short texts")
  func subtasks() {
    var board = ProgramStatusBoard()
    let reports = [
      "state=working:progress=40:app=agent", "state=blocked:kind=permission:id=b:msg=\(Self.hello)",
      "state=working:progress=7:id=a/x", "state=done:id=a:app=make",
    ]
    for text in reports {
      for event in events("\u{1B}]7501;\(text)\u{07}") { board.note(event) }
    }
    #expect(
      board.subtasks == [
        ToldSubtask(id: "a", name: "a", state: .done),
        ToldSubtask(id: "a/x", name: "a/x", state: .working, percent: 7),
        ToldSubtask(id: "b", name: "b", state: .permission, message: "hello"),
      ])
    #expect(board.subtasks.last?.words == "b: needs you: permission, hello")
    let long = SanitisedText(String(repeating: "x", count: 300), limit: .line)
    let subtask = ToldSubtask(id: "c", name: long, state: .idle, message: long)
    #expect(subtask.name.string.count <= 33 && (subtask.message?.string.count ?? 0) <= 81)
  }

  @Test("a shell's prompt ends work and blocks; done, error and idle stay; a reset ends all")
  func lifetime() {
    var board = ProgramStatusBoard()
    for event in events("\u{1B}]7501;state=working\u{07}\u{1B}]7501;state=done:id=a\u{07}") {
      board.note(event)
    }
    board.note(.prompt)
    #expect(board.recordCount == 1)
    board.note(.reset)
    #expect(board.summary == nil)
  }

  @Test("of more than 64 records the one told longest ago goes")
  func bound() {
    var board = ProgramStatusBoard()
    for number in 0..<100 {
      for event in events("\u{1B}]7501;state=working:id=n\(number)\u{07}") { board.note(event) }
    }
    #expect(board.recordCount == ProgramStatusBoard.recordLimit)
  }

  @Test("a percent that falls begins a phase, and one that goes takes the measure back")
  func phases() throws {
    var phases = ProgramStatusPhases()
    func reading(_ percent: Int?) -> ProgressReading? {
      phases.reading(of: ProgramStatusBoard.Summary(percent: percent))
    }
    let first = try #require(reading(40))
    #expect(first.completed == 4000 && first.phase == nil)
    #expect(reading(40) == nil)
    #expect(reading(60)?.phase == nil)
    let second = try #require(reading(10)?.phase)
    #expect(reading(20)?.phase == second)
    let rest = try #require(reading(nil))
    #expect(rest.completed == nil && rest.total == 0 && rest.phase != second)
    #expect(reading(30)?.phase != rest.phase)
  }

  @Test("a terminal's answer is kept from the keys, however it is cut")
  func answers() {
    for terminator in ["\u{07}", "\u{1B}\\"] {
      let keys = Array("a\u{1B}]7501;?\(terminator)\u{1B}[Ab".utf8)
      for cut in 0...keys.count {
        var filter = ProgramStatusAnswerFilter()
        let passed = filter.pass(Array(keys[..<cut])) + filter.pass(Array(keys[cut...]))
        let isWithinIntroducer = cut == 2 || cut == 3
        #expect((passed == Array("a\u{1B}[Ab".utf8)) != isWithinIntroducer, "cut at \(cut)")
      }
    }
  }

  @Test(
    "other keys pass at once, Alt-] too",
    arguments: ["\u{1B}", "\u{1B}]", "\u{1B}[A", "\u{1B}]7501;state=done\u{07}", "日本"])
  func otherKeys(_ keys: String) {
    var filter = ProgramStatusAnswerFilter()
    #expect(filter.pass(Array(keys.utf8)) == Array(keys.utf8) && !filter.hasAnswer)
  }
}
