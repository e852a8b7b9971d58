package import HeadwayCore

/// From the order to cancel to the last descendant's end: CONT if stopped, TERM, grace, KILL, and
/// a sweep of what escaped the command's group. Pure: it is told the time.
package struct CancelEscalation: Sendable {
  package enum Event: Hashable, Sendable {
    case ordered(CancelOrder, isStopped: Bool)
    /// The command is over, by its own will or not.
    case commandLeft
    /// No descendant is left.
    case swept
    /// Time has passed.
    case ticked
  }

  package enum Effect: Hashable, Sendable {
    case continueGroup, terminateGroup, killGroup
    case terminateDescendants, killDescendants
  }

  private enum Stage: Hashable {
    case running
    /// The command left before any order.
    case left
    case terminating(until: Duration)
    case killing
    /// The command is over; what it started has until then to leave.
    case sweeping(until: Duration)
    case sweepingByForce
    case done
  }

  private var stage = Stage.running
  /// Of the first order that came while the command ran: what its end is put down to.
  package private(set) var reason: EndReason?

  package init() {}

  /// When to tell it ``Event/ticked``; nil where nothing is due.
  package var deadline: Duration? {
    switch stage {
    case .terminating(let deadline), .sweeping(let deadline): deadline
    case .running, .left, .killing, .sweepingByForce, .done: nil
    }
  }

  /// An order was given and descendants may be left.
  package var isSweeping: Bool {
    switch stage {
    case .sweeping, .sweepingByForce: true
    case .running, .left, .terminating, .killing, .done: false
    }
  }

  /// An order was given and nothing is left of the command.
  package var isDone: Bool { stage == .done }

  package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
    switch event {
    case .ordered(let order, let isStopped): obey(order, isStopped: isStopped, at: now)
    case .commandLeft: noteCommandLeft()
    case .swept: noteSwept()
    case .ticked: escalate(at: now)
    }
  }

  private mutating func obey(
    _ order: CancelOrder, isStopped: Bool, at now: Duration
  ) -> [Effect] {
    let deadline = now + max(order.grace, .zero)
    switch stage {
    case .running:
      reason = order.reason
      if order.isForced { return kill() }
      stage = .terminating(until: deadline)
      return isStopped ? [.continueGroup, .terminateGroup] : [.terminateGroup]
    case .left:
      stage = order.isForced ? .sweepingByForce : .sweeping(until: deadline)
      return [order.isForced ? .killDescendants : .terminateDescendants]
    case .terminating(let current):
      if order.isForced { return kill() }
      stage = .terminating(until: min(current, deadline))
      return []
    case .sweeping(let current):
      stage = order.isForced ? .sweepingByForce : .sweeping(until: min(current, deadline))
      return order.isForced ? [.killDescendants] : []
    case .killing, .sweepingByForce, .done: return []
    }
  }

  private mutating func kill() -> [Effect] {
    stage = .killing
    return [.killGroup, .killDescendants]
  }

  private mutating func noteCommandLeft() -> [Effect] {
    switch stage {
    case .running: stage = .left
    case .terminating(let deadline):
      stage = .sweeping(until: deadline)
      return [.terminateDescendants]
    case .killing:
      stage = .sweepingByForce
      return [.killDescendants]
    case .left, .sweeping, .sweepingByForce, .done: break
    }
    return []
  }

  private mutating func noteSwept() -> [Effect] {
    switch stage {
    case .sweeping, .sweepingByForce: stage = .done
    case .running, .left, .terminating, .killing, .done: break
    }
    return []
  }

  private mutating func escalate(at now: Duration) -> [Effect] {
    guard let deadline, deadline <= now else { return [] }
    if isSweeping {
      stage = .sweepingByForce
      return [.killDescendants]
    }
    return kill()
  }
}
