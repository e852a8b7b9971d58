import Glibc
import HeadwayCore
import HeadwaySystem
import Synchronization

/// This process's tasks, and the thread that sends their state: there is none before the first task.
final class Reporter: Sendable {
  let bell: Bell
  let assertions: AssertionKeeper
  private let process = getpid()
  /// Nil where no hub is to be asked.
  private let paths: HeadwayPaths?
  private let trouble: String
  private let state = Mutex(State())

  private struct State {
    var arriving: [HeadwayTask] = []
    var isRunning = false
  }

  private static let shared = Atomic<Unmanaged<Reporter>?>(nil)
  /// How long exit(3) waits for ends to be taken or written down.
  private static let exitPatience: Duration = .seconds(2)

  /// Of this process: the child of a fork(2) has its own.
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

  /// With a `turn`, it is to wait for that.
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

  private func start(_ paths: HeadwayPaths) {
    let isStarted = DetachedThread.run { [self] in
      var thread = ReporterThread(reporter: self, paths: paths)
      thread.run()
    }
    if !isStarted { state.withLock { $0.isRunning = false } }
  }

  /// The tasks that began since the last call.
  func takeArrivals() -> [HeadwayTask] {
    state.withLock { state in
      defer { state.arriving = [] }
      return state.arriving
    }
  }

  /// Before the process goes: an end that was said isn't lost.
  private func drain() {
    bell.ring()
    let deadline = SystemClocks.awake + Self.exitPatience
    while bell.openEnds.load(ordering: .acquiring) > 0, SystemClocks.awake < deadline {
      guard state.withLock(\.isRunning) else { return }
      SystemClocks.rest(for: .milliseconds(1))
    }
  }
}
