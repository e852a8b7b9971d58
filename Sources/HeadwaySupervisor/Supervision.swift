internal import Glibc
internal import HeadwayCore
internal import HeadwaySystem

/// One command under supervision: the loop over its streams, signals, leader and hub.
final class Supervision {
  let hub: any HubReporting
  let options: SupervisorOptions
  let signals: SignalQueue
  let line: LeaderLine
  /// How often the leader was told to continue the command: what it says of a stop before the last
  /// time is out of date.
  var continuesOrdered: Int32 = 0
  let outer: OuterTerminal?
  let master: OwnedDescriptor?
  let input: InputPump?
  let pumps: [OutputPump]
  let tap: OutputTap
  let sources: ProgressSources
  let reporter: TerminalReporter?
  var attach: AttachServer?
  let leader: CInt
  private let slavePath: String?
  private var probe: LivenessProbe?
  private(set) var poller = Poller()

  var jobControl: JobControl
  var halt = HaltControl()
  var background = BackgroundRule()
  var scope: BackgroundScope?
  /// In a monitor.
  var isSelected = false
  /// Its niceness was raised, and couldn't be taken back yet.
  var isNicer = false
  var cancel = CancelEscalation()
  var endingRule = EndingRule()
  var now = SystemClocks.awake
  var outcome = Outcome.starting
  /// Nobody waits for the rest of the output any more.
  var isAbandoned = false
  private var abandonDeadline: Duration?

  enum Outcome: Hashable {
    /// The leader hasn't said yet.
    case starting
    case running
    case left(ExitStatus)
    case neverStarted(ExecFailure)
    /// A resource was missing, and the command wasn't started.
    case unsupervised(SystemError)
    /// The leader vanished, and with it the command's status.
    case lost
  }

  init(
    options: SupervisorOptions, hub: any HubReporting
  ) throws(SystemError) {
    self.options = options
    self.hub = hub
    scope = options.scopeKey.map(BackgroundScope.init)
    let plan =
      options.isDetached
      ? StreamPlan.detached
      : StreamPlan(
        input: OpenFile(standardStream: 0), output: OpenFile(standardStream: 1),
        error: OpenFile(standardStream: 2), limitsFileSize: options.limitsFileSize)
    signals = try SignalQueue(blocking: Self.blocked, queued: Self.queued)
    let streams = try CommandStreams(plan)
    let tap = OutputTap(options, plan)
    let channels = ProgressChannels(options, plan)
    sources = ProgressSources(channels)
    self.tap = tap
    master = streams.terminal?.master
    slavePath = streams.terminal?.slavePath
    outer = Self.outerTerminal(plan, streams)
    input = outer.flatMap { outer in
      streams.terminal.map { InputPump(from: outer.descriptor, to: $0.master) }
    }
    reporter = Self.reporter(plan, options)
    let attach = Self.attachServer(options, streams)
    self.attach = attach
    pumps = Self.pumps(streams, reporter, attach, outer) { tap.pass($0, of: $1) }
    jobControl = JobControl(use: plan.terminalUse)
    let isForeground = outer?.isForeground ?? false
    let started = jobControl.handle(.started(inForeground: isForeground))
    let launch = LeaderLaunch(
      options: options, channels: channels, signalMask: signals.originalMask,
      startsInForeground: jobControl.startsCommandInForeground(inForeground: isForeground))
    if jobControl.holdsTerminal { outer?.take(editing: false, passingSize: true) }
    do {
      (line, leader) = try launch.start(streams)
    } catch {
      outer?.release()
      throw error
    }
    channels.letGo()
    apply(started)
    if outer?.isHungUp == true { apply(jobControl.handle(.terminalLost)) }
    reportAttachable()
    reportPausable()
  }

  /// Until the command is over and its output delivered: how this process should leave.
  ///
  /// Throws where the command couldn't be supervised and wasn't started: then this process is as it
  /// was.
  func run() throws(SystemError) -> ExitStatus {
    obey(hub.step(now: now))
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
    if poller.readiness(of: line.descriptor.raw).isAny { hearLeader() }
    serveHub()
    if sources.hear(poller, now: now) { hub.heartbeat() }
    moveInput()
    serveAttached()
    moveOutput()
    keepTime()
    adjustPriority()
  }

  /// Moves output until something else happens or is due: with a whole turn for each of its pieces a
  /// flood would be held up.
  private func awaitNews() {
    var limit = Duration.earlier(standingDeadline, outputDeadline)
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

  private var isOnlyOutputReady: Bool {
    let ofOutput = pumps.reduce(into: 0) { $0 += $1.readyCount(poller) }
    return ofOutput > 0 && ofOutput == poller.readyCount
  }

  private func watchAllButOutput() {
    poller.watch(signals.raw, .readable)
    if outcome != .lost { poller.watch(line.descriptor.raw, .readable) }
    if let descriptor = hub.descriptor {
      poller.watch(descriptor, .readable(andWritable: hub.wantsWrite))
    }
    sources.watch(&poller)
    input?.watch(&poller, isReading: isReadingTerminal)
  }

  private func watchOutput() {
    guard hasStarted else { return }
    for pump in pumps { pump.watch(&poller) }
    attach?.watch(&poller, now: now)
  }

  /// What passing output brings no nearer.
  private var standingDeadline: Duration? {
    .earliest(hub.nextDeadline, cancel.deadline, abandonDeadline, sources.deadline)
  }

  private var outputDeadline: Duration? {
    let probing = isProbing ? probe?.deadline : nil
    return .earliest(tap.deadline, probing, reporter?.deadline, attach?.deadline(now: now))
  }

  private func serveHub() {
    let isReady = hub.descriptor.map { poller.readiness(of: $0).isAny } ?? false
    let isDue = hub.nextDeadline.map { $0 <= now } ?? false
    if isReady || isDue { obey(hub.step(now: now)) }
  }

  /// Not before the command has the pty's foreground: a key that signals is the command's.
  private var isReadingTerminal: Bool { jobControl.holdsTerminal && probe != nil }

  private func moveInput() {
    guard let input else { return }
    switch input.step(poller, isReading: isReadingTerminal) {
    case .nothing: break
    case .passed(let typed):
      if typed.interrupts { endingRule.sawInterrupt = true }
      passToPipeline(typed)
      noteTypedHere()
      noteKeys()
      noteTyped(typed)
    case .failed:
      apply(jobControl.handle(outer?.isGone == true ? .terminalLost : .backgroundSeen))
    }
  }

  /// Were its terminal not held for the command, all of the pipeline would have had the signal.
  private func passToPipeline(_ typed: TypedSignals) {
    guard jobControl.isSharing else { return }
    if typed.interrupts { Signalling.sendToOwnGroup(SIGINT) }
    if typed.quits { Signalling.sendToOwnGroup(SIGQUIT) }
  }

  /// False where a stream failed.
  @discardableResult
  private func moveOutput() -> Bool {
    guard hasStarted else { return true }
    var isWhole = true
    for pump in pumps {
      let failure =
        pump.step(poller) ?? (outcome == .running ? nil : pump.drain(byForce: cancel.isDone))
      guard let failure else { continue }
      note(failure, of: pump)
      isWhole = false
    }
    if tap.takeHasPassed() { probe?.noteOutput(now: now) }
    return isWhole
  }

  private func note(_ failure: SystemError, of pump: OutputPump) {
    if pump.feedsTerminal {
      apply(jobControl.handle(.terminalLost))
    } else if failure.code != EPIPE {
      endingRule.hasLostOutput = true
      say("headway: the command's output can't be written: \(failure); look where it goes")
    }
  }

  private func keepTime() {
    sources.isLooking = isProbing
    if let report = sources.report(tap.readings(now: now), now: now) { hub.report(report) }
    reportLogFailure()
    tellTerminal()
    apply(cancel.handle(.ticked, at: now))
    look()
    lookAtTerminals()
    if cancel.isDone, abandonDeadline == nil { abandonDeadline = now + .seconds(1) }
    if let abandonDeadline, abandonDeadline <= now { isAbandoned = true }
  }

  private func lookAtTerminals() {
    guard jobControl.looksAtTerminals, let outer else { return }
    if jobControl.isSharing, jobControl.holdsTerminal { outer.setEditing(!isFullScreen) }
    apply(
      jobControl.handle(
        .looked(wantsKeys: outer.commandWantsKeys, inForeground: outer.isForeground)))
  }

  /// In a pipeline: a password isn't to be asked for before its echo is off here too.
  private func terminalUseChanges() -> Bool {
    guard jobControl.isSharing else { return false }
    let heldTerminal = jobControl.holdsTerminal
    lookAtTerminals()
    return jobControl.holdsTerminal != heldTerminal
  }

  private var isProbing: Bool { outcome == .running && !standsStill }

  private func look() {
    guard isProbing, let finding = probe?.look(now: now) else {
      return
    }
    sources.noteLook(now: now)
    if finding.isAlive || sources.isExcused(at: now) { hub.heartbeat() }
    if let wait = finding.inputWait {
      var report = WorkerReport()
      report.inputWait = wait
      hub.report(report)
      let isForeground = outer?.isForeground ?? false
      apply(jobControl.handle(.commandReads(wait != .none, inForeground: isForeground)))
    }
  }

  func noteKeys() { probe?.noteInput(now: now) }

  func startProbe() {
    let inputWait = master.flatMap { master in
      slavePath.map { InputWaitProbe(master: master, slavePath: $0) }
    }
    probe = LivenessProbe(
      ancestor: leader, inputWait: inputWait, interval: options.probeInterval, now: now)
    sources.followFiles(
      of: leader, command: options.command, idlePause: options.probeInterval, now: now)
  }

  /// The command's terminal isn't in line mode.
  var isFullScreen: Bool {
    guard let master, let modes = try? TerminalModes(of: master.raw) else { return false }
    return !modes.isCanonical
  }

  /// Until then the end of a stream isn't passed on: standard error may have a failure to tell.
  private var hasStarted: Bool {
    switch outcome {
    case .starting, .neverStarted, .unsupervised: false
    case .running, .left, .lost: true
    }
  }

  var hasLeft: Bool {
    switch outcome {
    case .starting, .running: false
    case .left, .neverStarted, .unsupervised, .lost: true
    }
  }

  private var isFinished: Bool {
    switch outcome {
    case .starting, .running: false
    case .neverStarted, .unsupervised, .lost: true
    case .left: !cancel.isSweeping && (isAbandoned || pumps.allSatisfy(\.isOver))
    }
  }
}
