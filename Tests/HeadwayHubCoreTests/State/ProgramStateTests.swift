import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

/// The state that a program tells of itself.
@Suite("The state that a program tells")
struct ProgramStateTests {
  private func told(_ state: ProgramState, _ message: SanitisedText? = nil) -> WorkerReport {
    var report = WorkerReport()
    (report.programState, report.subtitle) = (state, message)
    return report
  }

  @Test(
    "a program that says that it waits needs a person, also in the foreground",
    arguments: [ProgramState.blocked, .permission, .question, .signIn])
  func blocked(_ state: ProgramState) throws {
    var bench = benchWithTask()
    _ = bench.update(.a, told(state, "Run rm -rf build?"))
    let task = try bench.task(.a)
    #expect(task.needsAnswer && task.programState == state)
    #expect(task.waitSentence == state.words && task.subtitle == "Run rm -rf build?")
    #expect(HubSummary.of(task).needsYou == 1)
    bench.step(.seconds(600))
    #expect(bench.send(.wakeUpReached(.a)).isEmpty, "nobody is asked about it")
    _ = bench.update(.a, told(.working))
    #expect(try !bench.task(.a).needsAnswer && bench.task(.a).programState == nil)
  }

  @Test("what the program says goes before what its terminal shows")
  func strongest() throws {
    var bench = benchWithTask()
    var report = told(.permission)
    (report.inputWait, report.isInteractive, report.foreground) = (.input, true, true)
    _ = bench.update(.a, report)
    #expect(try bench.task(.a).waitSentence == "needs you: permission")
    _ = bench.update(.a, told(.working))
    #expect(try !bench.task(.a).needsAnswer, "an editor before its user needs nobody else")
  }

  @Test(
    "a program that rests isn't asked about, and doesn't need a person",
    arguments: [ProgramState.idle, .done, .error])
  func resting(_ state: ProgramState) throws {
    var bench = benchWithTask()
    _ = bench.update(.a, told(state))
    bench.step(.seconds(600))
    #expect(bench.send(.wakeUpReached(.a)).isEmpty)
    let task = try bench.task(.a)
    #expect(!task.needsAnswer && task.state == .running && task.programState == state)
    _ = bench.update(.a, told(.working))
    bench.step(.seconds(30))
    _ = bench.send(.wakeUpReached(.a))
    #expect(try bench.task(.a).stall.kind == .silent)
  }

  @Test("a halted task and an ended one say nothing of themselves")
  func silent() throws {
    var bench = benchWithTask()
    _ = bench.update(.a, told(.question))
    _ = bench.update(.a, .paused(true))
    #expect(try !bench.task(.a).needsAnswer && bench.task(.a).programState == nil)
    _ = bench.update(.a, .paused(false))
    #expect(try bench.task(.a).needsAnswer)
    _ = bench.end(.a)
    #expect(try bench.task(.a).programState == nil)
  }
}

extension HubSummary {
  fileprivate static func of(_ task: TaskSnapshot) -> HubSummary {
    var summary = HubSummary()
    summary.add(task)
    return summary
  }
}
