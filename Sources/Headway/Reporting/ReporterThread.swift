import CHeadwaySystem
import HeadwayCore
import HeadwayLink
import HeadwaySystem
import Synchronization

/// Sends what changed, at most 20 times a second, and sleeps while nothing does.
struct ReporterThread {
  private let reporter: Reporter
  private let session: WorkerSession
  private var tasks: [TaskKey: Reported] = [:]
  private var poller = Poller()
  /// Nothing is collected before, but what begins and ends.
  private var notBefore: Duration = .zero
  /// Registering for it takes the kernel some milliseconds: not before the first task is told.
  private lazy var canFence = headway_fence_prepare() == 0
  /// What the hub was told that this process asserts.
  private var assertion: SanitisedText?
  private var leakedAssertion: SanitisedText?

  fileprivate struct Reported {
    let task: HeadwayTask
    var last = ProgressReading()
    var lastBeat = 0
    var hasEnded = false
  }

  static let interval: Duration = .milliseconds(50)
  /// Where threads can't be fenced, a change may be missed by the one that falls asleep: it looks
  /// again.
  private static let blindInterval: Duration = .seconds(1)

  init(reporter: Reporter, paths: HeadwayPaths) {
    self.reporter = reporter
    session = WorkerSession(paths: paths, isSupervisor: false, mayStartHub: false)
  }

  mutating func run() -> Never {
    while true {
      let now = SystemClocks.awake
      takeArrivals()
      takeAssertions()
      let hasChanged = now >= notBefore && collect()
      if hasChanged { notBefore = now + Self.interval }
      takeEnds(now: now)
      exchange(now: now)
      sleep(mayChange: hasChanged || now < notBefore)
    }
  }

  private mutating func takeArrivals() {
    for task in reporter.takeArrivals() {
      var reported = Reported(task: task)
      var report = task.takeReport(since: &reported.last) ?? WorkerReport()
      report.assertion = assertion
      session.begin(task.description, report, after: task.turn?.request)
      tasks[task.key] = reported
    }
  }

  /// It stands on the card of every task here.
  private mutating func takeAssertions() {
    if session.descriptor == nil { reporter.assertions.stopAwaiting() }
    if assertion == nil, !session.wantsWrite { reporter.assertions.tellPause() }
    let (name, leaked) = reporter.assertions.standing
    var report = WorkerReport()
    if name != assertion { report.assertion = name ?? .empty }
    if leaked != leakedAssertion { report.leakedAssertion = leaked }
    (assertion, leakedAssertion) = (name, leaked)
    guard report != WorkerReport() else { return }
    for (key, reported) in tasks where !reported.hasEnded { session.report(report, of: key) }
  }

  /// Whether anything changed.
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

  /// An end goes with the last state.
  private mutating func takeEnds(now: Duration) {
    for index in tasks.values.indices where !tasks.values[index].hasEnded {
      let task = tasks.values[index].task
      guard let ending = task.ending else { continue }
      tasks.values[index].hasEnded = true
      if let report = tasks.values[index].takeReport() { session.report(report, of: task.key) }
      session.end(task.key, ending, now: now)
    }
  }

  private mutating func exchange(now: Duration) {
    for (key, order) in session.step(now: now) { obey(order, key) }
    for (key, answer) in session.takeTurnAnswers() { take(answer, key) }
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
    case .pause(let halter): stand(key, by: halter)
    case .resume: stand(key, by: nil)
    case .assertionAwaited(let time?): reporter.assertions.await(within: time)
    case .assertionAwaited(nil): reporter.assertions.stopAwaiting()
    case .terminalMoved(let isAttached):
      reporter.assertions.noteSupervisor(hasTerminal: isAttached)
    case .turnCame: take(.came, key)
    case .questionAsked, .selectionMoved: break
    }
  }

  /// The work may have begun meanwhile, where nobody waited for a hub that took its time; one that was
  /// given back ends.
  private func take(_ answer: TurnAnswer, _ key: TaskKey) {
    if tasks[key]?.task.turn?.take(answer) == .came { session.beginWaiting(key) }
  }

  /// By order; nil lets it go on.
  private func stand(_ key: TaskKey, by halter: Halter?) {
    guard let task = tasks[key]?.task, !task.isCancelled else { return }
    task.gate.set(halter.map(HeadwayPause.init))
    var report = WorkerReport()
    report.halt = HaltReport(halter)
    session.report(report, of: key)
  }

  /// Until a task begins or ends, the hub says something, or it is time; with nothing under way,
  /// until something changes.
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

  /// Says that it sleeps, and looks once more: whoever changed something before that was seen, or
  /// sees it and rings.
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
  /// Since the last call.
  fileprivate mutating func hasBeaten() -> Bool {
    let beat = task.pulse.beats.load(ordering: .relaxed)
    defer { lastBeat = beat }
    return beat != lastBeat
  }

  fileprivate mutating func takeReport() -> WorkerReport? { task.takeReport(since: &last) }
}
