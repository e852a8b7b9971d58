import HeadwayModel
import HeadwaySystem
import Synchronization

/// A piece of long work with a card of its own, from its begin to its end.
///
/// ``beginTask(_:total:_:)`` makes a task, and ``withTask(_:total:_:body:)`` also ends it.
///
/// ```swift
/// let task = beginTask("Export", total: Int64(pages.count))
/// for page in pages {
///   if task.isCancelled { return task.end(.cancelled) }
///   task.setSubtitle(page.name)
///   export(page)
///   task.advance()
/// }
/// task.end()
/// ```
///
/// All members may be called from any thread. No member waits for the hub, or throws or fails
/// because of the hub; without a hub, or with `HEADWAY=off`, reporting does nothing. Only the first
/// end counts, and changes after it are ignored. A task that is open when its process ends is
/// *lost*: its outcome is unknown.
public final class HeadwayTask: HeadwayProgress, @unchecked Sendable {
  let key: TaskKey
  let options: HeadwayTaskOptions
  private let title: String
  private let begunAt = WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
  private let newTitle = TextSlot()
  private let newSubtitle = TextSlot()
  private let newPhase = TextSlot()
  private let newUnit = TextSlot()
  private let newState = Mutex<HeadwayState?>(nil)
  private let life = Atomic<Life>(.open)
  /// The units at the task's end. Later counting must not change the last report.
  private let final = Mutex<Tally?>(nil)
  /// Whether the program has set a subtitle. Without one the card shows the names of the stages.
  private let hasSubtitle = Atomic<Bool>(false)
  private let cancelling = Mutex(Cancelling())
  let gate = PauseGate()
  /// The turn that the task waits for, or waited for; nil for a task that began immediately.
  let turn: Turn?

  /// The states of a task. `ending` covers the moment in which `end` takes the final tally.
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

  /// The first order to stop, and the handlers that wait for one.
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

  /// Changes the card's title. The text is sanitised, and cut at 200 characters.
  public func setTitle(_ title: String) {
    guard isOpen else { return }
    newTitle.put(title)
    bell.ringIfAsleep()
  }

  /// Changes the card's subtitle, as a rule the item that the task works on.
  ///
  /// The text is sanitised, and cut at 500 characters.
  public func setSubtitle(_ subtitle: String) {
    guard isOpen else { return }
    hasSubtitle.store(true, ordering: .relaxed)
    newSubtitle.put(subtitle)
    bell.ringIfAsleep()
  }

  /// Says how the work stands. May be called on any thread; returns at once.
  ///
  /// ```swift
  /// task.setState(.blocked(.question), "Deploy to production?")
  /// let answer = readLine()
  /// task.setState(.working)
  /// ```
  ///
  /// - Parameters:
  ///   - state: the state, which counts until the next call.
  ///   - message: one line for a person, which becomes the subtitle; nil leaves the subtitle as it
  ///     is. Sanitised, and cut at 500 characters.
  public func setState(_ state: HeadwayState, _ message: String? = nil) {
    guard isOpen else { return }
    newState.withLock { $0 = state }
    if let message { setSubtitle(message) } else { bell.ringIfAsleep() }
  }

  /// Begins a phase: the units count from 0 again, and the card may show less than before.
  ///
  /// Within a phase the card's percentage goes back only where the total grows.
  ///
  /// ```swift
  /// task.begin(phase: "Verify", total: Int64(files.count))
  /// ```
  ///
  /// - Parameters:
  ///   - phase: the name of the phase. Sanitised, and cut at 500 characters.
  ///   - total: the number of units of the phase; nil while unknown.
  public func begin(phase: String, total: Int64? = nil) {
    guard isOpen else { return }
    completed = 0
    self.total = total
    newPhase.put(phase)
    bell.ringIfAsleep()
  }

  /// Ends the task. Returns immediately; only the first call counts.
  ///
  /// The end isn't lost if the hub doesn't answer: after 100 ms the library writes the end to disk
  /// for the next hub. exit(3) waits until the hub or the disk has the end.
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

  /// Whether the task must stop.
  public var isCancelled: Bool { cancellation != nil }

  /// The reason and the deadline of the order to stop; nil without an order.
  ///
  /// The first order counts; later ones change nothing.
  public var cancellation: HeadwayCancellation? { cancelling.withLock(\.cancellation) }

  /// Throws the ``HeadwayCancellation`` if the task must stop.
  ///
  /// ```swift
  /// for page in pages {
  ///   try task.checkCancellation()
  ///   render(page)
  /// }
  /// ```
  public func checkCancellation() throws(HeadwayCancellation) {
    if let cancellation { throw cancellation }
  }

  /// Calls `handler` once, on a new thread, when the task must stop.
  ///
  /// A task that has already been told to stop calls `handler` immediately.
  public func onCancel(_ handler: @escaping @Sendable (HeadwayCancellation) -> Void) {
    let known = cancelling.withLock { state in
      if state.cancellation == nil { state.handlers.append(handler) }
      return state.cancellation
    }
    if let known { DetachedThread.run { handler(known) } }
  }

  /// Tells the task that its time limit has passed and that it must stop within `grace`.
  package func expire(grace: Duration) {
    cancel(HeadwayCancellation(CancelOrder(reason: .expired(.grace), grace: grace), at: .now))
  }

  /// Records an order to stop, calls the handlers and ends a pause. Later orders are ignored.
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

// The members that only the sending thread uses.
extension HeadwayTask {
  /// The task's properties at its begin.
  ///
  /// The parent is taken from the options, else from `HEADWAY_TASK`, which `headway run` sets.
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

  /// Returns the changes since the last call; nil if there are none.
  ///
  /// - Parameter last: the last reading that was sent. The function updates it.
  func takeReport(since last: inout ProgressReading) -> WorkerReport? {
    var report = WorkerReport()
    let tally = final.withLock { $0 } ?? tally
    report.title = newTitle.take().map { SanitisedText($0) }
    report.subtitle = newSubtitle.take().map { SanitisedText($0, limit: .line) }
    if report.subtitle == nil, !hasSubtitle.load(ordering: .relaxed) {
      report.subtitle = stageSubtitle(tally)
    }
    if gate.takePausable() { report.isPausable = true }
    report.programState = newState.withLock { state in
      defer { state = nil }
      return state?.programState
    }
    var reading = tally.reading
    reading.phase = newPhase.take().map { SanitisedText($0, limit: .line) } ?? last.phase
    reading.unit =
      newUnit.take().map { SanitisedText($0, limit: .line) } ?? reading.unit ?? last.unit
    defer { last = reading }
    if reading != last { report.reading = reading }
    return report == WorkerReport() ? nil : report
  }

  /// The end to report; nil while the task is open.
  var ending: TaskEnding? {
    switch life.load(ordering: .sequentiallyConsistent) {
    case .open, .ending: nil
    case .completed: TaskEnding(reason: .completed)
    case .failed: TaskEnding(reason: .failed)
    case .cancelled: TaskEnding(reason: cancellation?.endReason ?? .cancelled(by: .user))
    }
  }

  /// The names of the unfinished stages, joined; nil without stages.
  private func stageSubtitle(_ tally: Tally) -> SanitisedText? {
    let path = tally.path
    return path.isEmpty ? nil : SanitisedText(path.joined(separator: " · "), limit: .line)
  }
}

/// A lock-free slot that passes the newest text to the thread that sends.
///
/// A text that hasn't been taken is replaced by the next one. One atomic exchange moves a text in
/// or out, so that a thread that sets a title never waits.
struct TextSlot: ~Copyable, Sendable {
  private final class Text: Sendable {
    let string: String

    init(_ string: String) { self.string = string }
  }

  private let pending = Atomic<Unmanaged<Text>?>(nil)

  /// Stores `string`, and discards a text that hasn't been taken.
  func put(_ string: String) { exchange(Unmanaged.passRetained(Text(string)))?.release() }

  /// Removes and returns the text; nil if no text came since the last call.
  func take() -> String? { exchange(nil)?.takeRetainedValue().string }

  deinit { exchange(nil)?.release() }

  private func exchange(_ text: Unmanaged<Text>?) -> Unmanaged<Text>? {
    pending.exchange(text, ordering: .acquiringAndReleasing)
  }
}

/// The outcome that a program reports for a task.
public enum HeadwayOutcome: Hashable, Sendable {
  /// The work was done.
  case completed
  /// The work ended with an error.
  case failed
  /// The work stopped early, on an order or on its own.
  ///
  /// The record keeps the reason of the order. Without an order it says that the user cancelled the
  /// task.
  case cancelled
}
