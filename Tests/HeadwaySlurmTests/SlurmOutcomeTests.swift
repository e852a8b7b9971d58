import HeadwayModel
import HeadwaySlurm
import Testing

/// The ends of jobs.
@Suite struct SlurmOutcomeTests {
  private func outcome(
    _ state: SlurmState, _ exit: HeadwayModel.ExitStatus? = nil, reason: SanitisedText = "",
    node: SanitisedText = "n1"
  ) -> SlurmOutcome {
    var outcome = SlurmOutcome(state: state)
    (outcome.exit, outcome.reason, outcome.node) = (exit, reason, node)
    return outcome
  }

  private func expect(
    _ outcome: SlurmOutcome, ordered: Bool = false, _ reason: EndReason,
    _ status: HeadwayModel.ExitStatus? = nil, words: SanitisedText? = nil
  ) {
    let end = outcome.ending(orderedCancel: ordered)
    #expect(end?.ending == TaskEnding(reason: reason, status: status))
    #expect(end?.words == words)
  }

  @Test("a job that completed or failed has its own status") func ownEnds() {
    expect(outcome(.completed, .code(0)), .completed, .code(0))
    expect(outcome(.failed, .code(3), reason: "NonZeroExitCode"), .failed, .code(3))
    expect(outcome(.failed, .signal(11), reason: "JobLaunchFailure"), .failed, .signal(11))
    expect(
      outcome(.failed, .code(0), reason: "JobLaunchFailure"), .failed,
      words: "Slurm couldn't start it")
    expect(
      outcome(.failed, .signal(53), reason: "JobLaunchFailure"), .failed,
      words: "Slurm couldn't start it")
    expect(
      outcome(.failed, .code(1), reason: "BadConstraints"), .failed, .code(1),
      words: "Slurm says BadConstraints")
  }

  @Test("a cancel that wasn't ordered here came from somebody in Slurm") func cancels() {
    expect(
      outcome(.cancelled, .signal(15)), .cancelled(by: .engine), .signal(15),
      words: "cancelled in Slurm")
    expect(outcome(.cancelled, .signal(15)), ordered: true, .cancelled(by: .user), .signal(15))
    expect(outcome(.cancelled, .code(143)), ordered: true, .cancelled(by: .user), .code(143))
    expect(outcome(.failed, .signal(9)), ordered: true, .cancelled(by: .user), .signal(9))
    expect(outcome(.failed, .code(3)), ordered: true, .failed, .code(3))
    expect(outcome(.completed, .code(0)), ordered: true, .completed, .code(0))
    var other = outcome(.cancelled, .signal(15))
    other.canceller = 0
    #expect(
      other.ending(orderedCancel: false, user: 1000)?.words == "cancelled in Slurm by root")
    #expect(other.ending(orderedCancel: false, user: 0)?.words == "cancelled in Slurm")
    other.canceller = 1001
    #expect(
      other.ending(orderedCancel: false, user: 0)?.words == "cancelled in Slurm by user 1001")
  }

  @Test("limits, memory and lost nodes are told apart") func limits() {
    expect(outcome(.timeout, .code(0)), .expired(.timeLimit), words: "its Slurm time limit")
    expect(outcome(.deadline), .expired(.timeLimit), words: "its Slurm deadline")
    expect(outcome(.outOfMemory, .signal(125)), .failed, words: "out of memory")
    expect(outcome(.nodeFail, .code(0)), .expired(.nodeFailure), words: "node n1 failed")
    expect(outcome(.nodeFail, node: ""), .expired(.nodeFailure), words: "its node failed")
    expect(
      outcome(.nodeFail, node: "n[1-2]"), .expired(.nodeFailure),
      words: "one of the nodes n[1-2] failed")
    expect(outcome(.bootFail), .expired(.nodeFailure), words: "node n1 didn't boot")
    expect(outcome(.preempted), .expired(.preemption), words: "preempted by another job")
    expect(outcome(.other), .lost, words: "its Slurm state is unknown to Headway")
    #expect(outcome(.preempted).mayBeRequeued)
    #expect(!outcome(.timeout).mayBeRequeued)
    for state in [SlurmState.preempted, .nodeFail, .bootFail] {
      var outcome = outcome(state)
      outcome.isRequeuable = false
      #expect(!outcome.mayBeRequeued, "its submission forbids that")
      outcome.isRequeuable = true
      #expect(outcome.mayBeRequeued)
    }
  }

  @Test("only a job that is over has an end", arguments: SlurmState.allCases)
  func ends(_ state: SlurmState) {
    let hasEnd = outcome(state).ending(orderedCancel: false) != nil
    #expect(hasEnd == (state.isEnd || state == .other))
    #expect([state.isEnd, state.isWaiting, state.isActive, state == .other].count { $0 } == 1)
  }

  @Test("the end of a job comes from squeue") func queue() throws {
    let jobs = SlurmQueue.jobs(in: Recorded.queue.flatMap { $0 }).jobs
    let failed = SlurmOutcome(try #require(jobs.first { $0.id.number == 26 }))
    expect(failed, .failed, .code(3))
    #expect(failed.endedAt == WallTime(millisecondsSinceEpoch: 1_795_969_251_000))
    #expect(failed.node == "localhost")
    let cancelled = SlurmOutcome(try #require(jobs.first { $0.id.number == 18 }))
    expect(cancelled, .cancelled(by: .engine), words: "cancelled in Slurm")
    let running = SlurmOutcome(try #require(jobs.first))
    #expect(running.ending(orderedCancel: true) == nil)
    #expect(running.endedAt == nil)
  }

  @Test("the ends of jobs come from sacct") func accounts() throws {
    let lines = [
      "17|COMPLETED|0:0|1795969251|n1|None", "18_2|CANCELLED by 0|0:15|1795969252|n[1-2]|None",
      "19|OUT_OF_MEMORY|0:125|Unknown|n1|OutOfMemory", "20|RUNNING|0:0|Unknown|n1|None",
      "21|CANCELLED by 1001|0:0|1795969252|None assigned|Priority", "x|FAILED|1:0|1|n1|None", "",
      "22|FAILED|3:0",
    ]
    let text = lines.joined(separator: "\n").replacing("|", with: "\u{1F}")
    let outcomes = SlurmEnd.outcomes(inAccounts: Array(text.utf8))
    #expect(outcomes.count == 5)
    func outcome(_ id: String) throws -> SlurmOutcome {
      let id = try #require(SlurmJobID(id))
      return try #require(outcomes[id])
    }
    expect(try outcome("17"), .completed, .code(0))
    #expect(try outcome("18_2").canceller == 0)
    expect(
      try outcome("18_2"), .cancelled(by: .engine), .signal(15),
      words: "cancelled in Slurm by root")
    expect(try outcome("19"), .failed, words: "out of memory")
    #expect(try outcome("20").ending(orderedCancel: false) == nil)
    #expect(try outcome("21").node.isEmpty)
  }
}

/// The errors of Slurm's commands.
@Suite struct SlurmTroubleTests {
  @Test(
    "a silent controller and a dead munge are silence",
    arguments: [
      "slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n",
      "scancel: error: Kill job error on job id 1: Unable to contact slurm controller "
        + "(connect failure)",
      """
      sbatch: error: If munged is up, restart with --num-threads=10
      sbatch: error: Munge encode failed: Failed to access "/run/munge/munge.socket.2": No such \
      file or directory (Did you start munged?)
      sbatch: error: slurm_send_node_msg: auth_g_create: REQUEST_SUBMIT_BATCH_JOB has \
      authentication error
      sbatch: error: Batch job submission failed: Protocol authentication error
      """,
      "sbatch: error: Batch job submission failed: Zero Bytes were transmitted or received",
      "slurm_load_jobs error: Socket timed out on send/recv operation",
    ])
  func silence(_ errors: String) {
    #expect(SlurmTrouble(errors: errors, exitCode: 1) == .controllerSilent)
  }

  @Test(
    "a refusal keeps Slurm's reason only",
    arguments: [
      (
        """
        sbatch: error: invalid partition specified: nope
        sbatch: error: Batch job submission failed: Invalid partition name specified
        """, "Invalid partition name specified"
      ),
      (
        """
        sbatch: error: Memory specification can not be satisfied
        sbatch: error: Batch job submission failed: Requested node configuration is not available
        """, "Requested node configuration is not available"
      ),
      (
        "sbatch: error: Invalid generic resource (gres) specification\n",
        "Invalid generic resource (gres) specification"
      ),
      (
        """
        sbatch: error: lua: give an account with -A
        sbatch: error: Batch job submission failed: Unspecified error
        """, "give an account with -A"
      ),
      (
        """
        sbatch: error: Batch job submission failed: invalid number of nodes (-N 2-1)
        sbatch: Warning: can't run 1 processes on 2 nodes, setting nnodes to 1
        """, "invalid number of nodes (-N 2-1)"
      ),
      ("", "the command failed with exit code 1"),
    ])
  func refusal(_ errors: String, _ reason: String) {
    #expect(
      SlurmTrouble(errors: errors, exitCode: 1) == .refused(SanitisedText(reason)))
  }

  @Test("an unknown job and missing accounts are known") func others() {
    #expect(
      SlurmTrouble(errors: "slurm_load_jobs error: Invalid job id specified\n", exitCode: 1)
        == .invalidJob)
    #expect(
      SlurmTrouble(errors: "Slurm accounting storage is disabled\n", exitCode: 1)
        == .noAccounting)
    #expect(SlurmTrouble(errors: "", exitCode: 0) == nil)
    #expect(SlurmTrouble(errors: "sbatch: warning: something\n", exitCode: 0) == nil)
    let long = String(repeating: "x", count: 1 << 20)
    #expect(SlurmTrouble(errors: long, exitCode: 1) != nil)
  }
}

/// The pauses between two looks.
@Suite struct LookPaceTests {
  @Test("the pause grows while nothing changes, and is back after a change") func growth() {
    var pace = LookPace()
    #expect(pace.pause == .seconds(30))
    pace.noteLook(changed: false)
    #expect(pace.pause == .seconds(45))
    for _ in 0..<20 { pace.noteLook(changed: false) }
    #expect(pace.pause == .seconds(300))
    pace.noteSubmission()
    #expect(pace.pause == .seconds(30))
    pace.noteLook(changed: false)
    pace.noteLook(changed: true)
    #expect(pace.pause == .seconds(30))
  }

  @Test("the pause doubles while the controller is silent") func silence() {
    var pace = LookPace()
    pace.noteTrouble()
    #expect(pace.pause == .seconds(60))
    #expect(pace.isSilent)
    pace.noteSubmission()
    #expect(pace.pause == .seconds(60))
    for _ in 0..<100 { pace.noteTrouble() }
    #expect(pace.pause == .seconds(300))
    pace.noteLook(changed: false)
    #expect(pace.pause == .seconds(30))
    #expect(!pace.isSilent)
  }

  @Test("the base has a floor, and may be longer than five minutes") func bases() {
    #expect(LookPace(base: .zero).pause == .seconds(10))
    #expect(LookPace(base: .seconds(-5)).pause == .seconds(10))
    var slow = LookPace(base: .seconds(600))
    slow.noteLook(changed: false)
    #expect(slow.pause == .seconds(600))
    slow.noteTrouble()
    #expect(slow.pause == .seconds(600))
  }

  @Test("an hour of a thousand jobs is at most 120 looks, and a quiet hour is far less")
  func hour() {
    var pace = LookPace()
    var (time, looks, over) = (Duration.zero, 0, 0)
    while time + pace.pause <= .seconds(3600) {
      time += pace.pause
      looks += 1
      // A thousand jobs end one after another, and each end is followed by a submission.
      let ended = Int(time.components.seconds) * 1000 / 3600
      pace.noteLook(changed: ended > over)
      if ended > over { pace.noteSubmission() }
      over = ended
    }
    #expect(looks <= 120)
    #expect(over == 1000)
    var quiet = LookPace()
    (time, looks) = (.zero, 0)
    while time + quiet.pause <= .seconds(3600) {
      time += quiet.pause
      looks += 1
      quiet.noteLook(changed: false)
    }
    #expect(looks <= 18)
  }
}
