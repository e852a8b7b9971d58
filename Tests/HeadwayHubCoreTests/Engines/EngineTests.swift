import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

/// Tasks that another engine than the queue of the hub runs.
@Suite("Tasks of another engine")
struct EngineTests {
  private let one: TaskNumber
  private let engine = Requester.on(99)

  init() throws { one = try #require(TaskNumber(1)) }

  /// A hub with a client, and the connection that stands for the engine.
  private func bench() -> HubBench {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    bench.connect(99, isSupervisor: true)
    return bench
  }

  private func submit(
    _ key: TaskKey, to bench: inout HubBench, _ adjust: (inout LaunchTerms) -> Void = { _ in }
  ) -> [HubEffect] {
    bench.submit(key) { _, terms in
      terms.engine = EngineTerms("slurm")
      adjust(&terms)
    }
  }

  private func job(_ id: SanitisedText, waits: SanitisedText? = nil) -> EngineJob {
    var job = EngineJob(engine: "slurm", id: id)
    job.wait = waits
    return job
  }

  private func report(
    _ job: EngineJob, of key: TaskKey, launch: Int = 1, to bench: inout HubBench
  ) -> [HubEffect] {
    bench.send(.jobReported(key, launch: launch, job, engine))
  }

  @Test("the submission is answered once the record has the job's name")
  func answered() throws {
    var bench = bench()
    let effects = submit(.a, to: &bench)
    #expect(effects.launches == [.a])
    #expect(!effects.afterCommits.contains(.reply(.on(9, 1), .submitted(.a, one))))
    let reported = report(job("17"), of: .a, to: &bench)
    #expect(reported.saved.map(\.job?.id) == ["17"])
    #expect(reported.afterCommits == [.reply(.on(9, 1), .submitted(.a, one))])
    let task = try bench.task(.a)
    #expect(task.state == .queued && task.jobWords == "Slurm 17")
    #expect(report(job("17", waits: "resources"), of: .a, to: &bench).saved.isEmpty)
    #expect(
      try bench.task(.a).waitingWords(separator: " · ") == "queued · Slurm 17 · waits for resources"
    )
  }

  @Test("such tasks need no slot, and no resource of this machine")
  func noSlot() throws {
    var bench = bench()
    for key in [TaskKey.a, .b, .c] {
      #expect(submit(key, to: &bench) { $0.needs = ["gpu": 4] }.launches == [key])
    }
  }

  @Test("a task that the engine refuses is gone, and its submitter learns why")
  func refused() throws {
    for isFinal in [true, false] {
      var bench = bench()
      _ = submit(.a, to: &bench)
      let effects = bench.send(.jobRefused(.a, launch: 1, "no such partition", isFinal: isFinal))
      let refusal = HubReply.refused(.engineRefused("no such partition", isFinal: isFinal))
      #expect(effects.contains(.forget([.a], then: [.reply(.on(9, 1), refusal)])))
      #expect(bench.state.snapshot(of: .a, at: bench.now) == nil)
    }
  }

  @Test("a task that was acknowledged before waits for another try, or fails")
  func refusedLater() throws {
    var bench = bench()
    bench.connect(1, isSupervisor: true)
    bench.begin(.b)
    let effects = submit(.a, to: &bench) {
      $0.dependencies = [Dependency(.key(.b), needsSuccess: true)]
    }
    let two = try #require(TaskNumber(2))
    #expect(effects.afterCommits.contains(.reply(.on(9, 1), .submitted(.a, two))))
    #expect(bench.end(.b).launches == [.a])
    _ = bench.send(.jobRefused(.a, launch: 1, "Slurm doesn't answer", isFinal: false))
    #expect(try bench.task(.a).state == .queued && bench.task(.a).subtitle != nil)
    bench.step(.seconds(60))
    #expect(bench.send(.wakeUpReached(.a)).launches == [.a])
    _ = bench.send(.jobRefused(.a, launch: 1, "no such account", isFinal: true))
    #expect(try bench.task(.a).ending?.reason == .failed)
  }

  @Test("the engine waits for its own jobs; a task of this hub is waited for here")
  func dependencies() throws {
    var bench = bench()
    _ = submit(.a, to: &bench)
    _ = report(job("17"), of: .a, to: &bench)
    let after: (inout LaunchTerms) -> Void = {
      $0.dependencies = [Dependency(.key(.a), needsSuccess: true)]
    }
    #expect(submit(.b, to: &bench, after).launches == [.b])
    _ = report(job("18"), of: .b, to: &bench)
    #expect(bench.submit(.c) { _, terms in after(&terms) }.launches.isEmpty)
    let ending = TaskEnding(reason: .failed, status: .code(1))
    let effects = bench.send(.taskEnded(.key(.a), ending, launch: 1, engine))
    #expect(effects.ordersToWorkers.count == 1, "the job that can't succeed is cancelled")
    #expect(try bench.task(.c).ending?.reason == .cancelled(by: .dependency))
  }

  @Test("a task that ends before its engine has it is answered")
  func endsEarly() throws {
    var bench = bench()
    bench.connect(1, isSupervisor: true)
    bench.begin(.b)
    _ = bench.end(.b, .failed)
    let two = try #require(TaskNumber(2))
    let effects = submit(.a, to: &bench) {
      $0.dependencies = [Dependency(.key(.b), needsSuccess: true)]
    }
    #expect(try bench.task(.a).ending?.reason == .cancelled(by: .dependency))
    #expect(effects.afterCommits.contains(.reply(.on(9, 1), .submitted(.a, two))))
  }

  @Test("orders go to the engine; one that came before the job had a name follows it")
  func orders() throws {
    var bench = bench()
    _ = submit(.a, to: &bench)
    _ = bench.send(.cancelRequested(.key(.a), isForced: false, .on(9, 5)))
    let effects = report(job("17"), of: .a, to: &bench)
    guard case .cancel(let order)? = effects.ordersToWorkers.first else {
      Issue.record("no cancel: \(effects)")
      return
    }
    #expect(order.reason == .cancelled(by: .user))
    _ = submit(.b, to: &bench)
    _ = report(job("18"), of: .b, to: &bench)
    #expect(bench.send(.pauseRequested(.key(.b), .on(9, 6))).ordersToWorkers == [.pause(by: .user)])
    var held = job("18")
    held.isHeld = true
    _ = report(held, of: .b, to: &bench)
    #expect(try bench.task(.b).isHeldByPerson)
    #expect(
      bench.send(.resumeRequested(.key(.b), .on(9, 7))).ordersToWorkers == [.resume(by: .user)])
  }

  @Test("a job that can never start needs a person")
  func hindered() throws {
    var bench = bench()
    _ = submit(.a, to: &bench)
    var hopeless = job("17")
    hopeless.hindrance = "can never start: asks for 64 CPUs, main has 2"
    _ = report(hopeless, of: .a, to: &bench)
    let task = try bench.task(.a)
    #expect(task.needsAnswer && task.obstacleWords == hopeless.hindrance?.string)
  }

  @Test("a job that its engine suspends is never asked about, and isn't resumed from here")
  func suspended() throws {
    var bench = bench()
    _ = submit(.a, to: &bench)
    _ = report(job("17"), of: .a, to: &bench)
    var task = TaskDescription(key: .a, title: "a")
    task.launch = 1
    _ = bench.send(.taskBegan(task, WorkerReport(), engine))
    var halted = job("17")
    halted.isSuspended = true
    _ = report(halted, of: .a, to: &bench)
    #expect(try bench.task(.a).state == .suspended)
    #expect(
      try bench.task(.a).waitingWords(separator: " · ")
        == "suspended · Slurm 17 · waits for its cluster to resume it")
    bench.step(.seconds(3600))
    _ = bench.send(.wakeUpReached(.a))
    #expect(try bench.task(.a).stall.kind == nil)
    let refused = bench.send(.resumeRequested(.key(.a), .on(9, 3)))
    #expect(
      refused.contains {
        if case .reply(_, .refused(.suspended)) = $0 { true } else { false }
      })
    _ = report(job("17"), of: .a, to: &bench)
    #expect(try bench.task(.a).state == .running)
    #expect(try bench.task(.a).stall.kind == nil, "the clocks begin anew")
  }

  @Test("a job that runs once more is the next attempt, and the connection stays")
  func requeued() throws {
    var bench = bench()
    _ = submit(.a, to: &bench)
    _ = report(job("17"), of: .a, to: &bench)
    let begun = TaskDescription(key: .a, title: "Train")
    _ = bench.send(.taskBegan(begun, .done(40, of: 100), engine))
    #expect(try bench.task(.a).state == .running)
    _ = bench.send(
      .jobRequeued(
        .a, launch: 2, job("17", waits: "its turn"), after: .expired(.preemption)))
    let waiting = try bench.task(.a)
    #expect(
      waiting.state == .queued && waiting.attempt == 2
        && waiting.terms.earlierEnds.map(\.ending.reason) == [.expired(.preemption)])
    var again = begun
    again.launch = 2
    _ = bench.send(.taskBegan(again, .done(1, of: 100), engine))
    let task = try bench.task(.a)
    #expect(task.state == .running && task.progress.completed == 1)
    _ = bench.send(
      .taskEnded(.key(.a), TaskEnding(reason: .completed), launch: 1, engine))
    #expect(try bench.task(.a).state == .running, "the end of the first run")
  }

  @Test("a later hub asks the engine for the task, whether it ran or not")
  func restart() throws {
    for state in [TaskState.starting, .running] {
      var bench = bench()
      _ = submit(.a, to: &bench)
      _ = report(job("17"), of: .a, to: &bench)
      if state == .running {
        _ = bench.send(
          .taskBegan(TaskDescription(key: .a, title: "Train"), WorkerReport(), engine))
      }
      let record = try #require(bench.state.record(of: .key(.a)))
      var later = self.bench()
      let effects = later.send(.recordLoaded([record], highestNumber: 1))
      #expect(effects.contains(.searchSupervisor(.a, launch: 1)))
      #expect(!effects.contains { if case .watchProcess = $0 { true } else { false } })
      _ = report(job("17", waits: "resources"), of: .a, to: &later)
      #expect(try later.task(.a).job?.id == "17")
    }
  }

  @Test("the parts of an array are answered together, or withdrawn together")
  func array() throws {
    for isAccepted in [true, false] {
      var bench = bench()
      let batch = [TaskKey.a, .b, .c].enumerated().map { place, key in
        var terms = LaunchTerms()
        terms.engine = EngineTerms("slurm")
        terms.array = ArrayPart(index: place, count: 3)
        return BatchedSubmission(
          line: place + 1, Submission(TaskDescription(key: key, title: "p"), terms))
      }
      let effects = bench.carryOut(.batchSubmitted(batch, .on(9, 1)))
      #expect(effects.launches == [.a, .b, .c])
      #expect(!effects.afterCommits.contains(.reply(.on(9, 1), .submitted(.a, one))))
      var answers: [HubEffect] = []
      for (place, key) in [TaskKey.a, .b, .c].enumerated() {
        answers +=
          isAccepted
          ? report(job(SanitisedText("17_\(place)")), of: key, to: &bench)
          : bench.send(.jobRefused(key, launch: 1, "no", isFinal: true))
      }
      if isAccepted {
        #expect(answers.afterCommits == [.reply(.on(9, 1), .submitted(.a, one))])
      } else {
        #expect(
          answers.filter { if case .forget(_, let then) = $0 { !then.isEmpty } else { false } }
            .count == 1)
        #expect(bench.state.snapshot(of: .c, at: bench.now) == nil)
      }
    }
  }
}
