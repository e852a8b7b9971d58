internal import Glibc
internal import HeadwayModel
internal import HeadwaySystem

/// A command under supervision: the event loop over its streams, its signals, its session leader
/// and the hub.
///
/// `Supervisor` creates one and calls ``run()``. The extensions handle one topic each: `+Start`,
/// `+Control`, `+Finish`, `+Attach`, `+Standing`, `+Background`. Everything runs on the main
/// thread.
final class Supervision {
  let hub: any HubReporting
  let options: SupervisorOptions
  let signals: SignalQueue
  var leader: LeaderLink
  let streams: SupervisedStreams
  let sources: ProgressSources
  var attach: AttachServer?
  /// The search for signs of life; nil until the command has started.
  private var probe: LivenessProbe?
  private var onlooker = Onlooker()
  /// The tmux pane around the outer terminal; nil outside of tmux.
  private let pane: TmuxPane?
  private(set) var poller = Poller()

  var jobControl: JobControl
  var halt = HaltControl()
  var background = BackgroundRule()
  var scope: BackgroundScope?
  /// Whether a person has selected this task in a monitor.
  var isSelected = false
  /// Whether the command waits for a line or a password at its terminal.
  private(set) var waitsForInput = false
  /// Whether the command's niceness is raised. Restoring it needs a right (RLIMIT_NICE) that the
  /// user may lack.
  var isNicer = false
  var cancel = CancelEscalation()
  var timeLimit: TimeLimit?
  /// The time at which the hub believes that the time limit is reached; nil if it doesn't know.
  var toldLimitEnd: WallTime?
  var endingRule = EndingRule()
  /// The current time (`SystemClocks.awake`), read once per wake-up.
  var now = SystemClocks.awake
  var outcome = Outcome.starting
  /// Whether the supervisor has stopped waiting for the rest of the output.
  var isAbandoned = false
  /// The time at which a cancelled command's output is abandoned; nil before the cancel is done.
  private var abandonDeadline: AwakeTime?

  /// The state of the command, as far as the leader has reported it.
  enum Outcome: Hashable {
    /// The leader has not reported yet.
    case starting
    case running
    case left(ExitStatus)
    case neverStarted(ExecFailure)
    /// A resource was missing, and the command wasn't started.
    case unsupervised(SystemError)
    /// The leader vanished, and the command's status with it.
    case lost
  }

  /// Prepares the streams and starts the session leader. The terminal is restored if that fails.
  init(
    options: SupervisorOptions, hub: any HubReporting
  ) throws(SystemError) {
    self.options = options
    self.hub = hub
    timeLimit = options.timeLimit.map { TimeLimit($0) }
    scope = options.scopeKey.map(BackgroundScope.init)
    let plan =
      options.detached.map { StreamPlan($0) }
      ?? StreamPlan(
        input: OpenFile(standardStream: 0), output: OpenFile(standardStream: 1),
        error: OpenFile(standardStream: 2), limitsFileSize: options.limitsFileSize)
    signals = try SignalQueue(blocking: Self.blocked, queued: Self.queued)
    let ofCommand = try CommandStreams(plan, columns: options.terminalColumns)
    let tap = OutputTap(options, plan)
    let channels = ProgressChannels(options, plan)
    sources = ProgressSources(channels)
    let outer = Self.outerTerminal(plan, ofCommand)
    pane = outer.flatMap(\.path).flatMap { TmuxPane(terminal: $0) }
    let reporter = Self.reporter(plan, options)
    let attach = Self.attachServer(options, ofCommand, now)
    self.attach = attach
    let status = Self.statusChannel(ofCommand, attach, outer)
    let statusReporter = Self.statusReporter(plan, options, SystemClocks.awake)
    streams = SupervisedStreams(
      outer: outer, master: ofCommand.terminal?.master, slavePath: ofCommand.terminal?.slavePath,
      input: outer.flatMap { outer in
        ofCommand.terminal.map { InputPump(from: outer.descriptor, to: $0.master) }
      },
      pumps: Self.pumps(ofCommand, (reporter, statusReporter), status, attach, outer) {
        tap.pass($0, of: $1)
      },
      tap: tap, status: status, statusReporter: statusReporter, reporter: reporter)
    jobControl = JobControl(use: plan.terminalUse)
    let isForeground = outer?.isForeground ?? false
    let started = jobControl.handle(.started(inForeground: isForeground))
    let launch = LeaderLaunch(
      options: options, channels: channels, signalMask: signals.originalMask,
      startsInForeground: jobControl.startsCommandInForeground(inForeground: isForeground))
    if jobControl.holdsTerminal { outer?.enterRawMode(editing: false, passingSize: true) }
    do {
      leader = try launch.start(ofCommand)
    } catch {
      outer?.release()
      throw error
    }
    channels.letGo()
    apply(started)
    if outer?.isHungUp == true { apply(jobControl.handle(.terminalLost)) }
    for note in options.notes { tap.keep("headway: \(note)") }
    reportPausable()
  }

  /// Runs the loop until the command has ended and its output is delivered. Returns the status that
  /// this process should exit with.
  ///
  /// Throws if the command couldn't be supervised and wasn't started. This process is then as it
  /// was.
  ///
  /// - Parameter onceAsked: called once, after the first step towards the hub. The command has its
  ///   process by then: the way to the hub takes as long as many commands need.
  func run(_ onceAsked: () -> Void) throws(SystemError) -> ExitStatus {
    obey(hub.step(now: now))
    onceAsked()
    while !isFinished { turn() }
    if case .unsupervised(let error) = outcome {
      undo()
      throw error
    }
    return finish()
  }

  private func turn() {
    awaitNews()
    if poller.readiness(of: signals.raw).isAny { takeSignals() }
    if isLeaderHeard { hearLeader() }
    serveHub()
    if sources.hear(poller, now: now) { hub.heartbeat() }
    moveInput()
    serveAttached()
    moveOutput()
    keepTime()
    adjustPriority()
  }

  /// Moves output until something else happens or is due.
  ///
  /// A whole round of the loop for each piece of output would slow a flood down, so this inner loop
  /// polls only the pumps' descriptors again.
  private func awaitNews() {
    var limit = leader.hasNews ? now : AwakeTime.earlier(deadlineBesidesOutput, outputDeadline)
    poller.begin()
    watchAllButOutput()
    let standing = poller.watchedCount
    while true {
      poller.begin(keeping: standing)
      watchOutput()
      poller.wait(until: limit)
      now = SystemClocks.awake
      if let limit, limit <= now { return }
      guard outcome == .running, isOnlyOutputReady, !terminalUseChanges(), moveOutput()
      else { return }
      limit = .earlier(limit, outputDeadline)
    }
  }

  /// Whether all ready descriptors belong to pumps, so that the inner loop may go on.
  private var isOnlyOutputReady: Bool {
    let ofOutput = streams.pumps.reduce(into: 0) { $0 += $1.readyCount(poller) }
    return ofOutput > 0 && ofOutput == poller.readyCount
  }

  private func watchAllButOutput() {
    poller.watch(signals.raw, .readable)
    if outcome != .lost, let descriptor = leader.descriptor {
      poller.watch(descriptor, .readable)
    }
    if let descriptor = hub.descriptor {
      poller.watch(descriptor, .readable(andWritable: hub.wantsWrite))
    }
    sources.watch(&poller)
    streams.input?.watch(&poller, isReading: isReadingTerminal)
  }

  /// Watches the pumps and the attached terminals.
  private func watchOutput() {
    guard hasStarted else { return }
    for pump in streams.pumps { pump.watch(&poller) }
    attach?.watch(&poller, now: now)
  }

  /// The next deadline that doesn't depend on output.
  private var deadlineBesidesOutput: AwakeTime? {
    .earliest(
      hub.nextDeadline, .earlier(cancel.deadline, timeLimit?.deadline), abandonDeadline,
      sources.deadline)
  }

  /// The next deadline that passing output can move.
  private var outputDeadline: AwakeTime? {
    let probing = isProbing ? probe?.deadline : nil
    return .earliest(
      streams.tap.deadline, probing,
      outcome == .running
        ? .earlier(streams.reporter?.deadline, streams.statusReporter?.deadline) : nil,
      .earlier(attach?.deadline(now: now), streams.status?.deadline))
  }

  private func serveHub() {
    let isReady = hub.descriptor.map { poller.readiness(of: $0).isAny } ?? false
    let isDue = hub.nextDeadline.map { $0 <= now } ?? false
    if isReady || isDue { obey(hub.step(now: now)) }
  }

  /// Whether keys are read from the outer terminal. The supervisor waits until the command has the
  /// pty's foreground: a key such as Ctrl-C must signal the command.
  private var isReadingTerminal: Bool { jobControl.holdsTerminal && probe != nil }

  /// Whether the session leader has a report.
  private var isLeaderHeard: Bool {
    leader.hasNews || leader.descriptor.map { poller.readiness(of: $0).isAny } ?? false
  }

  private func moveInput() {
    guard let input = streams.input else { return }
    switch input.step(poller, isReading: isReadingTerminal) {
    case .nothing: break
    case .passed(let typed):
      if typed.interrupts { endingRule.sawInterrupt = true }
      passToPipeline(typed)
      noteTypedHere()
      noteKeys()
      noteTyped(typed)
    case .failed:
      apply(jobControl.handle(streams.outer?.isGone == true ? .terminalLost : .backgroundSeen))
    }
  }

  /// Sends the typed signals to the other members of the pipeline. They would have had them if the
  /// terminal weren't held for the command.
  private func passToPipeline(_ typed: TypedSignals) {
    guard jobControl.isSharing else { return }
    if typed.interrupts { Signalling.sendToOwnGroup(SIGINT) }
    if typed.quits { Signalling.sendToOwnGroup(SIGQUIT) }
  }

  /// Moves the output that is ready. Returns false if a stream failed.
  @discardableResult
  private func moveOutput() -> Bool {
    guard hasStarted else { return true }
    var isWhole = true
    for pump in streams.pumps {
      let failure =
        pump.step(poller) ?? (outcome == .running ? nil : pump.drain(byForce: cancel.isDone))
      guard let failure else { continue }
      note(failure, of: pump)
      isWhole = false
    }
    if streams.tap.takeHasPassed() { probe?.noteOutput(now: now) }
    return isWhole
  }

  /// Handles a failed sink. A failed terminal is lost; a failed file or device is reported on
  /// standard error. EPIPE is silent, as it is without a supervisor.
  private func note(_ failure: SystemError, of pump: OutputPump) {
    if pump.feedsTerminal {
      apply(jobControl.handle(.terminalLost))
    } else if failure.code != EPIPE {
      endingRule.hasLostOutput = true
      say(
        String(
          localized:
            "headway: the command's output can't be written: \(failure); check where it goes"))
    }
  }

  /// Does what is due by `now`: progress reports, the cancel's next step, and the looks at
  /// processes and terminals.
  private func keepTime() {
    sources.isLooking = isProbing
    if let news = streams.status?.news(now: now) {
      sources.hear(news)
      streams.statusReporter?.commandSpoke()
    }
    if let report = sources.report(streams.tap.readings(now: now), now: now) { hub.report(report) }
    reportLogFailure()
    tellTerminal()
    tellStatus()
    keepTimeLimit()
    apply(cancel.handle(.ticked, at: now))
    look()
    lookAtTerminals()
    if cancel.isDone, abandonDeadline == nil { abandonDeadline = now + .seconds(1) }
    if let abandonDeadline, abandonDeadline <= now { isAbandoned = true }
  }

  /// Compares the two terminals' modes, since nothing announces that a program changes them.
  private func lookAtTerminals() {
    guard jobControl.looksAtTerminals, let outer = streams.outer else { return }
    if jobControl.isSharing, jobControl.holdsTerminal { outer.setEditing(!isFullScreen) }
    apply(
      jobControl.handle(
        .looked(wantsKeys: outer.commandWantsKeys, inForeground: outer.isForeground)))
  }

  /// Whether a look at the terminals has changed who holds the outer one.
  ///
  /// The inner output loop asks it in a pipeline: a password prompt may only be shown once the
  /// outer terminal's echo is off.
  private func terminalUseChanges() -> Bool {
    guard jobControl.isSharing else { return false }
    let heldTerminal = jobControl.holdsTerminal
    lookAtTerminals()
    return jobControl.holdsTerminal != heldTerminal
  }

  /// Whether signs of life are expected: the command runs and is neither paused nor halted.
  private var isProbing: Bool { outcome == .running && !isHalted }

  /// Looks at the command's processes if a look is due, and reports what changed.
  private func look() {
    let hasUser = jobControl.isAttached || jobControl.isDrivenFromAfar
    guard isProbing, let finding = probe?.look(hasUser: hasUser, now: now) else { return }
    sources.noteLook(now: now)
    if finding.isAlive || sources.isExcused(at: now) { hub.heartbeat() }
    if let wait = onlooker.note(finding.inputWait, now: now, isSeen: { isTerminalSeen }) {
      var report = WorkerReport()
      (report.inputWait, report.isInteractive) = (wait.wait, wait.isInteractive)
      let isAsking = wait.wait != .none && !onlooker.wait.isInteractive
      report.subtitle = sources.subtitle(whileAsking: isAsking ? streams.tap.openLine : nil)
      hub.report(report)
    }
    if let wait = finding.inputWait {
      waitsForInput = wait.wait != .none && !wait.isInteractive
      let isForeground = streams.outer?.isForeground ?? false
      apply(jobControl.handle(.commandReads(wait.wait != .none, inForeground: isForeground)))
    }
  }

  /// Whether somebody sees the command's terminal: at an attached terminal, or in a tmux pane that a
  /// client shows. Nil if that can't be told.
  private var isTerminalSeen: Bool? {
    attach?.isWatched == true ? true : pane?.isShown(within: Self.tmuxPatience)
  }

  /// The longest wait for tmux. The command's output rests meanwhile.
  private static let tmuxPatience: Duration = .milliseconds(200)

  /// Tells the probe that keys were typed: the command soon waits for input no longer.
  func noteKeys() { probe?.noteInput(now: now) }

  /// Begins to look for signs of life and at open files. The command has just started.
  func startProbe() {
    let inputWait = streams.master.flatMap { master in
      streams.slavePath.map { InputWaitProbe(master: master, slavePath: $0) }
    }
    probe = LivenessProbe(
      ancestor: leader.pid, inputWait: inputWait, interval: options.probeInterval, now: now)
    sources.followFiles(
      of: leader.pid, command: options.command, idlePause: options.probeInterval, now: now)
  }

  /// Whether the command has switched its terminal out of line mode, as editors and pagers do.
  var isFullScreen: Bool {
    guard let master = streams.master, let modes = try? TerminalModes(of: master.raw) else {
      return false
    }
    return !modes.isCanonical
  }

  /// Whether output may be moved. Before the command's start the end of a stream isn't passed on:
  /// the supervisor may still have to print a failure to standard error.
  private var hasStarted: Bool {
    switch outcome {
    case .starting, .neverStarted, .unsupervised: false
    case .running, .left, .lost: true
    }
  }

  /// Whether the command has ended, or never began.
  var hasLeft: Bool {
    switch outcome {
    case .starting, .running: false
    case .left, .neverStarted, .unsupervised, .lost: true
    }
  }

  /// Whether the loop may end. After the command's exit it goes on until a cancel's sweep is done
  /// and the output is delivered or abandoned.
  private var isFinished: Bool {
    switch outcome {
    case .starting, .running: false
    case .neverStarted, .unsupervised, .lost: true
    case .left: !cancel.isSweeping && (isAbandoned || streams.pumps.allSatisfy(\.isOver))
    }
  }
}
