import HeadwayHubCore
import HeadwayModel
import Testing

@Suite struct QuestionTests {
  @Test("a silent task is asked about on the card and to its worker")
  func aSilentTaskIsAskedAboutOnTheCardAndToItsWorker() throws {
    var bench = benchWithTask()
    bench.step(.seconds(30))
    let effects = bench.send(.wakeUpReached(.a))
    #expect(effects.first == .tellWorker(ConnectionID(1), .a, .questionAsked(.silent)))
    #expect(effects.saved.map(\.question?.kind) == [.silent] && effects.count == 2)
    #expect(bench.changes == [.changed(.a, .listing)])
    bench.step(.seconds(15))
    let task = try bench.task(.a)
    #expect(task.stall.kind == .silent && task.stall.time == .seconds(45) && task.needsAnswer)
    #expect(
      task.question() == "Export has been silent for 45 s. Continue or stop?")
  }

  @Test("a task that beats but stands still isn't advancing")
  func aTaskThatBeatsButStandsStillIsNotAdvancing() throws {
    var bench = benchWithTask()
    _ = bench.update(.a, .done(1, of: 10))
    for _ in 1...12 {
      bench.step(.seconds(10))
      _ = bench.send(.heartbeatReceived(.key(.a), estimated: nil, .on(1)))
    }
    #expect(
      bench.send(.wakeUpReached(.a)).ordersToWorkers == [.questionAsked(.notAdvancing)])
    #expect(try bench.task(.a).stall.time == .seconds(120))
  }

  @Test("a part that stands still isn't advancing")
  func aPartThatStandsStillIsNotAdvancing() throws {
    func asked(after reports: [ProgressReading]) -> [WorkerOrder] {
      var bench = benchWithTask()
      for reading in reports {
        var report = WorkerReport()
        report.reading = reading
        _ = bench.update(.a, report)
      }
      for _ in 1...12 {
        bench.step(.seconds(10))
        _ = bench.send(.heartbeatReceived(.key(.a), estimated: nil, .on(1)))
      }
      return bench.send(.wakeUpReached(.a)).ordersToWorkers
    }
    let part = ProgressReading(total: 0, phase: "in several parts", advance: .seen)
    #expect(asked(after: [part]) == [.questionAsked(.notAdvancing)])
    #expect(asked(after: [part, ProgressReading(advance: .unseen)]).isEmpty)
    #expect(asked(after: [part, ProgressReading(phase: "the rest")]).isEmpty)
    let known = ProgressReading(completed: 3, total: 4)
    #expect(asked(after: [known]) == [.questionAsked(.notAdvancing)])
    #expect(asked(after: [known, ProgressReading(advance: .unseen)]).isEmpty)
  }

  @Test("suspended time stalls nobody")
  func suspendedTimeStallsNobody() throws {
    var bench = benchWithTask()
    bench.suspend(.seconds(7200))
    #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers.isEmpty)
    #expect(try bench.task(.a).stall.kind == nil)
  }

  @Test("continuing doubles the patience durably")
  func continuingDoublesThePatienceDurably() throws {
    var bench = asked()
    let effects = bench.answer(.continue)
    #expect(effects.afterCommits == [.reply(.on(2, 6), .done)])
    #expect(effects.saved.map(\.patience) == [2])
    #expect(effects.wakeUps == [.seconds(60)])
    #expect(try bench.task(.a).stall.kind == nil)
    bench.step(.seconds(59))
    #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers.isEmpty)
    bench.step(.seconds(1))
    #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers == [.questionAsked(.silent)])
  }

  @Test("stopping cancels by the question and is durable")
  func stoppingCancelsByTheQuestionAndIsDurable() throws {
    var bench = asked()
    let effects = bench.answer(.stop)
    let order = CancelOrder(reason: .cancelled(by: .question), grace: .seconds(5))
    #expect(effects.ordersToWorkers == [.cancel(order)])
    #expect(effects.afterCommits == [.reply(.on(2, 6), .done)])
    #expect(effects.immediateReplies.isEmpty)
    let record = try #require(effects.saved.last)
    var later = HubBench()
    _ = later.send(.recordLoaded([record], highestNumber: 1))
    later.connect(1)
    #expect(later.begin(.a).ordersToWorkers == [.cancel(order)])
  }

  @Test("an answer to no question is refused")
  func anAnswerToNoQuestionIsRefused() throws {
    var bench = benchWithTask()
    let refusal = HubReply.refused(.nothingAsked(try number(1)))
    #expect(bench.answer(.continue) == [.reply(.on(2, 6), refusal)])
    _ = bench.end(.a)
    #expect(
      bench.answer(.stop) == [.reply(.on(2, 6), .refused(.alreadyEnded(try number(1))))])
  }

  @Test("a sign of life withdraws the question")
  func aSignOfLifeWithdrawsTheQuestion() throws {
    var bench = asked()
    _ = bench.send(.heartbeatReceived(.key(.a), estimated: nil, .on(1)))
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(try bench.task(.a).stall.kind == nil)
    let refusal = HubReply.refused(.nothingAsked(try number(1)))
    #expect(bench.answer(.stop) == [.reply(.on(2, 6), refusal)])
  }

  @Test("an unanswered question expires a task that expires")
  func anUnansweredQuestionExpiresATaskThatExpires() throws {
    var bench = benchWithTask { $0.stallPolicy = StallPolicy(action: .expire) }
    bench.step(.seconds(30))
    let asked = bench.send(.wakeUpReached(.a))
    #expect(asked.wakeUps == [.seconds(30)])
    bench.step(.seconds(10))
    #expect(try bench.task(.a).stall.expiresIn == .seconds(20))
    bench.step(.seconds(20))
    let order = CancelOrder(reason: .expired(.stall), grace: .seconds(5))
    #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers == [.cancel(order)])
    #expect(try bench.task(.a).state == .cancelling)
    #expect(try bench.task(.a).stall.kind == nil)
  }

  @Test("a later hub asks at once again, with the same end of the countdown")
  func questionAcrossHubs() throws {
    var bench = benchWithTask(isSupervisor: true) { $0.stallPolicy = StallPolicy(action: .expire) }
    bench.step(.seconds(30))
    let record = try #require(bench.send(.wakeUpReached(.a)).saved.last)
    var later = HubBench()
    later.step(.seconds(40))
    _ = later.send(.recordLoaded([record], highestNumber: 1))
    var task = try later.task(.a)
    #expect(task.stall.kind == .silent && task.stall.time == .seconds(40))
    #expect(task.stall.expiresIn == .seconds(20))
    later.connect(1, isSupervisor: true)
    #expect(later.begin(.a).ordersToWorkers == [.questionAsked(.silent)])
    task = try later.task(.a)
    #expect(task.stall.kind == .silent, "what it says again is no sign of life")
    let sign = later.update(.a, WorkerReport(), isRecognised: true)
    #expect(try later.task(.a).stall.kind == nil && sign.saved.map(\.question) == [nil])
  }

  @Test("what has advanced since isn't asked about, and nobody's time is up before they are back")
  func questionOutlived() throws {
    var bench = benchWithTask(isSupervisor: true) { $0.stallPolicy = StallPolicy(action: .expire) }
    _ = bench.update(.a, .done(1, of: 10), isRecognised: true)
    for _ in 1...12 {
      bench.step(.seconds(10))
      _ = bench.send(.heartbeatReceived(.key(.a), estimated: nil, .on(1)))
    }
    let record = try #require(bench.send(.wakeUpReached(.a)).saved.last)
    #expect(record.question?.kind == .notAdvancing)
    var later = HubBench()
    later.step(.seconds(600))
    _ = later.send(.recordLoaded([record], highestNumber: 1))
    #expect(try later.task(.a).stall.expiresIn == .seconds(2))
    later.connect(1, isSupervisor: true)
    let orders = later.begin(.a, report: .done(2, of: 10)).ordersToWorkers
    #expect(orders.isEmpty)
    #expect(try later.task(.a).stall.kind == nil)
  }

  @Test("a paused task isn't asked about and starts afresh")
  func aPausedTaskIsNotAskedAboutAndStartsAfresh() throws {
    var bench = benchWithTask()
    bench.step(.seconds(29))
    _ = bench.update(.a, .paused(true))
    bench.step(.seconds(600))
    #expect(bench.send(.wakeUpReached(.a)).isEmpty)
    #expect(bench.update(.a, .paused(false)).wakeUps == [.seconds(30)])
    bench.step(.seconds(29))
    #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers.isEmpty)
  }

  @Test("waiting for input holds the clocks and needs you")
  func waitingForInputHoldsTheClocksAndNeedsYou() throws {
    var bench = benchWithTask()
    var report = WorkerReport()
    report.inputWait = .input
    _ = bench.update(.a, report)
    bench.step(.seconds(600))
    #expect(bench.send(.wakeUpReached(.a)).isEmpty)
    #expect(try bench.task(.a).needsAnswer)
    #expect(try bench.task(.a).stall.kind == nil)
  }

  @Test("a terminal that is closed is no sign of life")
  func aTerminalThatIsClosedIsNoSignOfLife() throws {
    var bench = asked()
    var report = WorkerReport()
    (report.foreground, report.isAttachable) = (false, true)
    _ = bench.update(.a, report)
    bench.step(.seconds(5))
    #expect(try bench.task(.a).stall.time == .seconds(35))
    report.subtitle = "goes on"
    _ = bench.update(.a, report)
    #expect(try bench.task(.a).stall.kind == nil)
  }

  private func asked() -> HubBench {
    var bench = benchWithTask()
    bench.step(.seconds(30))
    #expect(!bench.send(.wakeUpReached(.a)).ordersToWorkers.isEmpty)
    return bench
  }
}

extension HubBench {
  fileprivate mutating func answer(_ answer: StallAnswer) -> [HubEffect] {
    send(.answerGiven(.key(.a), answer, .on(2, 6)))
  }
}
