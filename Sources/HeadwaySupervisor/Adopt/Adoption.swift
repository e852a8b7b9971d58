package import HeadwayModel
internal import Glibc
internal import HeadwayRecognition
package import HeadwaySystem

/// Watches a process that somebody else started, until it ends (`headway adopt`).
///
/// Progress is how far the process and its descendants have read their files. A cancel signals the
/// adopted process alone, by its pidfd: its descendants may belong to somebody else.
package final class Adoption {
  /// The reason why ``run(_:)`` returned.
  package enum Outcome: Hashable, Sendable {
    /// The process has ended. The status is nil where only the parent of the process can read it.
    case ended(ExitStatus?)
    /// A signal to this process ended the watch; the adopted process runs on.
    case released(signal: CInt)
  }

  private let handle: ProcessHandle
  private let hub: any HubReporting
  private let signals: SignalQueue
  /// The longest pause between two looks for a sign of life.
  private let pulsePause: Duration
  private var halt = HaltControl()
  private var cancel = CancelEscalation()
  private var arbiter = ProgressArbiter()
  private var offsets: OffsetProbe
  private var pulse: ProcessPulse
  private var poller = Poller()
  private var now = SystemClocks.awake
  private var outcome: Outcome?

  /// The signals that end the watch.
  private static let releasing: [CInt] = [SIGINT, SIGTERM, SIGQUIT]

  /// Starts the watch. Blocks the signals that end it, and SIGHUP and SIGPIPE, which don't.
  ///
  /// Throws if the signals can't be queued (signalfd(2)).
  package init(
    of handle: ProcessHandle, hub: any HubReporting, stallAfter: Duration
  ) throws(SystemError) {
    self.handle = handle
    self.hub = hub
    signals = try SignalQueue(
      blocking: SignalSet(Self.releasing + [SIGHUP, SIGPIPE]), queued: SignalSet(Self.releasing))
    pulsePause = max(.milliseconds(100), min(.seconds(5), stallAfter / 4))
    offsets = OffsetProbe(
      root: handle.process, includesRoot: true, command: handle.commandLine, idlePause: pulsePause,
      now: now)
    pulse = ProcessPulse(process: handle.process, next: now + pulsePause)
    report { ($0.isPausable, $0.halt) = (true, HaltReport.none) }
  }

  /// Runs the loop until the process has ended or a signal has ended the watch.
  ///
  /// The loop calls `hasTurned` after each round; the CLI prints its messages there.
  package func run(_ hasTurned: () -> Void) -> Outcome {
    while true {
      obey(hub.step(now: now))
      hasTurned()
      if let outcome { return finish(outcome) }
      turn()
    }
  }

  private func turn() {
    poller.begin()
    poller.watch(signals.raw, .readable)
    poller.watch(handle.descriptor, .readable)
    if let descriptor = hub.descriptor {
      poller.watch(descriptor, .readable(andWritable: hub.wantsWrite))
    }
    poller.wait(until: deadline)
    now = SystemClocks.awake
    if poller.readiness(of: handle.descriptor).isAny {
      outcome = .ended(handle.ending.flatMap(ExitStatus.init))
    } else if let signal = signals.next() {
      outcome = .released(signal: signal.number)
    } else {
      look()
    }
  }

  private var deadline: AwakeTime? {
    let looks = pulse.isStopped ? nil : offsets.deadline
    return [hub.nextDeadline, cancel.deadline, pulse.next, looks].compactMap { $0 }.min()
  }

  /// Looks for a sign of life and at the open files, if a look is due.
  private func look() {
    apply(cancel.handle(.ticked, at: now))
    switch pulse.beat(now: now, pause: pulsePause) {
    case .alive?: hub.heartbeat()
    case .stopped(let isStopped)?: report { $0.isPaused = isStopped }
    case nil: break
    }
    guard !pulse.isStopped, let found = offsets.look(now: now) else { return }
    if let taken = arbiter.admit(found.ofWhole, from: .fileOffsets) {
      report { $0.reading = taken }
    }
    if let subtitle = found.subtitle { report { $0.subtitle = subtitle } }
  }

  private func obey(_ orders: [WorkerOrder]) {
    for order in orders {
      switch order {
      case .cancel(let order):
        apply(halt.handle(.ended))
        apply(cancel.handle(.ordered(order, isStopped: pulse.isStopped), at: now))
      case .pause(let halter): apply(halt.handle(.pauseOrdered(by: halter)))
      case .resume(let halter): apply(halt.handle(.resumeOrdered(by: halter)))
      case .questionAsked, .assertionAwaited, .terminalMoved, .selectionMoved, .turnCame:
        break
      }
    }
  }

  private func apply(_ effects: [HaltControl.Effect]) {
    for effect in effects {
      switch effect {
      case .haltTree: handle.signal(SIGSTOP)
      case .releaseTree: handle.signal(SIGCONT)
      case .continueJob: if pulse.isStopped { handle.signal(SIGCONT) }
      case .report(let halt): report { $0.halt = halt }
      }
    }
  }

  /// Signals the adopted process. The steps for descendants are left out: they aren't this task's.
  private func apply(_ effects: [CancelEscalation.Effect]) {
    for effect in effects {
      switch effect {
      case .continueGroup: handle.signal(SIGCONT)
      case .terminateGroup(let signal): handle.signal(signal?.number ?? SIGTERM)
      case .killGroup: handle.signal(SIGKILL)
      case .terminateDescendants, .killDescendants: break
      }
    }
  }

  /// Reports the end of the task. A released process runs on, so its task is neither a failure nor
  /// a success.
  private func finish(_ outcome: Outcome) -> Outcome {
    switch outcome {
    case .ended(let status): end(status)
    case .released:
      apply(halt.handle(.ended))
      report { $0.subtitle = SanitisedText(wire: "process \(handle.process) runs on") }
      hub.end(TaskEnding(reason: .cancelled(by: .unwatched)), now: now)
    }
    hub.settle(since: now)
    return outcome
  }

  /// Reports the end of the process. Without a status and without a cancel, the outcome is unknown.
  private func end(_ status: ExitStatus?) {
    let rule = EndingRule(orderedReason: cancel.reason)
    if let status {
      hub.end(rule.ending(status), now: now)
    } else if let reason = cancel.reason {
      hub.end(TaskEnding(reason: reason), now: now)
    } else {
      report {
        $0.subtitle = SanitisedText(
          wire: "process \(handle.process) has ended; only its parent knows how")
      }
      hub.end(TaskEnding(reason: .lost), now: now)
    }
  }

  private func report(_ change: (inout WorkerReport) -> Void) {
    var report = WorkerReport()
    change(&report)
    hub.report(report)
  }
}

/// Conversion from what wait(2) reports.
extension ExitStatus {
  /// The exit status of a process that has ended; nil for a stopped or continued one.
  init?(_ change: ChildChange) {
    switch change {
    case .exited(let code): self = .code(code)
    case .killed(let signal): self = .signal(signal)
    case .stopped, .continued: return nil
    }
  }
}
