import CHeadwaySystem
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import Synchronization

/// The body of the thread that sends the state of all tasks to the hub.
///
/// The thread sends changes at most 20 times a second and sleeps while nothing changes. The thread
/// is the only user of the `WorkerSession`, so the session needs no lock.
struct ReporterThread {
  private let reporter: Reporter
  private let session: WorkerSession
  private var tasks: [TaskKey: Reported] = [:]
  private var poller = Poller()
  /// The earliest time (awake clock) of the next collection. Begins and ends don't wait for it.
  private var notBefore: AwakeTime = .origin
  /// Whether membarrier(2) can fence all threads of the process.
  ///
  /// The registration costs some milliseconds in the kernel, so it waits until the first task has
  /// been sent.
  private lazy var canFence = headway_fence_prepare() == 0
  /// The assertion that the hub was last told about.
  private var assertion: SanitisedText?
  /// The leaked assertion that the hub was last told about.
  private var leakedAssertion: SanitisedText?

  /// A task, and the state that the hub was last told about.
  fileprivate struct Reported {
    let task: HeadwayTask
    var last = ProgressReading()
    var lastBeat = 0
    var hasEnded = false
  }

  /// The shortest time between two collections.
  static let interval: Duration = .milliseconds(50)
  /// The longest sleep where threads can't be fenced. A change may then miss the moment of falling
  /// asleep, so the thread looks again.
  private static let blindInterval: Duration = .seconds(1)

  init(reporter: Reporter, paths: HeadwayPaths) {
    self.reporter = reporter
    session = WorkerSession(paths: paths, isSupervisor: false, mayStartHub: false)
  }

  /// Repeats the rounds for the rest of the process's life.
  mutating func run() -> Never {
    while true {
      let now = SystemClocks.awake
      takeArrivals()
      if let surrounding = reporter.surroundingTask { session.askForTerminal(of: surrounding) }
      readAssertions()
      let hasChanged = now >= notBefore && collect()
      if hasChanged { notBefore = now + Self.interval }
      handleEnds(now: now)
      exchange(now: now)
      sleep(mayChange: hasChanged || now < notBefore)
    }
  }

  /// Sends the begin of each new task.
  private mutating func takeArrivals() {
    for task in reporter.takeArrivals() {
      var reported = Reported(task: task)
      var report = task.takeReport(since: &reported.last) ?? WorkerReport()
      report.assertion = assertion
      session.begin(task.description, report, after: task.turn?.request)
      tasks[task.key] = reported
    }
  }

  /// Sends a changed assertion for every open task, because each card shows it.
  private mutating func readAssertions() {
    if session.descriptor == nil { reporter.assertions.stopAwaiting() }
    if assertion == nil, !session.wantsWrite { reporter.assertions.tellPause() }
    let (name, leaked) = reporter.assertions.ground
    var report = WorkerReport()
    if name != assertion { report.assertion = name ?? .empty }
    if leaked != leakedAssertion { report.leakedAssertion = leaked }
    (assertion, leakedAssertion) = (name, leaked)
    guard report != WorkerReport() else { return }
    for (key, reported) in tasks where !reported.hasEnded { session.report(report, of: key) }
  }

  /// Sends the changes of all open tasks. Returns whether there were any.
  private mutating func collect() -> Bool {
    var hasChanged = false
    for index in tasks.values.indices where !tasks.values[index].hasEnded {
      let key = tasks.values[index].task.key
      if tasks.values[index].hasBeaten() {
        session.heartbeat(of: key)
        hasChanged = true
      }
      if let report = tasks.values[index].takeReport() {
        session.report(report, of: key)
        hasChanged = true
      }
    }
    return hasChanged
  }

  /// Sends the end of each task that ended, after the task's last state.
  private mutating func handleEnds(now: AwakeTime) {
    for index in tasks.values.indices where !tasks.values[index].hasEnded {
      let task = tasks.values[index].task
      guard let ending = task.ending else { continue }
      tasks.values[index].hasEnded = true
      if let report = tasks.values[index].takeReport() { session.report(report, of: task.key) }
      session.end(task.key, ending, now: now)
    }
  }

  /// Reads and writes the connection once, follows the hub's orders and forgets settled tasks.
  private mutating func exchange(now: AwakeTime) {
    for (key, order) in session.step(now: now) { obey(order, key) }
    for (key, answer) in session.takeTurnAnswers() { deliver(answer, key) }
    for (key, reported) in tasks where reported.hasEnded && session.isSettled(key) {
      tasks[key] = nil
      session.forget(key)
      reporter.bell.openEnds.subtract(1, ordering: .acquiringAndReleasing)
    }
  }

  private func obey(_ order: WorkerOrder, _ key: TaskKey) {
    switch order {
    case .cancel(let cancel):
      tasks[key]?.task.cancel(HeadwayCancellation(cancel, at: .now))
    case .pause(let halter): halt(key, by: halter)
    case .resume: halt(key, by: nil)
    case .assertionAwaited(let time?): reporter.assertions.await(within: time)
    case .assertionAwaited(nil): reporter.assertions.stopAwaiting()
    case .terminalMoved(let isAttached):
      reporter.assertions.noteSupervisor(hasTerminal: isAttached)
    case .turnCame: deliver(.came, key)
    case .questionAsked, .selectionMoved: break
    }
  }

  /// Passes the hub's answer to the task's turn.
  ///
  /// The session learns of the begin only if the task's turn accepts the answer: a turn that was
  /// refused stays refused.
  private func deliver(_ answer: TurnAnswer, _ key: TaskKey) {
    if tasks[key]?.task.turn?.deliver(answer) == .came { session.beginWaiting(key) }
  }

  /// Pauses or resumes a task on the hub's order, and confirms the change. Nil resumes.
  ///
  /// A cancelled task isn't paused, because a pause would keep it from ending.
  private func halt(_ key: TaskKey, by halter: Halter?) {
    guard let task = tasks[key]?.task, !task.isCancelled else { return }
    task.gate.set(halter.map(HeadwayPause.init))
    var report = WorkerReport()
    report.halt = HaltReport(halter)
    session.report(report, of: key)
  }

  /// Sleeps until a task begins or ends, the hub writes, or a deadline passes.
  ///
  /// If nothing changed lately, the thread also sleeps until any task changes. Otherwise it wakes
  /// at `notBefore` to collect what came meanwhile.
  private mutating func sleep(mayChange: Bool) {
    var deadlines = [session.nextDeadline]
    if mayChange {
      deadlines.append(notBefore)
    } else if mustStayAwake() {
      return
    } else if !canFence, !tasks.isEmpty {
      deadlines.append(SystemClocks.awake + Self.blindInterval)
    }
    poller.begin()
    poller.watch(reporter.bell.descriptor, .readable)
    if let descriptor = session.descriptor {
      poller.watch(descriptor, .readable(andWritable: session.wantsWrite))
    }
    poller.wait(until: deadlines.compactMap { $0 }.min())
    reporter.bell.isAsleep.store(false, ordering: .relaxed)
    if poller.readiness(of: reporter.bell.descriptor).isAny { reporter.bell.hush() }
  }

  /// Marks the thread as asleep and looks for changes once more. Returns whether there were any.
  ///
  /// Any thread that changed something before the fence is seen by this look. Any thread that
  /// changes something after the fence sees the mark and rings.
  private mutating func mustStayAwake() -> Bool {
    reporter.bell.isAsleep.store(true, ordering: .sequentiallyConsistent)
    if canFence { _ = headway_fence_all_threads() }
    guard collect() else { return false }
    reporter.bell.isAsleep.store(false, ordering: .relaxed)
    notBefore = SystemClocks.awake + Self.interval
    return true
  }
}

extension ReporterThread.Reported {
  /// Whether the task or one of its stages sent a heartbeat since the last call.
  fileprivate mutating func hasBeaten() -> Bool {
    let beat = task.pulse.beats.load(ordering: .relaxed)
    defer { lastBeat = beat }
    return beat != lastBeat
  }

  fileprivate mutating func takeReport() -> WorkerReport? { task.takeReport(since: &last) }
}
