internal import Glibc
internal import HeadwaySystem

/// The process between supervisor and command: holds the session, so that job control works in it,
/// and is the subreaper of all that the command starts.
///
/// Should the supervisor die, the command's group gets HUP and CONT, as when a terminal closes, and
/// the leader goes.
struct SessionLeader {
  private let line: SupervisorLine
  private let terminal: CInt?
  private let signals: SignalQueue
  private var command: Command
  private var halted: HaltedTree?
  private var continues: Int32 = 0
  private var sweep: Int32?
  /// The process of the hub, as the last order said.
  private var hub: Int32?
  private var hasReportedSwept = false

  private enum Command {
    case running(Int32)
    case over
  }

  /// Becomes the subreaper, starts the command and reports how that went; nil where it failed.
  init?(_ command: LeaderCommand, _ line: SupervisorLine, terminal: CInt?) {
    self.line = line
    self.terminal = terminal
    guard
      let signals = try? SignalQueue(blocking: .all, queued: SignalSet([SIGCHLD])),
      (try? OwnProcess.becomeSubreaper()) != nil
    else {
      line.send(.startFailed(errno: EAGAIN))
      return nil
    }
    self.signals = signals
    do {
      let process = try CommandLauncher(command, terminal: terminal, mask: signals.originalMask)
        .launch()
      self.command = .running(process)
      line.send(.started(process: process))
    } catch {
      line.send(.startFailed(errno: error.code))
      return nil
    }
    OwnProcess.closeDescriptors(except: [line.descriptor.raw, signals.raw, terminal ?? -1])
  }

  /// Returns once the supervisor is gone.
  mutating func run() {
    var poller = Poller()
    while true {
      poller.begin()
      poller.watch(line.descriptor.raw, .readable)
      poller.watch(signals.raw, .readable)
      poller.wait(until: nil)
      if poller.readiness(of: signals.raw).isAny { reap() }
      if poller.readiness(of: line.descriptor.raw).isAny, !obeyAll() { break }
    }
    release()
    if case .running(let group) = command {
      Signalling.send(SIGHUP, toGroup: group)
      Signalling.send(SIGCONT, toGroup: group)
    }
  }

  /// A killed process's children become the leader's own in time: killing goes on with every one
  /// reaped, until no child is left.
  private mutating func reap() {
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

  private mutating func noteCommand(_ change: ChildChange) {
    switch change {
    case .exited, .killed:
      command = .over
      // What the command leaves behind must not be hung up with this session.
      if let terminal { ForegroundGroup.set(getpgrp(), at: terminal) }
    case .stopped(SIGSTOP) where halted != nil: return
    case .continued where halted != nil: return line.send(.woken)
    case .stopped, .continued: break
    }
    line.send(LeaderReport(change, continues: continues))
  }

  /// False once the supervisor is gone.
  private mutating func obeyAll() -> Bool {
    while true {
      switch line.receive() {
      case .message(let order): obey(order)
      case .nothing: return true
      case .peerGone: return false
      }
    }
  }

  private mutating func obey(_ order: LeaderOrder) {
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

  /// That it was stopped by order is no news afterwards.
  private mutating func release() {
    if halted != nil { reap() }
    halted?.release(descendants)
    halted = nil
  }

  /// Once an order. A command that was killed is no descendant any more, but its status comes first.
  private mutating func reportSwept() {
    guard case .over = command, !hasReportedSwept else { return }
    line.send(.swept)
    hasReportedSwept = true
  }

  private var descendants: [ProcessStat] { Self.descendants(but: hub) }

  /// A hub that the command happened to start is left out, with all that the hub has started. A
  /// process that only has the name of the hub's program isn't.
  private static func descendants(but hub: Int32?) -> [ProcessStat] {
    ProcessTree.descendants(of: getpid()) { $0 == hub }
  }

  private func signalDescendants(_ signal: Int32) {
    for descendant in descendants {
      Signalling.send(signal, to: descendant)
      if signal != SIGKILL { Signalling.send(SIGCONT, to: descendant) }
    }
  }
}
