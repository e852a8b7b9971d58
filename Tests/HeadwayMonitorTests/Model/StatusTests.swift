import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// What the monitor tells a terminal of all tasks.
@Suite("The terminal's status of all tasks")
struct StatusTests {
  private func records(_ tasks: [TaskSnapshot]) -> [String: TerminalStatus.Record] {
    MonitorModel(80, 24, tasks).terminalRecords(at: .start)
  }

  @Test("without tasks nothing is told")
  func nothing() {
    #expect(records([]).isEmpty)
    #expect(records([task(1, "Queued") { $0.state = .queued }]).isEmpty)
  }

  @Test("the whole has the mean percent, and each task its own record")
  func working() {
    let told = records([
      task(1, "One") { $0.measure(4, of: 10) },
      task(2, "Two") { $0.measure(6, of: 10) },
      task(3, "Three"),
    ])
    #expect(told[""]?.state == .working && told[""]?.percent == 50)
    #expect(told["n1"]?.percent == 40 && told["n3"]?.percent == nil)
    #expect(told["n2"]?.title == "Two" && told.count == 4)
  }

  @Test("a task that needs a person goes before all, with its words")
  func asking() {
    let told = records([
      task(1, "One"), task(2, "Agent") { $0.programState = .permission },
    ])
    #expect(told[""]?.state == .blocked && told[""]?.message == "Agent: needs you: permission")
    #expect(told["n2"]?.state == .permission)
  }

  @Test("a sensitive task has its number, and no line")
  func sensitive() {
    let told = records([
      task(7, "Secret") { ($0.sensitive, $0.subtitle, $0.programState) = (true, "x", .question) }
    ])
    #expect(told["n7"]?.title == "Task 7" && told["n7"]?.message == nil)
    #expect(told[""]?.message == "Task 7: needs you: question")
  }

  @Test("a terminal keeps 64 records, so no more are told")
  func many() {
    #expect(records((1...200).map { task($0, "T") }).count == TerminalStatus.recordLimit)
  }
}
