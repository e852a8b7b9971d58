internal import Glibc
internal import HeadwayCore
internal import HeadwaySystem

/// Signals, the leader's reports, the hub's orders, and what follows from them.
extension Supervision {
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
      // What was typed, for the others of the pipeline.
      case SIGINT where signal.origin == .ownProcess, SIGQUIT where signal.origin == .ownProcess:
        break
      default: pass(signal)
      }
    }
  }

  func order(_ order: LeaderOrder) {
    if order.continues { continuesOrdered &+= 1 }
    line.send(order)
  }

  var isForeground: Bool { outer?.isForeground ?? false }

  /// The hub had something to say while this job was stopped: unless that ends it, stop again.
  private func wake() {
    obey(hub.step(now: now))
    if let signal = jobControl.stopSignal, cancel.reason == nil {
      apply([.stopJob(signal: signal == SIGSTOP ? SIGTSTP : signal)])
    }
  }

  private func stop() {
    if jobControl.isStopped {
      apply(jobControl.handle(.stopRequested(signal: SIGTSTP)))
    } else if halt.isHalted {
      stopHaltedJob()
    } else {
      order(.signalGroup(SIGTSTP))
    }
  }

  private func resize() {
    if attach?.driver == nil { outer?.passSize() }
    if !jobControl.holdsTerminal { order(.signalGroup(SIGWINCH)) }
  }

  private func pass(_ signal: ReceivedSignal) {
    if signal.number == SIGINT, signal.origin == .kernel { endingRule.sawInterrupt = true }
    if case .left = outcome { isAbandoned = true }
    order(.signalGroup(signal.number))
    if Self.urgent.contains(signal.number) { apply(halt.handle(.signalled)) }
  }

  func hearLeader() {
    while true {
      switch line.receive() {
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
      // It has been continued since.
      guard continues == continuesOrdered else { return }
      deliverOutput()
      apply(jobControl.handle(.commandStopped(signal: signal, inForeground: isForeground)))
    case .continued: apply(jobControl.handle(.commandContinued(inForeground: isForeground)))
    case .woken: apply(halt.handle(.commandWoken))
    case .exited(let code): noteLeft(.code(code))
    case .killed(let signal): noteLeft(.signal(signal))
    case .swept: apply(cancel.handle(.swept, at: now))
    }
  }

  /// Where a process, memory or a descriptor is missing, the command may still be started by a
  /// process that doesn't supervise it.
  private func noteStartFailed(_ errno: Int32) {
    let isShort = [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(errno)
    outcome =
      isShort && !options.isDetached
      ? .unsupervised(SystemError("start", code: errno)) : .neverStarted(ExecFailure(errno: errno))
  }

  /// What a command wrote before it stopped comes before the shell's word of it: an editor's way
  /// back from the alternate screen, say.
  private func deliverOutput() {
    for pump in pumps {
      if pump.catchUp() != nil, pump.feedsTerminal { apply(jobControl.handle(.terminalLost)) }
    }
  }

  private func noteLeft(_ status: ExitStatus) {
    apply(halt.handle(.ended))
    outcome = .left(status)
    endingRule.orderedReason = cancel.reason
    apply(cancel.handle(.commandLeft, at: now))
  }

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

  /// The process of the hub, as the kernel knows it from the connection; nil while there is none.
  var hubProcess: Int32? { hub.descriptor.flatMap(UnixSocket.peerProcess) }

  func apply(_ effects: [CancelEscalation.Effect]) {
    for effect in effects {
      switch effect {
      case .continueGroup: order(.signalGroup(SIGCONT))
      case .terminateGroup: order(.signalGroup(SIGTERM))
      case .killGroup: order(.signalGroup(SIGKILL))
      case .terminateDescendants: order(.sweep(signal: SIGTERM, hub: hubProcess))
      case .killDescendants: order(.sweep(signal: SIGKILL, hub: hubProcess))
      }
    }
  }

  func apply(_ effects: [JobControl.Effect]) {
    for effect in effects {
      switch effect {
      case .takeTerminal:
        outer?.take(
          editing: jobControl.isSharing && !isFullScreen, passingSize: attach?.driver == nil)
      case .releaseTerminal:
        outer?.release()
        if jobControl.isDrivenFromAfar { outer?.lend(true) }
      case .foregroundCommand: order(.toForeground)
      case .backgroundCommand: order(.toBackground)
      case .continueCommand: order(.signalGroup(SIGCONT))
      case .repaintCommand: order(.signalGroup(SIGWINCH))
      case .stopJob(let signal): stopJob(signal)
      case .reportPaused(let isPaused):
        report { $0.isPaused = isPaused }
        tellTerminal()
      case .reportAttached(let isAttached):
        report { $0.foreground = isAttached }
        if !isAttached {
          pumps.filter(\.feedsTerminal).forEach { $0.abandonSink() }
          options.errandOnceLeft.map(ProgramRun.detach)
        }
      }
    }
  }

  /// While the command runs, or is stopped.
  func tellTerminal() {
    guard outcome == .running, let reporter else { return }
    let failure = reporter.step(
      sources.progress.fraction, isPaused: standsStill,
      by: pumps.first(where: \.feedsTerminal), now: now
    ) { isForeground }
    if failure != nil { apply(jobControl.handle(.terminalLost)) }
  }

  func report(_ change: (inout WorkerReport) -> Void) {
    var report = WorkerReport()
    change(&report)
    hub.report(report)
  }

  /// While stopped, a word from the hub wakes this process: a paused task can be cancelled. What it
  /// says before that may make the stop needless.
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
