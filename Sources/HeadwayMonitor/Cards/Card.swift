import HeadwayCore

/// One task on the screen, as it was told of at a time. Never changes: a class, because a task has
/// many fields, and its card many holders.
final class Card: Sendable {
  let snapshot: TaskSnapshot
  let receivedAt: Moment
  /// When an ended card leaves, on the continuous clock; nil while its task lives.
  let leavesAt: Duration?
  /// All that steps don't change.
  private let origin: Origin

  private final class Origin: Sendable {}

  /// An ended card stays `keepEnded` after its end. The wall clock may have jumped since: it stays
  /// no longer than that from now, and an end in the future counts as now.
  init(_ snapshot: TaskSnapshot, at now: Moment, keepEnded: Duration) {
    self.snapshot = snapshot
    origin = Origin()
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
    snapshot = earlier.snapshot.taking(step)
    origin = earlier.origin
    receivedAt = now
    leavesAt = nil
  }

  /// Whether nothing but steps lies between this and `other`.
  func differsByStepsAlone(from other: Card) -> Bool { origin === other.origin }

  var key: TaskKey { snapshot.key }
  var kind: CardKind { CardKind(snapshot) }
}

extension Card: Equatable {
  static func == (left: Card, right: Card) -> Bool {
    left === right
      || left.receivedAt == right.receivedAt && left.leavesAt == right.leavesAt
        && left.snapshot == right.snapshot
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
