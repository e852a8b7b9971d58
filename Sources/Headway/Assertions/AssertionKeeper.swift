import Glibc
import HeadwayModel
import HeadwaySystem
import Synchronization

/// The assertions of this process, and the thread that keeps their time.
///
/// ``Reporter`` owns the only keeper. `AssertionWatch` decides how the time runs; the keeper adds
/// the clock, the lock, the handlers and the thread. The thread exists only while an assertion is
/// held or somebody observes the foreground.
final class AssertionKeeper: Sendable {
  /// Wakes the thread that sends to the hub, when the hub must learn of a change.
  private let hubBell: Bell
  private let process = getpid()
  /// Wakes the keeper's own thread.
  private let bell = Bell()
  private let state: Mutex<State>

  fileprivate struct State {
    var watch: AssertionWatch
    var handlers: [AssertionWatch.ID: @Sendable () -> Void] = [:]
    var observers: [@Sendable (Bool) -> Void] = []
    var isForeground: Bool
    /// Whether the supervisor around this process has a terminal; true where no supervisor is
    /// known.
    var supervisorHasTerminal = true
    var isThreadRunning = false
  }

  /// The pause between two checks of the foreground.
  ///
  /// No signal tells a process group that it got its terminal's foreground, so the keeper polls.
  private static let lookInterval: Duration = .milliseconds(250)

  init(hubBell: Bell) {
    self.hubBell = hubBell
    let ground = AssertionWatch.Ground.ofTerminal
    state = Mutex(
      State(
        watch: AssertionWatch(ground: ground, at: SystemClocks.awake),
        isForeground: ground == .foreground))
  }

  /// Begins an assertion and starts the thread if it isn't running.
  ///
  /// - Returns: nil if the time limit is used up, or if no thread can be created to keep the time.
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

  /// Ends an assertion; an unknown `id` is ignored.
  ///
  /// In the child of a fork(2) nothing happens: the assertion is the parent's, and another thread
  /// may have held the lock at the fork, so that it would never be released.
  func end(_ id: AssertionWatch.ID) {
    guard process == getpid() else { return }
    // The handler may own assertions and end them in its deinit, so it must be released without the
    // lock.
    let handler = state.withLock { state in
      state.watch.end(id, at: SystemClocks.awake)
      return state.handlers.removeValue(forKey: id)
    }
    withExtendedLifetime(handler) { noteChange() }
  }

  func isHeld(_ id: AssertionWatch.ID) -> Bool {
    process == getpid() && state.withLock { $0.watch.isHeld(id) }
  }

  /// Notes that a cancel, an expiry or the hub's shutdown waits for the assertions, at most `time`.
  func await(within time: Duration) {
    state.withLock { $0.watch.await(within: time, at: SystemClocks.awake) }
    noteChange()
  }

  /// Notes that nothing waits for the assertions any more.
  func stopAwaiting() {
    if state.withLock({ $0.watch.stopAwaiting(at: SystemClocks.awake) }) { noteChange() }
  }

  /// Notes that the hub has been told of the moment at which nothing was asserted.
  ///
  /// An assertion that begins right after the awaited one ended stays hidden until then: otherwise
  /// the hub would never see that the wait is done.
  func tellPause() {
    if state.withLock({ $0.watch.tellPause() }) { hubBell.ring() }
  }

  /// The time left of the 30 s; nil while nothing limits the process.
  var remaining: Duration? {
    state.withLock { state in
      state.move()
      return state.watch.remaining(at: SystemClocks.awake)
    }
  }

  var isForeground: Bool { state.withLock { $0.ground == .foreground } }

  /// Records whether the supervisor's terminal is attached, as reported by the hub.
  ///
  /// A supervisor can lose its terminal while the pty that it made for this process stays, so the
  /// process's own terminal alone doesn't tell.
  func noteSupervisor(hasTerminal: Bool) {
    state.withLock { $0.supervisorHasTerminal = hasTerminal }
    bell.ring()
  }

  /// Registers `observer`, and has the thread check the foreground four times a second from now on.
  ///
  /// - Returns: whether the process is in the foreground now.
  func observe(_ observer: @escaping @Sendable (Bool) -> Void) -> Bool {
    let isForeground = state.withLock { state in
      state.isForeground = state.ground == .foreground
      state.observers.append(observer)
      _ = startThread(&state)
      return state.isForeground
    }
    bell.ring()
    return isForeground
  }

  /// The assertion that the hub shows on this process's cards, and the last one that was leaked.
  var ground: (name: SanitisedText?, leaked: SanitisedText?) {
    state.withLock { ($0.watch.name, $0.watch.leaked) }
  }

  private func noteChange() {
    bell.ring()
    hubBell.ring()
  }

  /// Starts the thread unless it is running. Returns whether a thread runs now.
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

  /// Does one round of the thread: checks the foreground and the time, and calls what is due.
  ///
  /// Returns the time of the next round on the awake clock, or nil if the thread may exit.
  private func turn() -> AwakeTime? {
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

  /// The result of one round, computed under the lock and carried out without it.
  private struct Outcome {
    var calls: [@Sendable () -> Void]
    /// Handlers that aren't needed any more. They may own assertions and end them in their deinit,
    /// so they are released without the lock.
    var dropped: [@Sendable () -> Void]
    var hasChanged: Bool
    var deadline: AwakeTime?
  }
}

extension AssertionKeeper.State {
  /// The place of the process relative to its terminal, or its supervisor's.
  fileprivate var ground: AssertionWatch.Ground {
    let own = AssertionWatch.Ground.ofTerminal
    return own == .foreground && !supervisorHasTerminal ? .background : own
  }

  /// Brings the watch up to date with the terminal.
  fileprivate mutating func move() {
    watch.move(to: ground, at: SystemClocks.awake)
  }

  /// Updates the place of the process. Returns the observer calls that a change makes due.
  fileprivate mutating func look() -> [@Sendable () -> Void] {
    move()
    let isForeground = ground == .foreground
    guard isForeground != self.isForeground else { return [] }
    self.isForeground = isForeground
    return observers.map { observer in { observer(isForeground) } }
  }

  /// Returns the handlers that must be called now, and those that aren't needed any more.
  fileprivate mutating func expire(
    at now: AwakeTime
  ) -> (told: [@Sendable () -> Void], dropped: [@Sendable () -> Void]) {
    let told = watch.check(at: now).compactMap { handlers[$0] }
    let dropped = handlers.filter { !watch.isHeld($0.key) }
    for id in dropped.keys { handlers[id] = nil }
    return (told, Array(dropped.values))
  }
}

extension AssertionWatch.Ground {
  /// The place of this process according to its controlling terminal alone.
  static var ofTerminal: Self {
    switch ControllingTerminal.isForeground {
    case true?: .foreground
    case false?: .background
    case nil: .noTerminal
    }
  }
}
