import Glibc
import HeadwayModel
import HeadwaySystem
import Synchronization

/// The registry of this process's tasks, and the owner of the thread that reports them.
///
/// The thread starts with the first task: a program that imports the library and begins no task has
/// no additional thread. ``ReporterThread`` is the body of the thread.
final class Reporter: Sendable {
  let bell: Bell
  let assertions: AssertionKeeper
  private let process = getpid()
  /// The places where a hub may be; nil if the library must not look for a hub.
  private let paths: HeadwayPaths?
  /// The reason why `paths` is nil, for the error of a task that needs a hub.
  private let trouble: String
  private let state = Mutex(State())

  private struct State {
    /// Tasks that began since the thread last looked.
    var arriving: [HeadwayTask] = []
    /// The task of the supervisor around this process, once the process wants to know whether the
    /// supervisor has a terminal; nil until then.
    var surroundingTask: TaskKey?
    var isRunning = false
  }

  private static let shared = Atomic<Unmanaged<Reporter>?>(nil)
  /// The longest time that exit(3) waits until ends are acknowledged or written to disk.
  private static let exitPatience: Duration = .seconds(2)

  /// Returns the reporter of this process.
  ///
  /// The child of a fork(2) inherits the parent's reporter without its thread, so the child makes a
  /// reporter of its own. Threads that race to make one agree by a compare-and-exchange.
  static func current() -> Reporter {
    let known = shared.load(ordering: .acquiring)
    if let known, known._withUnsafeGuaranteedRef({ $0.process == getpid() }) {
      return known._withUnsafeGuaranteedRef { $0 }
    }
    let new = Reporter()
    let reference = Unmanaged.passRetained(new)
    let claim = shared.compareExchange(
      expected: known, desired: reference, ordering: .acquiringAndReleasing)
    guard claim.exchanged else {
      reference.release()
      return current()
    }
    atexit { Reporter.current().drain() }
    return new
  }

  private init() {
    let isOff = ProcessEnvironment.variable("HEADWAY") == "off"
    do {
      paths = isOff ? nil : try HeadwayPaths.resolve()
      trouble = "HEADWAY is off; unset it"
    } catch {
      (paths, trouble) = (nil, "\(error)")
    }
    bell = Bell()
    assertions = AssertionKeeper(hubBell: bell)
  }

  /// Begins a task and wakes or starts the thread. A task with a `turn` waits for the turn first.
  ///
  /// Without a hub the task still counts, but is never reported, and `turn` is given up.
  func begin(
    _ title: String, total: Int64?, _ options: HeadwayTaskOptions, turn: Turn? = nil
  ) -> HeadwayTask {
    var generator = SystemRandomNumberGenerator()
    let task = HeadwayTask(
      title, total: total, options: options, key: .random(using: &generator),
      bell: paths == nil ? .unheard : bell, turn: turn)
    guard let paths else {
      turn?.giveUp(because: trouble)
      return task
    }
    let mustStart = state.withLock { state in
      state.arriving.append(task)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { start(paths) } else { bell.ring() }
    return task
  }

  /// Has the thread ask the hub whether the supervisor around this process has a terminal. Does
  /// nothing outside of supervised commands.
  ///
  /// A supervisor can lose its terminal while the pty that it made for this process stays. A process
  /// that asserts or observes must learn of that even if it has no task.
  func watchSupervisor() {
    guard let paths, let key = ProcessEnvironment.variable("HEADWAY_TASK").flatMap({ TaskKey($0) })
    else { return }
    let mustStart = state.withLock { state -> Bool? in
      guard state.surroundingTask == nil else { return nil }
      state.surroundingTask = key
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard let mustStart else { return }
    if mustStart { start(paths) } else { bell.ring() }
  }

  /// The task whose supervisor's terminal matters to this process; nil for none.
  var surroundingTask: TaskKey? { state.withLock(\.surroundingTask) }

  private func start(_ paths: HeadwayPaths) {
    let isStarted = DetachedThread.run { [self] in
      var thread = ReporterThread(reporter: self, paths: paths)
      thread.run()
    }
    if !isStarted { state.withLock { $0.isRunning = false } }
  }

  /// Removes and returns the tasks that began since the last call.
  func takeArrivals() -> [HeadwayTask] {
    state.withLock { state in
      defer { state.arriving = [] }
      return state.arriving
    }
  }

  /// Waits in exit(3) until every end is with the hub or on disk, at most `exitPatience`.
  private func drain() {
    bell.ring()
    let deadline = SystemClocks.awake + Self.exitPatience
    while bell.openEnds.load(ordering: .acquiring) > 0, SystemClocks.awake < deadline {
      guard state.withLock(\.isRunning) else { return }
      SystemClocks.rest(for: .milliseconds(1))
    }
  }
}
