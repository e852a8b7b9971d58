import HeadwayCore

/// One task on the screen, as it was told of at a time. Never changes: a class, because a task has
/// many fields, and its card many holders.
final class Card: Sendable {
  /// The last one.
  private let step: TaskStep
  let receivedAt: Moment
  /// When an ended card leaves, on the continuous clock; nil while its task lives.
  let leavesAt: Duration?
  private let origin: Origin

  /// All that steps don't change: one for all the cards that only steps lie between.
  private final class Origin: Sendable {
    let task: TaskSnapshot
    let kind: CardKind

    init(_ snapshot: TaskSnapshot) {
      let nothing = TaskStep(
        key: snapshot.key, subtitle: nil, progress: TaskProgressView(), elapsed: nil)
      task = snapshot.taking(nothing)
      kind = CardKind(snapshot)
    }
  }

  /// An ended card stays `keepEnded` after its end. The wall clock may have jumped since: it stays
  /// no longer than that from now, and an end in the future counts as now.
  init(_ snapshot: TaskSnapshot, at now: Moment, keepEnded: Duration) {
    step = snapshot.step
    origin = Origin(snapshot)
    receivedAt = now
    if snapshot.state == .ended {
      let age = snapshot.endedAt.map { max(.zero, now.wall.since($0)) } ?? .zero
      leavesAt = now.continuous + max(.zero, keepEnded - age)
    } else {
      leavesAt = nil
    }
  }

  /// `earlier`, one of a task that lives, a step further.
  init(_ earlier: Card, taking step: TaskStep, at now: Moment) {
    self.step = step
    origin = earlier.origin
    receivedAt = now
    leavesAt = nil
  }

  /// The task without how far it is: subtitle, progress and elapsed time are empty here, and the card's
  /// own.
  var task: TaskSnapshot { origin.task }

  /// The whole task, put together when it is asked for.
  var snapshot: TaskSnapshot { task.taking(step) }

  var subtitle: SanitisedText? { step.subtitle }
  var progress: TaskProgressView { step.progress }

  /// As it was told; ``elapsed(at:)`` goes on.
  var elapsedWhenReceived: Duration? { step.elapsed }

  /// Whether nothing but steps lies between this and `other`.
  func differsByStepsAlone(from other: Card) -> Bool { origin === other.origin }

  var key: TaskKey { task.key }
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

/// What a card is to a person, in the order of importance.
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
