import HeadwayCore
import HeadwaySystem
import Synchronization

/// A long piece of work with a card of its own, from its begin to its end.
///
/// From any thread. Nothing here waits, throws or fails because of the hub: without one, or with
/// `HEADWAY=off`, it all does nothing. A task that is still open when its process ends is *lost*: its
/// outcome is unknown. Only the first end counts, and nothing after it.
public final class HeadwayTask: HeadwayProgress, @unchecked Sendable {
  let key: TaskKey
  let options: HeadwayTaskOptions
  private let title: String
  private let begunAt = WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
  private let newTitle = TextSlot()
  private let newSubtitle = TextSlot()
  private let newPhase = TextSlot()
  private let newUnit = TextSlot()
  private let life = Atomic<Life>(.open)
  /// What was counted when it ended.
  private let final = Mutex<Tally?>(nil)
  private let hasSubtitle = Atomic<Bool>(false)
  private let cancelling = Mutex(Cancelling())
  let gate = PauseGate()
  /// For which it waits, or waited; nil for a task that began at once.
  let turn: Turn?

  private enum Life: UInt8, AtomicRepresentable {
    case open, ending, completed, failed, cancelled

    init(_ outcome: HeadwayOutcome) {
      self =
        switch outcome {
        case .completed: .completed
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }
  }

  private struct Cancelling {
    var cancellation: HeadwayCancellation?
    var handlers: [@Sendable (HeadwayCancellation) -> Void] = []
  }

  init(
    _ title: String, total: Int64?, options: HeadwayTaskOptions, key: TaskKey, bell: Bell,
    turn: Turn? = nil
  ) {
    (self.title, self.options, self.key, self.turn) = (title, options, key, turn)
    super.init(bell: bell, pulse: Pulse(), total: total)
    if let subtitle = options.subtitle { setSubtitle(subtitle) }
    if let unit = options.unit { newUnit.put(unit) }
  }

  /// The card's title, from now on. Cleaned, and cut at 200 characters.
  public func setTitle(_ title: String) {
    guard isOpen else { return }
    newTitle.put(title)
    bell.ringIfAsleep()
  }

  /// What is being worked on. Cleaned, and cut at 500 characters.
  public func setSubtitle(_ subtitle: String) {
    guard isOpen else { return }
    hasSubtitle.store(true, ordering: .relaxed)
    newSubtitle.put(subtitle)
    bell.ringIfAsleep()
  }

  /// Begins a phase: units are counted from 0 again, and the card may show less than before.
  public func begin(phase: String, total: Int64? = nil) {
    guard isOpen else { return }
    completed = 0
    self.total = total
    newPhase.put(phase)
    bell.ringIfAsleep()
  }

  /// Ends the task. Returns at once; the end is on its way, and is not lost: what the hub doesn't
  /// take within 100 ms is written down for the next one, before the process may exit(3).
  public func end(_ outcome: HeadwayOutcome = .completed) {
    let claim = life.compareExchange(
      expected: .open, desired: .ending, ordering: .sequentiallyConsistent)
    guard claim.exchanged else { return }
    let tally = tally
    final.withLock { $0 = tally }
    life.store(Life(outcome), ordering: .sequentiallyConsistent)
    bell.openEnds.add(1, ordering: .acquiringAndReleasing)
    bell.ring()
  }

  private var isOpen: Bool { life.load(ordering: .relaxed) == .open }

  /// Whether the task was told to stop.
  public var isCancelled: Bool { cancellation != nil }

  /// Why the task is to stop, and by when; nil while it isn't. The first order counts.
  public var cancellation: HeadwayCancellation? { cancelling.withLock(\.cancellation) }

  /// Throws the ``HeadwayCancellation`` once the task is to stop.
  public func checkCancellation() throws(HeadwayCancellation) {
    if let cancellation { throw cancellation }
  }

  /// Calls `handler` once, on a thread of its own, when the task is told to stop; at once where it
  /// was already.
  public func onCancel(_ handler: @escaping @Sendable (HeadwayCancellation) -> Void) {
    let known = cancelling.withLock { state in
      if state.cancellation == nil { state.handlers.append(handler) }
      return state.cancellation
    }
    if let known { DetachedThread.run { handler(known) } }
  }

  /// Its time is up: it is to stop, and has `grace` for it.
  package func expire(grace: Duration) {
    cancel(HeadwayCancellation(CancelOrder(reason: .expired(.grace), grace: grace), at: .now))
  }

  func cancel(_ cancellation: HeadwayCancellation) {
    let handlers = cancelling.withLock { state in
      guard state.cancellation == nil else { return state.handlers }
      state.cancellation = cancellation
      defer { state.handlers = [] }
      return state.handlers
    }
    for handler in handlers { DetachedThread.run { handler(cancellation) } }
    gate.set(nil)
  }
}

// What the thread that sends takes.
extension HeadwayTask {
  /// As it begins.
  var description: TaskDescription {
    var description = TaskDescription(key: key, title: SanitisedText(title))
    description.identifier = options.identifier.map { SanitisedText($0, limit: .identifier) }
    description.group = options.group.map { SanitisedText($0, limit: .identifier) }
    description.sensitive = options.isSensitive
    description.isRetry = options.replacesFailures
    description.stallPolicy = options.stall.policy
    description.startedAt = begunAt
    description.command = CommandLine.arguments.map { SanitisedText($0, limit: .line) }
    description.directory = ProcessEnvironment.workingDirectory.map { SanitisedText($0.string) }
    description.parent =
      options.parent?.key ?? ProcessEnvironment.variable("HEADWAY_TASK").flatMap { TaskKey($0) }
    return description
  }

  /// All that is new since the last call; nil where nothing is.
  func takeReport(since last: inout ProgressReading) -> WorkerReport? {
    var report = WorkerReport()
    let tally = final.withLock { $0 } ?? tally
    report.title = newTitle.take().map { SanitisedText($0) }
    report.subtitle = newSubtitle.take().map { SanitisedText($0, limit: .line) }
    if report.subtitle == nil, !hasSubtitle.load(ordering: .relaxed) {
      report.subtitle = stageSubtitle(tally)
    }
    if gate.takePausable() { report.isPausable = true }
    var reading = tally.reading
    reading.phase = newPhase.take().map { SanitisedText($0, limit: .line) } ?? last.phase
    reading.unit =
      newUnit.take().map { SanitisedText($0, limit: .line) } ?? reading.unit ?? last.unit
    defer { last = reading }
    if reading != last { report.reading = reading }
    return report == WorkerReport() ? nil : report
  }

  /// Nil until it ended.
  var ending: TaskEnding? {
    switch life.load(ordering: .sequentiallyConsistent) {
    case .open, .ending: nil
    case .completed: TaskEnding(reason: .completed)
    case .failed: TaskEnding(reason: .failed)
    case .cancelled: TaskEnding(reason: cancellation?.endReason ?? .cancelled(by: .user))
    }
  }

  private func stageSubtitle(_ tally: Tally) -> SanitisedText? {
    let path = tally.path
    return path.isEmpty ? nil : SanitisedText(path.joined(separator: " · "), limit: .line)
  }
}
