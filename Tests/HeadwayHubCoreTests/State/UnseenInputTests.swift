import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("A queued task that waits for input at its terminal")
struct UnseenInputTests {
  private func bench(_ action: StallAction) throws -> HubBench {
    var bench = HubBench()
    try bench.run(.a, retries: 0) { $0.stallPolicy.action = action }
    return bench
  }

  @Test("is asked about after its own limit, and ends after the countdown, if it expires")
  func expires() throws {
    var bench = try bench(.expire)
    _ = bench.waitForInput()
    #expect(bench.look(after: .seconds(599)).ordersToWorkers.isEmpty)
    #expect(bench.look(after: .seconds(1)).ordersToWorkers == [.questionAsked(.input)])
    let task = try bench.task(.a)
    #expect(task.stall.kind == .input && task.stall.expiresIn == .seconds(30))
    #expect(task.question() == "Train has waited for input for 10 m. Continue or stop?")
    _ = bench.look(after: .seconds(30))
    #expect(try bench.task(.a).state == .cancelling)
  }

  @Test("is never asked about with another policy", arguments: [StallAction.ask, .ignore])
  func asks(_ action: StallAction) throws {
    var bench = try bench(action)
    _ = bench.waitForInput()
    #expect(bench.look(after: .seconds(7200)).ordersToWorkers.isEmpty)
    #expect(try bench.task(.a).stall.kind == nil)
    #expect(try bench.task(.a).needsAnswer)
  }

  @Test("is no longer asked about once somebody has answered at its terminal")
  func answered() throws {
    var bench = try bench(.expire)
    _ = bench.waitForInput()
    _ = bench.look(after: .seconds(600))
    let effects = bench.waitForInput(false)
    #expect(try bench.task(.a).stall.kind == nil)
    #expect(effects.saved.last?.question == nil)
    let later = bench.look(after: .seconds(30))
    #expect(later.ordersToWorkers == [.questionAsked(.silent)])
  }

  @Test("gets twice the time after a person's \"continue\"")
  func continued() throws {
    var bench = try bench(.expire)
    _ = bench.waitForInput()
    _ = bench.look(after: .seconds(600))
    _ = bench.send(.answerGiven(.key(.a), .continue, .on(9, 6)))
    #expect(try bench.task(.a).stall.kind == nil)
    #expect(bench.look(after: .seconds(1199)).ordersToWorkers.isEmpty)
    #expect(bench.look(after: .seconds(1)).ordersToWorkers == [.questionAsked(.input)])
  }

  @Test("waits from the end of a pause, not from its begin")
  func paused() throws {
    var bench = try bench(.expire)
    _ = bench.waitForInput()
    _ = bench.update(.a, .paused(true), by: 1)
    bench.step(.seconds(7200))
    _ = bench.update(.a, .paused(false), by: 1)
    #expect(bench.look(after: .seconds(599)).ordersToWorkers.isEmpty)
    #expect(bench.look(after: .seconds(1)).ordersToWorkers == [.questionAsked(.input)])
  }

  @Test("isn't ended by a later hub before its worker has said that it still waits")
  func laterHub() throws {
    var bench = try bench(.expire)
    _ = bench.waitForInput()
    let record = try #require(bench.look(after: .seconds(600)).saved.last)
    #expect(record.question?.kind == .input)
    var later = HubBench()
    _ = later.send(.recordLoaded([record], highestNumber: 1))
    _ = later.look(after: .seconds(60))
    #expect(try later.task(.a).state == .running)
    #expect(try later.task(.a).stall.kind != .input)
  }
}

extension HubBench {
  fileprivate mutating func waitForInput(_ waits: Bool = true) -> [HubEffect] {
    var report = WorkerReport()
    report.inputWait = waits ? .input : InputWaitReport.none
    return update(.a, report, by: 1)
  }

  fileprivate mutating func look(after time: Duration) -> [HubEffect] {
    step(time)
    return send(.wakeUpReached(.a))
  }
}
