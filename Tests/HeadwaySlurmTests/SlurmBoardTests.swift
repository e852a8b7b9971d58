import HeadwayModel
import HeadwaySlurm
import Testing

/// What follows from the two sides that tell of a job.
@Suite("The board of jobs")
struct SlurmBoardTests: BoardSuite {
  let key = TaskKey(high: 1, low: 2)
  let id: SlurmJobID

  init() throws { id = try #require(SlurmJobID("17")) }

  @Test("a change of what a job waits for is told once")
  func waiting() throws {
    var board = board()
    let waits = job(.pending) { ($0.reason, $0.partition) = ("Resources", "main") }
    let first = note([waits], on: &board, at: 0)
    guard case .job(key, launch: 1, let seen)? = first.first else {
      Issue.record("no news: \(first)")
      return
    }
    #expect(seen.wait == "resources (main)" && !seen.isHeld && seen.hindrance == nil)
    #expect(note([waits], on: &board, at: 30).isEmpty)
    let runs = job(.running) { ($0.nodes, $0.timeLeft) = ("n1", .seconds(60)) }
    let news = note([runs], on: &board, at: 60)
    #expect(news.count == 2 && news.contains(.limit(key, endsAt: moment(120).wall)))
    let later = job(.running) { ($0.nodes, $0.timeLeft) = ("n1", .seconds(30)) }
    #expect(note([later], on: &board, at: 90).isEmpty, "the limit is where it was")
  }

  @Test("an end that the supervisor wrote counts at once")
  func written() throws {
    var board = board()
    _ = board.noteBegin(of: key, launch: 1)
    let news = board.noteEnd(
      of: key, launch: 1, TaskEnding(reason: .failed, status: .code(3)), endedAt: nil,
      at: moment(1).awake)
    #expect(ending(news)?.0 == TaskEnding(reason: .failed, status: .code(3)))
    #expect(board.isEmpty)
  }

  @Test(
    "of an end by a signal, Slurm knows why",
    arguments: [
      (SlurmState.cancelled, EndReason.cancelled(by: .engine)), (.timeout, .expired(.timeLimit)),
      (.nodeFail, .expired(.nodeFailure)), (.failed, .failed), (.outOfMemory, .failed),
    ])
  func stopped(_ state: SlurmState, _ reason: EndReason) throws {
    var board = board()
    _ = board.noteBegin(of: key, launch: 1)
    let killed = TaskEnding(reason: .failed, status: .signal(15))
    #expect(board.noteEnd(of: key, launch: 1, killed, endedAt: nil, at: moment(1).awake).isEmpty)
    #expect(board.awaitsWord(at: moment(3).awake))
    #expect(note([job(.completing)], on: &board, at: 2).filter { $0.isEnd }.isEmpty)
    let end = try #require(ending(note([job(state)], on: &board, at: 3)))
    #expect(end.0.reason == reason && end.0.status == .signal(15))
  }

  @Test("a cancel that this hub ordered is a cancel, whatever the command makes of SIGTERM")
  func ordered() throws {
    for status in [ExitStatus.code(3), .signal(15), .code(143)] {
      var board = board()
      _ = board.noteBegin(of: key, launch: 1)
      board.noteOrder(key, .cancelled(by: .question), at: moment(0).awake)
      let news = board.noteEnd(
        of: key, launch: 1, TaskEnding(reason: .failed, status: status), endedAt: nil,
        at: moment(1).awake)
      #expect(
        ending(news)?.0 == TaskEnding(reason: .cancelled(by: .question), status: status))
    }
    var board = board()
    board.noteOrder(key, .expired(.stall), at: moment(0).awake)
    let news = note([job(.cancelled)], on: &board, at: 1)
    #expect(ending(news)?.0.reason == .expired(.stall))
  }

  @Test("a job that never ran ends with Slurm's word; one that ran gets time for its own")
  func slurmsWord() throws {
    var board = board()
    let cancelled = ending(note([job(.cancelled)], on: &board, at: 1))
    #expect(cancelled?.0.reason == .cancelled(by: .engine))
    board = self.board()
    let failed = job(.failed) { ($0.nodes, $0.exit) = ("n1", .code(3)) }
    #expect(note([failed], on: &board, at: 1).isEmpty && board.awaitsWord(at: moment(1).awake))
    #expect(note([failed], on: &board, at: 20).isEmpty)
    let end = ending(note([failed], on: &board, at: 21))
    #expect(end?.0 == TaskEnding(reason: .failed, status: .code(3)))
  }

  @Test("a preempted job that isn't requeued is over at once, and one that may be after a minute")
  func preempted() throws {
    for (isRequeuable, patience) in [(false, 0), (true, 60)] {
      var board = board()
      _ = board.noteBegin(of: key, launch: 1)
      let preempted = job(.preempted) { ($0.nodes, $0.isRequeuable) = ("n1", isRequeuable) }
      if patience > 0 {
        #expect(note([preempted], on: &board, at: 10).isEmpty)
        #expect(note([preempted], on: &board, at: 69).isEmpty)
      }
      let end = try #require(ending(note([preempted], on: &board, at: 10 + patience)))
      #expect(end.0.reason == .expired(.preemption) && end.1 == "preempted by another job")
    }
  }

  @Test("a run that ended by a preemption is told apart from one that somebody requeued")
  func returns() throws {
    for (before, reason) in [
      (SlurmState.preempted, EndReason.expired(.preemption)), (.running, .expired(.requeue)),
    ] {
      var board = board()
      _ = board.noteBegin(of: key, launch: 1)
      _ = note([job(before) { $0.nodes = "n1" }], on: &board, at: 5)
      let news = note([job(.pending) { $0.reason = "BeginTime" }], on: &board, at: 15)
      guard case .requeued(key, launch: 2, _, reason)? = news.first else {
        Issue.record("\(news)")
        continue
      }
    }
  }

  @Test("a supervisor that was killed writes no end, so that Slurm's word counts at once")
  func killed() throws {
    var board = board()
    _ = board.noteBegin(of: key, launch: 1)
    let killed = job(.failed) { ($0.nodes, $0.exit) = ("n1", .signal(9)) }
    let end = try #require(ending(note([killed], on: &board, at: 10)))
    #expect(end.0 == TaskEnding(reason: .failed, status: .signal(9)))
  }

  @Test("a job that Slurm runs once more has another launch")
  func requeued() throws {
    var board = board()
    _ = board.noteBegin(of: key, launch: 1)
    let news = note([job(.pending) { $0.reason = "BeginTime" }], on: &board, at: 5)
    guard case .requeued(key, launch: 2, _, _)? = news.first else {
      Issue.record("no requeue: \(news)")
      return
    }
    #expect(board.noteBegin(of: key, launch: 2).isEmpty, "known already")
    #expect(board.noteBegin(of: key, launch: 1).isEmpty, "the supervisor of the first run")
    // A requeue between two looks shows in the next begin only.
    let unseen = board.noteBegin(of: key, launch: 3)
    guard case .requeued(key, launch: 3, _, _)? = unseen.first else {
      Issue.record("no requeue: \(unseen)")
      return
    }
    #expect(
      board.noteEnd(
        of: key, launch: 2, TaskEnding(reason: .completed), endedAt: nil, at: moment(9).awake
      ).isEmpty, "the end of an earlier run")
  }

  @Test("a job that Slurm forgot is asked about after two looks, and is lost if nobody knows")
  func forgotten() throws {
    var board = board()
    #expect(note([], on: &board, at: 0).isEmpty)
    #expect(note([], on: &board, at: 30) == [.inquiry(key, id)])
    let lost = board.noteOutcome(nil, of: key, at: moment(31).awake)
    #expect(ending(lost)?.0.reason == .lost)
    board = self.board()
    let foreign = job(.running) { $0.comment = "headway:\(TaskKey(high: 9, low: 9)).1" }
    #expect(note([foreign], on: &board, at: 0).isEmpty, "the number of somebody else's job now")
  }

  @Test("a command that ends well of SIGTERM is done only if Slurm let it end")
  func graceful() throws {
    let written = TaskEnding(reason: .cancelled(by: .terminal), status: .code(0))
    for (state, reason) in [
      (SlurmState.completed, EndReason.completed), (.timeout, .expired(.timeLimit)),
      (.cancelled, .cancelled(by: .engine)),
    ] {
      var board = board()
      _ = board.noteBegin(of: key, launch: 1)
      #expect(board.noteEnd(of: key, launch: 1, written, endedAt: nil, at: moment(1).awake).isEmpty)
      let end = try #require(ending(note([job(state)], on: &board, at: 2)))
      #expect(end.0 == TaskEnding(reason: reason, status: .code(0)))
    }
    for (status, reason) in [
      (ExitStatus.code(1), EndReason.failed), (.signal(15), .cancelled(by: .terminal)),
    ] {
      var board = board()
      _ = board.noteBegin(of: key, launch: 1)
      let later = TaskEnding(reason: .cancelled(by: .terminal), status: status)
      _ = board.noteEnd(of: key, launch: 1, later, endedAt: nil, at: moment(1).awake)
      let end = try #require(ending(note([job(.failed)], on: &board, at: 2)))
      #expect(end.0 == TaskEnding(reason: reason, status: status))
    }
    var board = board()
    _ = board.noteBegin(of: key, launch: 1)
    _ = board.noteEnd(of: key, launch: 1, written, endedAt: nil, at: moment(1).awake)
    let requeued = note([job(.pending)], on: &board, at: 300)
    #expect(ending(requeued) == nil && !board.isEmpty, "Slurm runs the job once more")
  }

  @Test("a cut answer says nothing of the jobs that it lacks; a told end outlives Slurm's memory")
  func incomplete() throws {
    var board = board()
    for second in 0..<3 {
      let news = board.note([], isComplete: false, at: moment(second)) { _ in "" }
      #expect(news.isEmpty)
    }
    let killed = job(.outOfMemory) { $0.nodes = "n1" }
    #expect(note([killed], on: &board, at: 10).isEmpty)
    let end = ending(board.noteOutcome(nil, of: key, at: moment(15).awake))
    #expect(end?.0.reason == .failed && end?.1 == "out of memory")
  }

  @Test("an element that Slurm drops from its array was cancelled; by this hub, if it ordered that")
  func dropped() throws {
    for isOrdered in [true, false] {
      var board = SlurmBoard()
      let id = try #require(SlurmJobID("17_5"))
      _ = board.add(key, launch: 1, id: id, mark: SlurmMark(key, launch: 1))
      if isOrdered { board.noteOrder(key, .cancelled(by: .user), at: moment(0).awake) }
      let other = SlurmJob(id: try #require(SlurmJobID("17_4")), state: .running)
      #expect(note([other], on: &board, at: 0).isEmpty, "a file of the job may be late")
      let end = try #require(ending(note([other], on: &board, at: 1)))
      #expect(end.0.reason == .cancelled(by: isOrdered ? .user : .engine))
    }
  }

  @Test("a silent Slurm is told once, and once more when it is back; nothing else changes")
  func silent() throws {
    var board = board()
    let words: SanitisedText = "doesn't answer since 14:02"
    guard case .job(_, _, let job)? = board.noteSilence(words).first else {
      Issue.record("no news")
      return
    }
    #expect(job.silence == words && job.words == "Slurm 17 (doesn't answer since 14:02)")
    #expect(board.noteSilence(words).isEmpty)
    #expect(board.noteSilence(nil).count == 1)
  }

  @Test("an hour of a thousand jobs costs at most 120 looks")
  func manyJobs() throws {
    var board = SlurmBoard()
    var pace = LookPace()
    var jobs: [SlurmJob] = []
    for number in 1...1000 {
      let key = TaskKey(high: 7, low: UInt64(number))
      let id = try #require(SlurmJobID(number: number))
      _ = board.add(key, launch: 1, id: id, mark: SlurmMark(key, launch: 1))
      jobs.append(SlurmJob(id: id, state: .pending))
      pace.noteSubmission()
    }
    var (time, looks) = (Duration.zero, 0)
    while time < .seconds(3600) {
      // One job begins with each look, so that there always is news.
      if looks < jobs.count { jobs[looks].state = .running }
      let news = board.note(jobs, at: moment(Int(time.components.seconds))) { _ in "" }
      pace.noteLook(changed: !news.isEmpty)
      (time, looks) = (time + pace.pause, looks + 1)
    }
    #expect(looks <= 120)
  }

  @Test("Slurm alone tells of the begin and the end of a job that somebody else submitted")
  func adopted() throws {
    var board = SlurmBoard()
    let seen = board.adopt(key, launch: 1, id: id, output: "/tmp/out")
    #expect(seen.output == "/tmp/out" && !seen.hasSupervisor && board.isAdopted(key))
    let mark = SlurmMark(TaskKey(high: 5, low: 6), launch: 1)
    let waits = job(.pending) { ($0.reason, $0.comment) = ("Resources", "headway:\(mark)") }
    #expect(note([waits], on: &board, at: 0).count == 1, "a mark of another hub is no obstacle")
    let runs = job(.running) { ($0.nodes, $0.startsAt) = ("n1", moment(20).wall) }
    let news = note([runs], on: &board, at: 30)
    #expect(news.contains(.began(key, launch: 1, at: moment(20).wall)))
    #expect(note([runs], on: &board, at: 60).isEmpty, "a begin is told once")
    let failed = job(.failed) { ($0.exit, $0.endsAt) = (.code(3), moment(70).wall) }
    let end = note([failed], on: &board, at: 90)
    #expect(ending(end)?.0 == TaskEnding(reason: .failed, status: .code(3)))
    #expect(board.isEmpty, "no file of a supervisor is awaited")
  }

  @Test("Slurm alone tells of a job on a node that sees no folder of the hub")
  func farNode() throws {
    var board = SlurmBoard()
    let seen = board.add(
      key, launch: 1, id: id, mark: SlurmMark(key, launch: 1), folder: "/f", nodeFolder: "name")
    #expect(seen.nodeFolder == "name" && seen.hasSupervisor && !board.isAdopted(key))
    let runs = job(.running) { $0.nodes = "n1" }
    #expect(note([runs], on: &board, at: 0).contains(.began(key, launch: 1, at: nil)))
    #expect(board.noteBegin(of: key, launch: 1).isEmpty, "a step told of the begin too")
    board.noteOrder(key, .cancelled(by: .user), at: moment(0).awake)
    let over = job(.failed) { $0.exit = .code(143) }
    #expect(ending(note([over], on: &board, at: 30))?.0.reason == .cancelled(by: .user))
  }

  @Test(
    "a job whose nodes are being configured hasn't begun",
    arguments: [SlurmState.configuring, .stageOut])
  func configuring(state: SlurmState) {
    var board = SlurmBoard()
    _ = board.adopt(key, launch: 1, id: id)
    let news = note([job(state)], on: &board, at: 0)
    #expect(!news.contains { if case .began = $0 { true } else { false } })
  }

  @Test("an end that the supervisor on a far node gave by its status", arguments: [100, 10])
  func farTimeLimit(seconds: Int) {
    var board = SlurmBoard()
    let mark = SlurmMark(key, launch: 1)
    _ = board.add(
      key, launch: 1, id: id, mark: mark, nodeFolder: "name", timeLimit: .seconds(60))
    _ = note([job(.running) { $0.startsAt = moment(0).wall }], on: &board, at: 0)
    let over = job(.failed) { ($0.exit, $0.endsAt) = (.code(124), moment(seconds).wall) }
    let reason = ending(note([over], on: &board, at: 200))?.0.reason
    #expect(reason == (seconds == 100 ? .expired(.timeLimit) : .failed), "no guess")
  }

  @Test("an adopted job that began and ended between two looks has the times of both")
  func adoptedAndOver() throws {
    var board = SlurmBoard()
    _ = board.adopt(key, launch: 1, id: id)
    let over = job(.completed) {
      ($0.nodes, $0.comment) = ("n1", "")
      ($0.startsAt, $0.endsAt) = (moment(2).wall, moment(7).wall)
    }
    let news = note([over], on: &board, at: 9)
    guard case .began(key, launch: 1, at: moment(2).wall)? = news.first else {
      Issue.record("\(news)")
      return
    }
    #expect(ending(news)?.0.reason == .completed && news.count == 2)
    var never = SlurmBoard()
    _ = never.adopt(key, launch: 1, id: id)
    let cancelled = job(.cancelled) { ($0.comment, $0.startsAt) = ("", moment(2).wall) }
    #expect(note([cancelled], on: &never, at: 9).count == 1, "it never had a node")
  }

  @Test("an adopted job that runs once more waits again, and begins again")
  func adoptedRequeue() throws {
    var board = SlurmBoard()
    _ = board.adopt(key, launch: 1, id: id)
    let runs = job(.running) { $0.nodes = "n1" }
    _ = note([runs], on: &board, at: 0)
    let again = note([job(.pending) { $0.reason = "BeginTime" }], on: &board, at: 30)
    guard case .requeued(key, launch: 2, _, _)? = again.first else {
      Issue.record("no requeue: \(again)")
      return
    }
    #expect(note([runs], on: &board, at: 60).contains(.began(key, launch: 2, at: nil)))
  }

  @Test("an adopted job that Slurm has forgotten is lost, unless the accounts know it")
  func adoptedAbsence() throws {
    var board = SlurmBoard()
    _ = board.adopt(key, launch: 1, id: id)
    _ = note([job(.running)], on: &board, at: 0)
    #expect(note([], on: &board, at: 30).isEmpty)
    #expect(note([], on: &board, at: 60) == [.inquiry(key, id)])
    let end = board.noteOutcome(nil, of: key, at: moment(61).awake)
    #expect(ending(end)?.0.reason == .lost)
  }
}
