internal import Glibc
internal import HeadwayModel
internal import HeadwaySystem

/// Signals, the leader's reports, the hub's orders, and the effects of the state machines.
extension Supervision {
  /// Handles every signal that has arrived since the last round of the loop.
  func takeSignals() {
    while let signal = signals.next() {
      switch signal.number {
      case SIGCONT where signal.origin == .input: wake()
      case SIGCONT:
        apply(
          jobControl.handle(
            .continued(inForeground: isForeground, isFullScreen: isFullScreen)))
        apply(halt.handle(.continuedByShell))
      case SIGTSTP: stop()
      case SIGHUP: apply(jobControl.handle(.terminalLost))
      case SIGWINCH: resize()
      // This process sent them to its own group for the other members of a pipeline.
      case SIGINT where signal.origin == .ownProcess, SIGQUIT where signal.origin == .ownProcess:
        break
      default: pass(signal)
      }
    }
  }

  /// Sends an order to the session leader, and counts the orders to continue the command.
  func order(_ order: LeaderOrder) {
    if order.continues { leader.continuesOrdered &+= 1 }
    leader.send(order)
  }

  /// Whether this process is the foreground job of the outer terminal; false without one.
  var isForeground: Bool { streams.outer?.isForeground ?? false }

  /// Handles a SIGCONT that the hub's socket raised while this job was stopped.
  ///
  /// The order from the hub may cancel the task. Otherwise the job stops again: nobody at the shell
  /// continued it.
  private func wake() {
    obey(hub.step(now: now))
    if let signal = jobControl.stopSignal, cancel.reason == nil {
      apply([.stopJob(signal: signal == SIGSTOP ? SIGTSTP : signal)])
    }
  }

  /// Handles SIGTSTP. The command's group gets the signal unless the command is already stopped or
  /// halted; then only the job stops.
  private func stop() {
    if jobControl.isStopped {
      apply(jobControl.handle(.stopRequested(signal: SIGTSTP)))
    } else if halt.isHalted {
      stopHaltedJob()
    } else {
      order(.signalGroup(SIGTSTP))
    }
  }

  /// Handles SIGWINCH. The outer terminal's size counts only while nobody attached has the keys.
  private func resize() {
    if attach?.driver == nil { streams.outer?.passSize() }
    if !jobControl.holdsTerminal { order(.signalGroup(SIGWINCH)) }
  }

  /// Passes a signal to the command's group. A signal after the command's exit ends the wait for
  /// the rest of its output.
  private func pass(_ signal: ReceivedSignal) {
    if signal.number == SIGINT, signal.origin == .kernel { endingRule.sawInterrupt = true }
    if signal.number == SIGTERM, options.isJobOfCluster { endingRule.sawTermination = true }
    if case .left = outcome { isAbandoned = true }
    order(.signalGroup(signal.number))
    if Self.urgent.contains(signal.number) { apply(halt.handle(.signalled)) }
  }

  /// Handles every report of the session leader. A leader that vanished takes the command's exit
  /// status with it.
  func hearLeader() {
    while true {
      switch leader.receive() {
      case .message(let report): hear(report)
      case .nothing: return
      case .peerGone:
        if outcome == .starting || outcome == .running { outcome = .lost }
        apply(cancel.handle(.swept, at: now))
        return
      }
    }
  }

  private func hear(_ report: LeaderReport) {
    switch report {
    case .started:
      outcome = .running
      letGoOfInherited()
      startProbe()
    case .startFailed(let errno): noteStartFailed(errno)
    case .stopped(let signal, let continues):
      // The report is out of date: the command was continued after the leader sent it.
      guard continues == leader.continuesOrdered else { return }
      deliverOutput()
      apply(jobControl.handle(.commandStopped(signal: signal, inForeground: isForeground)))
    case .continued: apply(jobControl.handle(.commandContinued(inForeground: isForeground)))
    case .woken: apply(halt.handle(.commandWoken))
    case .exited(let code): noteLeft(.code(code))
    case .killed(let signal): noteLeft(.signal(signal))
    case .swept: apply(cancel.handle(.swept, at: now))
    }
  }

  /// Records a failed start.
  ///
  /// A shortage of processes, memory or descriptors fails only the supervision: the caller may
  /// still execute the command in place of this process. A detached supervisor has no caller who
  /// could.
  private func noteStartFailed(_ errno: Int32) {
    let isShort = [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(errno)
    outcome =
      isShort && !options.isDetached
      ? .unsupervised(SystemError("start", code: errno)) : .neverStarted(ExecFailure(errno: errno))
  }

  /// Writes the output from before a stop to the terminal, so that it comes before the shell's
  /// message. An editor's return from the alternate screen is an example.
  private func deliverOutput() {
    for pump in streams.pumps {
      if pump.catchUp() != nil, pump.feedsTerminal { apply(jobControl.handle(.terminalLost)) }
    }
  }

  /// Records the command's exit status, and the cancel order (if any) that was given before.
  private func noteLeft(_ status: ExitStatus) {
    apply(halt.handle(.ended))
    outcome = .left(status)
    endingRule.orderedReason = cancel.reason
    apply(cancel.handle(.commandLeft, at: now))
  }

  /// Carries out orders from the hub.
  func obey(_ orders: [WorkerOrder]) {
    for order in orders {
      switch order {
      case .cancel(let order):
        apply(halt.handle(.ended))
        apply(cancel.handle(.ordered(order, isStopped: jobControl.isStopped), at: now))
      case .pause(let halter):
        if cancel.reason == nil, !hasLeft { apply(halt.handle(.pauseOrdered(by: halter))) }
      case .resume(let halter): apply(halt.handle(.resumeOrdered(by: halter)))
      case .selectionMoved(let isSelected): self.isSelected = isSelected
      case .questionAsked, .assertionAwaited, .terminalMoved, .turnCame: break
      }
    }
  }

  /// The hub's process id, as the kernel reports it for the connection; nil without a connection.
  var hubProcess: Int32? { hub.descriptor.flatMap(UnixSocket.peerProcess) }

  /// Sends the signals of a cancel by way of the session leader.
  func apply(_ effects: [CancelEscalation.Effect]) {
    for effect in effects {
      switch effect {
      case .continueGroup: order(.signalGroup(SIGCONT))
      case .terminateGroup(let signal): order(.signalGroup(signal?.number ?? SIGTERM))
      case .killGroup: order(.signalGroup(SIGKILL))
      case .terminateDescendants: order(.sweep(signal: SIGTERM, hub: hubProcess))
      case .killDescendants: order(.sweep(signal: SIGKILL, hub: hubProcess))
      }
    }
  }

  /// Carries out the effects of job control on the terminal, the command and the hub's view.
  func apply(_ effects: [JobControl.Effect]) {
    for effect in effects {
      switch effect {
      case .takeTerminal:
        streams.outer?.enterRawMode(
          editing: jobControl.isSharing && !isFullScreen, passingSize: attach?.driver == nil)
      case .releaseTerminal:
        streams.outer?.release()
        if jobControl.isDrivenFromAfar { streams.outer?.lend(true) }
      case .foregroundCommand: order(.toForeground)
      case .backgroundCommand: order(.toBackground)
      case .continueCommand: order(.signalGroup(SIGCONT))
      case .repaintCommand: order(.signalGroup(SIGWINCH))
      case .stopJob(let signal): stopJob(signal)
      case .reportPaused(let isPaused):
        report { $0.isPaused = isPaused }
        tellTerminal()
        if isPaused { streams.statusReporter?.takeBack(by: terminalPump) }
      case .reportAttached(let isAttached):
        report { $0.foreground = isAttached || jobControl.isDrivenFromAfar }
        if !isAttached {
          streams.pumps.filter(\.feedsTerminal).forEach { $0.abandonSink() }
          options.errandOnceLeft.map(ProgramRun.detach)
        }
      }
    }
  }

  /// Shows the current progress in the outer terminal (`OSC 9;4`), while the command runs or is
  /// stopped.
  func tellTerminal() {
    guard outcome == .running, let reporter = streams.reporter else { return }
    let failure = reporter.step(
      sources.progress.fraction, isPaused: isHalted,
      by: streams.pumps.first(where: \.feedsTerminal), now: now
    ) { isForeground }
    if failure != nil { apply(jobControl.handle(.terminalLost)) }
  }

  /// Tells the outer terminal how the command stands (OSC 7501).
  func tellStatus() {
    guard outcome == .running, let reporter = streams.statusReporter else { return }
    let failure = reporter.step(
      knows: streams.input?.knowsStatus ?? false, mayAsk: jobControl.holdsTerminal,
      by: terminalPump, now: now
    ) { isForeground ? ownStatus : nil }
    if failure != nil { apply(jobControl.handle(.terminalLost)) }
  }

  /// The pump to the outer terminal; nil without a terminal.
  private var terminalPump: OutputPump? { streams.pumps.first(where: \.feedsTerminal) }

  /// The status of the command for its own terminal. Nil while there is nothing to tell.
  private var ownStatus: TerminalStatus.Record? {
    let percent = sources.progress.fraction.map(wholePercent)
    if isHalted { return TerminalStatus.Record(.idle) }
    if waitsForInput { return TerminalStatus.Record(.blocked, percent: percent) }
    return percent.map { TerminalStatus.Record(.working, percent: $0) }
  }

  /// Waits a moment for the answer of a terminal that was asked just now. The shell would otherwise
  /// read the answer as keys.
  func awaitStatusAnswer() {
    guard let outer = streams.outer, let input = streams.input, jobControl.holdsTerminal,
      !input.knowsStatus, streams.statusReporter?.awaitsAnswer(now: now) == true
    else { return }
    var poller = Poller()
    let limit = SystemClocks.awake + Self.answerPause
    while !input.knowsStatus, SystemClocks.awake < limit {
      poller.begin()
      poller.watch(outer.descriptor, .readable)
      poller.wait(until: limit)
      _ = input.step(poller, isReading: true)
    }
  }

  /// The longest wait for the answer of a terminal.
  private static let answerPause: Duration = .milliseconds(100)

  /// Reports a few changed fields to the hub.
  ///
  /// ```swift
  /// report { $0.isPaused = true }
  /// ```
  func report(_ change: (inout WorkerReport) -> Void) {
    var report = WorkerReport()
    change(&report)
    hub.report(report)
  }

  /// Stops this process and its job, as the shell expects.
  ///
  /// The hub's socket raises SIGCONT while the process is stopped, so that a paused task can still
  /// be cancelled. An order that arrives before the stop may make the stop needless.
  private func stopJob(_ signal: CInt) {
    while true {
      obey(hub.step(now: now))
      guard jobControl.isStopped, cancel.reason == nil else { return }
      switch stopOwnGroup(signal) {
      case .continued: return
      case .refused:
        return apply(jobControl.handle(.stopRefused(signal: signal, inForeground: isForeground)))
      case .forestalled: continue
      }
    }
  }

  /// Sends `signal` to the job, then stops this process unless the hub's socket has input.
  private func stopOwnGroup(_ signal: CInt) -> OwnProcess.Stop {
    let listening = hub.descriptor
    if let listening { SignalQueue.raise(SIGCONT, onInput: listening, true) }
    Signalling.sendToOwnGroup(signal)
    let result = OwnProcess.stop(by: signal, unlessInputOn: listening)
    if let listening { SignalQueue.raise(SIGCONT, onInput: listening, false) }
    now = SystemClocks.awake
    return result
  }
}
