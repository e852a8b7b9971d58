import Glibc
import HeadwayCore
import HeadwaySystem
import Synchronization

/// What this process asserts, and a thread that keeps its time while there is something to keep.
final class AssertionKeeper: Sendable {
  /// Rung when the hub is to hear of a change.
  private let hubBell: Bell
  private let process = getpid()
  /// Wakes the thread.
  private let bell = Bell()
  private let state: Mutex<State>

  fileprivate struct State {
    var watch: AssertionWatch
    var handlers: [AssertionWatch.ID: @Sendable () -> Void] = [:]
    var observers: [@Sendable (Bool) -> Void] = []
    var isForeground: Bool
    /// The one around this process, if there is one.
    var supervisorHasTerminal = true
    var isThreadRunning = false
  }

  /// No signal says that a process group came to its terminal's foreground: it is looked at.
  private static let lookInterval: Duration = .milliseconds(250)

  init(hubBell: Bell) {
    self.hubBell = hubBell
    let standing = AssertionWatch.Standing.ofTerminal
    state = Mutex(
      State(
        watch: AssertionWatch(standing: standing, at: SystemClocks.awake),
        isForeground: standing == .foreground))
  }

  /// Nil where no time is left, or there is no thread to be had to keep it.
  func begin(_ name: String, _ onExpiration: (@Sendable () -> Void)?) -> AssertionWatch.ID? {
    let id = state.withLock { state -> AssertionWatch.ID? in
      state.move()
      guard startThread(&state),
        let id = state.watch.begin(SanitisedText(name), at: SystemClocks.awake)
      else { return nil }
      state.handlers[id] = onExpiration
      return id
    }
    noteChange()
    return id
  }

  /// In the child of a fork(2) it is the parent's: nothing ends, and the lock may be held for ever.
  func end(_ id: AssertionWatch.ID) {
    guard process == getpid() else { return }
    // What the handler holds may end assertions of its own when it goes: not under the lock.
    let handler = state.withLock { state in
      state.watch.end(id, at: SystemClocks.awake)
      return state.handlers.removeValue(forKey: id)
    }
    withExtendedLifetime(handler) { noteChange() }
  }

  func isHeld(_ id: AssertionWatch.ID) -> Bool {
    process == getpid() && state.withLock { $0.watch.isHeld(id) }
  }

  /// Something waits for it.
  func await(within time: Duration) {
    state.withLock { $0.watch.await(within: time, at: SystemClocks.awake) }
    noteChange()
  }

  /// Nothing waits any more.
  func stopAwaiting() {
    if state.withLock({ $0.watch.stopAwaiting(at: SystemClocks.awake) }) { noteChange() }
  }

  /// The hub knows that nothing was asserted for a moment.
  func tellPause() {
    if state.withLock({ $0.watch.tellPause() }) { hubBell.ring() }
  }

  /// Nil while nothing limits it.
  var remaining: Duration? {
    state.withLock { state in
      state.move()
      return state.watch.remaining(at: SystemClocks.awake)
    }
  }

  var isForeground: Bool { state.withLock { $0.standing == .foreground } }

  /// As the hub says: a supervisor's terminal may go, and the one that it made stays.
  func noteSupervisor(hasTerminal: Bool) {
    state.withLock { $0.supervisorHasTerminal = hasTerminal }
    bell.ring()
  }

  /// Calls `observer` with whether the process is in the foreground, whenever that changes; from
  /// then on it is looked at four times a second. Returns whether it is there now.
  func observe(_ observer: @escaping @Sendable (Bool) -> Void) -> Bool {
    let isForeground = state.withLock { state in
      state.isForeground = state.standing == .foreground
      state.observers.append(observer)
      _ = startThread(&state)
      return state.isForeground
    }
    bell.ring()
    return isForeground
  }

  /// For the hub.
  var standing: (name: SanitisedText?, leaked: SanitisedText?) {
    state.withLock { ($0.watch.name, $0.watch.leaked) }
  }

  private func noteChange() {
    bell.ring()
    hubBell.ring()
  }

  /// Whether it runs.
  private func startThread(_ state: inout State) -> Bool {
    if !state.isThreadRunning {
      state.isThreadRunning = DetachedThread.run { [self] in keepTime() }
    }
    return state.isThreadRunning
  }

  private func keepTime() {
    var poller = Poller()
    while let deadline = turn() {
      poller.begin()
      poller.watch(bell.descriptor, .readable)
      poller.wait(until: deadline)
      if poller.readiness(of: bell.descriptor).isAny { bell.hush() }
    }
  }

  /// Looks at everything once; returns when to look again, nil when the thread may go.
  private func turn() -> Duration? {
    let now = SystemClocks.awake
    let outcome = state.withLock { state in
      let before = (state.watch.name, state.watch.leaked)
      let calls = state.look()
      let (told, dropped) = state.expire(at: now)
      let needsThread = state.watch.isHolding || !state.observers.isEmpty
      state.isThreadRunning = needsThread
      let next = now + Self.lookInterval
      return Outcome(
        calls: calls + told, dropped: dropped,
        hasChanged: before != (state.watch.name, state.watch.leaked),
        deadline: needsThread ? min(next, state.watch.nextDeadline ?? next) : nil)
    }
    for call in outcome.calls { DetachedThread.run(call) }
    if outcome.hasChanged { hubBell.ring() }
    return outcome.deadline
  }

  private struct Outcome {
    var calls: [@Sendable () -> Void]
    /// Released when the lock is not held: what they hold may end assertions of its own.
    var dropped: [@Sendable () -> Void]
    var hasChanged: Bool
    var deadline: Duration?
  }
}

extension AssertionKeeper.State {
  fileprivate var standing: AssertionWatch.Standing {
    let own = AssertionWatch.Standing.ofTerminal
    return own == .foreground && !supervisorHasTerminal ? .background : own
  }

  fileprivate mutating func move() {
    watch.move(to: standing, at: SystemClocks.awake)
  }

  /// Where the process is now; returns what is to be called because that changed.
  fileprivate mutating func look() -> [@Sendable () -> Void] {
    move()
    let isForeground = standing == .foreground
    guard isForeground != self.isForeground else { return [] }
    self.isForeground = isForeground
    return observers.map { observer in { observer(isForeground) } }
  }

  /// Returns the handlers that are to be called now, and those that aren't needed any more.
  fileprivate mutating func expire(
    at now: Duration
  ) -> (told: [@Sendable () -> Void], dropped: [@Sendable () -> Void]) {
    let told = watch.check(at: now).compactMap { handlers[$0] }
    let dropped = handlers.filter { !watch.isHeld($0.key) }
    for id in dropped.keys { handlers[id] = nil }
    return (told, Array(dropped.values))
  }
}

extension AssertionWatch.Standing {
  static var ofTerminal: Self {
    switch ControllingTerminal.isForeground {
    case true?: .foreground
    case false?: .background
    case nil: .noTerminal
    }
  }
}
