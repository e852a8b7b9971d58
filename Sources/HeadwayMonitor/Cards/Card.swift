import HeadwayModel

/// A task as the hub reported it at one moment, ready to show.
///
/// A card never changes: a new report makes a new card. The type is a class because a snapshot has
/// many fields, and the list, views and drawings hold the same card.
final class Card: Sendable {
  /// The progress of the last report.
  private let step: TaskStep
  /// The moment of the last report. Times on the card count from here.
  let receivedAt: Moment
  /// The time at which an ended card leaves the list, on the continuous clock. Nil while the task
  /// lives.
  let leavesAt: RunningTime?
  private let origin: Origin

  /// The fields that a step leaves unchanged. All cards between two full snapshots share one
  /// object, so a comparison of two cards of a running task takes one pointer comparison.
  private final class Origin: Sendable {
    let task: TaskSnapshot
    let kind: CardKind
    let host: HostPlace

    init(_ snapshot: TaskSnapshot, of host: HostPlace) {
      self.host = host
      let nothing = TaskStep(
        key: snapshot.key, subtitle: nil, progress: TaskProgressView(), elapsed: nil)
      task = snapshot.taking(nothing)
      kind = CardKind(snapshot)
    }
  }

  /// Creates the card of a full snapshot.
  ///
  /// An ended card stays for `keepEnded` after its end by the wall clock. The wall clock may have
  /// jumped, so the card stays no longer than `keepEnded` from `now`, and an end in the future
  /// counts as now.
  init(
    _ snapshot: TaskSnapshot, of host: HostPlace = .first, at now: Moment, keepEnded: Duration
  ) {
    step = snapshot.step
    origin = Origin(snapshot, of: host)
    receivedAt = now
    if snapshot.state == .ended {
      let age = snapshot.endedAt.map { max(.zero, now.wall.since($0)) } ?? .zero
      leavesAt = now.running + max(.zero, keepEnded - age)
    } else {
      leavesAt = nil
    }
  }

  /// Creates the card that follows `earlier` after a step. The task must be alive.
  init(_ earlier: Card, taking step: TaskStep, at now: Moment) {
    self.step = step
    origin = earlier.origin
    receivedAt = now
    leavesAt = nil
  }

  /// The task without its progress: subtitle, progress and elapsed time are empty in this value.
  /// Cheap, unlike ``snapshot``.
  var task: TaskSnapshot { origin.task }

  /// The complete task, assembled on each call.
  var snapshot: TaskSnapshot { task.taking(step) }

  /// The worker's current subtitle. Nil if it gave none.
  var subtitle: SanitisedText? { step.subtitle }
  /// The progress of the last report.
  var progress: TaskProgressView { step.progress }

  /// The elapsed time of the last report. ``elapsed(at:)`` adds the time since then.
  var elapsedWhenReceived: Duration? { step.elapsed }

  /// Whether only steps lie between this card and `other`.
  func differsByStepsAlone(from other: Card) -> Bool { origin === other.origin }

  var key: CardKey { CardKey(task.key, of: host) }
  /// The machine whose hub reports the task.
  var host: HostPlace { origin.host }
  /// The parent of the task, on the same machine. Nil without one.
  var parent: CardKey? { task.parent.map { CardKey($0, of: host) } }
  /// The job array that the task is a part of. Nil for a task on its own.
  var array: ArrayKey? { task.terms.array?.first.map { ArrayKey($0.value, of: host) } }
  var kind: CardKind { origin.kind }
}

extension Card: Equatable {
  static func == (left: Card, right: Card) -> Bool {
    left === right
      || left.receivedAt == right.receivedAt && left.leavesAt == right.leavesAt
        && left.step == right.step
        && (left.origin === right.origin || left.task == right.task)
  }
}

/// The importance of a card to a person. Cases are in the order of the list.
enum CardKind: Int, Hashable, Comparable, Sendable, CaseIterable {
  case needsAnswer, live, queued, ended

  init(_ snapshot: TaskSnapshot) {
    if snapshot.needsAnswer {
      self = .needsAnswer
      return
    }
    self =
      switch snapshot.state {
      case .queued: .queued
      case .starting, .running, .paused, .suspended, .cancelling: .live
      case .ended: .ended
      }
  }

  static func < (left: CardKind, right: CardKind) -> Bool { left.rawValue < right.rawValue }
}

/// The lines that a card has for its progress. A step that adds or removes a line may move all
/// cards below it.
extension Card {
  /// Whether the card has a progress line.
  var hasProgress: Bool {
    progress.fraction != nil || progress.completed != nil
      || task.state == .running && progress.eta != nil
  }

  /// Whether the card has a subtitle line: a note on the cancel, the worker's subtitle or the
  /// phase.
  var hasSubtitle: Bool {
    Self.isSomething(task.cancelNote) || ownSubtitle != nil || Self.isSomething(progress.phase)
  }

  /// The worker's subtitle without the tool's rate, if the progress line has a rate of its own. Nil
  /// if nothing is left.
  var ownSubtitle: String? {
    guard let text = subtitle?.string, !text.isEmpty else { return nil }
    guard task.state != .ended, progress.completed != nil, AmountKind(progress.unit) != nil,
      text.utf8.contains(UInt8(ascii: "/"))
    else { return text }
    let kept = text.split(separator: " · ").filter { !Self.isRate($0) }.joined(separator: " · ")
    return kept.isEmpty ? nil : kept
  }

  /// Whether a text is a rate and nothing else: `3.2MB/s`, `265 it/s`.
  private static func isRate(_ text: Substring) -> Bool {
    guard text.hasSuffix("/s"), text.first?.isNumber == true else { return false }
    let unit = text.dropLast(2).drop { $0.isNumber || $0 == "." || $0 == "," || $0 == " " }
    return unit.count <= 8 && unit.allSatisfy(\.isLetter)
  }

  /// Whether the card of a failed task shows the line that says why.
  var showsError: Bool { task.ending?.reason == .failed && Self.isSomething(subtitle) }

  /// Whether this card has the same lines as `earlier`, the card before the step.
  func hasSameLines(as earlier: Card) -> Bool {
    hasProgress == earlier.hasProgress && hasSubtitle == earlier.hasSubtitle
  }

  private static func isSomething(_ text: SanitisedText?) -> Bool { text?.isEmpty == false }
}

/// The times on a card, which advance between two messages of the hub. Elapsed time and ETA use the
/// continuous clock. Stall times use the awake clock, which stops while the machine sleeps.
extension Card {
  /// The time since the start, up to `now` or the end. Nil before the start, whatever the hub says.
  func elapsed(at now: Moment) -> Duration? {
    guard let elapsed = elapsedWhenReceived, kind != .queued else { return nil }
    return task.state == .ended ? elapsed : elapsed + sinceReceived(now)
  }

  /// The time left at `now`. Nil unless the task runs and the hub gave an estimate. Nil also when
  /// less than a second is left: the estimate was wrong, since the task hasn't ended.
  func eta(at now: Moment) -> Duration? {
    guard task.state == .running, let eta = progress.eta else { return nil }
    let remaining = eta - sinceReceived(now)
    return remaining >= .seconds(1) ? remaining : nil
  }

  /// Whether the card shows a question about a stall.
  var isAsking: Bool {
    task.stall.kind != nil && task.stall.time != nil && task.state != .ended
  }

  /// The text of the question at `now`. Nil if the task isn't stalled.
  func question(at now: Moment, of subject: StallQuestion.Subject? = nil) -> String? {
    snapshot.question(after: stalledSince(now), of: subject)
  }

  /// The time since the task stalled. Nil if it isn't stalled.
  func stalledFor(at now: Moment) -> Duration? {
    task.stall.time.map { $0 + stalledSince(now) }
  }

  /// The time until the unanswered question ends the task, at least zero. Nil if nothing ends it.
  func expiresIn(at now: Moment) -> Duration? {
    task.stall.expiresIn.map { max(.zero, $0 - stalledSince(now)) }
  }

  /// The time until the cancelled command is killed, at least zero. Nil if no kill is certain.
  func killedIn(at now: Moment) -> Duration? {
    guard task.state == .cancelling else { return nil }
    return task.worker.killedIn.map { max(.zero, $0 - stalledSince(now)) }
  }

  /// The time until the running task reaches its time limit, at least zero. Nil without a limit, and
  /// while its clock stands.
  func limitIn(at now: Moment) -> Duration? {
    guard task.state == .running else { return nil }
    return task.worker.timeLeft.map { max(.zero, $0 - stalledSince(now)) }
  }

  /// Whether the card shows a running clock, so that it needs drawing every second.
  var showsTime: Bool {
    switch kind {
    case .needsAnswer: true
    case .live: elapsedWhenReceived != nil || eta(at: receivedAt) != nil
    case .queued, .ended: false
    }
  }

  private func sinceReceived(_ now: Moment) -> Duration {
    max(.zero, now.running - receivedAt.running)
  }

  private func stalledSince(_ now: Moment) -> Duration {
    max(.zero, now.awake - receivedAt.awake)
  }
}
