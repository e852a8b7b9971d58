internal import Glibc
internal import HeadwaySystem

/// The leader of the command's session: it starts the command, so that job control works at the
/// pty, and is the subreaper of everything that the command starts (prctl(2)).
///
/// `LeaderLaunch` decides whether the leader is a process of its own or a part of the supervisor.
struct SessionLeader {
  private let tell: (LeaderReport) -> Void
  private let terminal: CInt?
  private let signals: SignalQueue
  private var command: Command
  /// The halted tree; nil while the command isn't halted.
  private var halted: HaltedTree?
  /// The number of orders to continue so far.
  private var continues: Int32 = 0
  /// The signal of the sweep under way; nil without one.
  private var sweep: Int32?
  /// The hub's process id from the last order that named it; nil if unknown.
  private var hub: Int32?
  private var hasReportedSwept = false

  /// The state of the command; the payload is its process id, which is also its group.
  private enum Command {
    case running(Int32)
    case over
  }

  /// Becomes the subreaper, starts the command and reports the result. Nil if that failed.
  ///
  /// - Parameters:
  ///   - terminal: the slave of the command's pty, which is this session's controlling terminal.
  ///   - blocked: the signals that this process blocks from now on. SIGCHLD is one of them.
  ///   - mask: the signal mask that the command gets.
  ///   - tell: takes each report.
  init?(
    _ command: LeaderCommand, terminal: CInt?, blocking blocked: SignalSet, mask: SignalSet,
    tell: @escaping (LeaderReport) -> Void
  ) {
    self.tell = tell
    self.terminal = terminal
    guard
      let signals = try? SignalQueue(blocking: blocked, queued: SignalSet([SIGCHLD])),
      (try? OwnProcess.becomeSubreaper()) != nil
    else {
      tell(.startFailed(errno: EAGAIN))
      return nil
    }
    self.signals = signals
    do {
      let process = try CommandLauncher(command, terminal: terminal, mask: mask).launch()
      self.command = .running(process)
      tell(.started(process: process))
    } catch {
      tell(.startFailed(errno: error.code))
      return nil
    }
  }

  /// The descriptor that becomes readable when a child has changed; then call ``reap()``.
  var descriptor: CInt { signals.raw }

  /// Handles the orders from `line`, and children, until the supervisor is gone.
  ///
  /// Then the leader sends the command's group SIGHUP and SIGCONT, as the kernel does when a
  /// terminal closes.
  mutating func run(_ line: SupervisorLine) {
    var poller = Poller()
    while true {
      poller.begin()
      poller.watch(line.descriptor.raw, .readable)
      poller.watch(signals.raw, .readable)
      poller.wait(until: nil)
      if poller.readiness(of: signals.raw).isAny { reap() }
      if poller.readiness(of: line.descriptor.raw).isAny, !obeyAll(line) { break }
    }
    release()
    if case .running(let group) = command {
      Signalling.send(SIGHUP, toGroup: group)
      Signalling.send(SIGCONT, toGroup: group)
    }
  }

  /// Reads the status of every child that has changed.
  ///
  /// Children of a killed process become the leader's own later. So a sweep by SIGKILL kills again
  /// after each round, until no child is left.
  mutating func reap() {
    while signals.next() != nil {}
    while true {
      switch nextChildChange() {
      case .changed(let process, let change):
        if case .running(process) = command { noteCommand(change) }
      case .nothing:
        if sweep == SIGKILL { signalDescendants(SIGKILL) }
        if sweep != nil, descendants.isEmpty { reportSwept() }
        return
      case .childless:
        if sweep != nil { reportSwept() }
        return
      }
    }
  }

  /// Reports a change of the command. A stop that the leader itself has caused by a halt isn't
  /// reported.
  private mutating func noteCommand(_ change: ChildChange) {
    switch change {
    case .exited, .killed:
      command = .over
      // The leader becomes the foreground group, so that the end of this session doesn't hang up
      // processes that the command leaves behind.
      if let terminal { ForegroundGroup.set(getpgrp(), at: terminal) }
    case .stopped(SIGSTOP) where halted != nil: return
    case .continued where halted != nil: return tell(.woken)
    case .stopped, .continued: break
    }
    tell(LeaderReport(change, continues: continues))
  }

  /// Carries out every order that has come. Returns false once the supervisor is gone.
  private mutating func obeyAll(_ line: SupervisorLine) -> Bool {
    while true {
      switch line.receive() {
      case .message(let order): obey(order)
      case .nothing: return true
      case .peerGone: return false
      }
    }
  }

  /// Carries out an order.
  mutating func obey(_ order: LeaderOrder) {
    if order.continues { continues &+= 1 }
    switch order {
    case .signalGroup(let signal): signalGroup(signal)
    case .toForeground:
      if case .running(let group) = command, let terminal {
        ForegroundGroup.set(group, at: terminal)
      }
    case .toBackground:
      if let terminal { ForegroundGroup.set(getpgrp(), at: terminal) }
    case .sweep(let signal, let hub):
      (sweep, self.hub) = (signal, hub)
      hasReportedSwept = false
      signalDescendants(signal)
      reap()
    case .halt(let hub):
      guard halted == nil, case .running(let group) = command else { return }
      self.hub = hub
      halted = HaltedTree(group: group) { Self.descendants(but: hub) }
    case .release: release()
    }
  }

  private mutating func signalGroup(_ signal: Int32) {
    let hub = hub
    guard case .running(let group) = command,
      halted?.admits(signal, { Self.descendants(but: hub) }) ?? true
    else { return }
    Signalling.send(signal, toGroup: group)
  }

  /// Ends a halt. Children are reaped first, so that the stops of the halt aren't reported
  /// afterwards as the command's own.
  private mutating func release() {
    if halted != nil { reap() }
    halted?.release(descendants)
    halted = nil
  }

  /// Reports the end of a sweep, once per order. The command's own exit status is always reported
  /// before.
  private mutating func reportSwept() {
    guard case .over = command, !hasReportedSwept else { return }
    tell(.swept)
    hasReportedSwept = true
  }

  private var descendants: [ProcessStat] { Self.descendants(but: hub) }

  /// Lists the leader's descendants, parents before children.
  ///
  /// A hub that the command has started is left out with everything below it. The hub is recognised
  /// by its process id: a process that only has the hub's program name is a descendant like any
  /// other.
  private static func descendants(but hub: Int32?) -> [ProcessStat] {
    ProcessTree.descendants(of: getpid()) { $0 == hub }
  }

  /// Signals each descendant. SIGCONT follows any signal but SIGKILL, so that stopped processes act
  /// on it.
  private func signalDescendants(_ signal: Int32) {
    for descendant in descendants {
      Signalling.send(signal, to: descendant)
      if signal != SIGKILL { Signalling.send(SIGCONT, to: descendant) }
    }
  }
}
