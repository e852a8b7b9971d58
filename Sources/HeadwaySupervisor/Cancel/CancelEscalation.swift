package import HeadwayModel

/// The steps from the order to cancel to the end of the last descendant.
///
/// 1. SIGCONT if the command is stopped, and SIGTERM to its group, or the signal that a person chose.
/// 2. After the grace period, SIGKILL.
/// 3. SIGTERM, then SIGKILL, to descendants that left the command's group (the *sweep*).
///
/// The machine is pure: the caller passes the time and carries out the effects.
///
/// ```swift
/// var cancel = CancelEscalation()
/// apply(cancel.handle(.ordered(order, isStopped: false), at: now))
/// ```
package struct CancelEscalation: Sendable {
  /// Something that moves the cancel on.
  package enum Event: Hashable, Sendable {
    /// The hub ordered the cancel. `isStopped`: job control has stopped the command.
    case ordered(CancelOrder, isStopped: Bool)
    /// The command has ended, by itself or by a signal.
    case commandLeft
    /// The leader reports that no descendant is left.
    case swept
    /// Time has passed; the deadline may have come.
    case ticked
  }

  /// A signal for the caller to send. *Group* is the command's process group; *descendants* are all
  /// processes below the session leader.
  package enum Effect: Hashable, Sendable {
    case continueGroup, killGroup
    /// SIGTERM to the group, or the signal that a person chose.
    case terminateGroup(StopSignal?)
    case terminateDescendants, killDescendants
  }

  private enum Stage: Hashable {
    case running
    /// The command ended before any order.
    case left
    case terminating(until: AwakeTime)
    case killing
    /// The command has ended; its descendants have until the deadline to end.
    case sweeping(until: AwakeTime)
    case sweepingByForce
    case done
  }

  private var stage = Stage.running
  /// The reason of the first order that came while the command ran; nil without one. The task's end
  /// is reported with this reason.
  package private(set) var reason: EndReason?

  /// The signal of the last order that the group got; nil for SIGTERM.
  private var sentSignal: StopSignal?

  package init() {}

  /// The time at which the caller must send ``Event/ticked``; nil if nothing is due.
  package var deadline: AwakeTime? {
    switch stage {
    case .terminating(let deadline), .sweeping(let deadline): deadline
    case .running, .left, .killing, .sweepingByForce, .done: nil
    }
  }

  /// Whether descendants of a cancelled command may still be running.
  package var isSweeping: Bool {
    switch stage {
    case .sweeping, .sweepingByForce: true
    case .running, .left, .terminating, .killing, .done: false
    }
  }

  /// Whether the command was cancelled and no descendant is left.
  package var isDone: Bool { stage == .done }

  /// Moves to the next step and returns the signals to send. `now` must not go back.
  package mutating func handle(_ event: Event, at now: AwakeTime) -> [Effect] {
    switch event {
    case .ordered(let order, let isStopped): obey(order, isStopped: isStopped, at: now)
    case .commandLeft: noteCommandLeft()
    case .swept: noteSwept()
    case .ticked: escalate(at: now)
    }
  }

  /// Starts the cancel, or shortens the grace period of one that is under way. A forced order kills
  /// at once.
  private mutating func obey(
    _ order: CancelOrder, isStopped: Bool, at now: AwakeTime
  ) -> [Effect] {
    let deadline = now + max(order.grace, .zero)
    switch stage {
    case .running:
      reason = order.reason
      if order.isForced { return kill() }
      stage = .terminating(until: deadline)
      sentSignal = order.signal
      return (isStopped ? [.continueGroup] : []) + [.terminateGroup(order.signal)]
    case .left:
      stage = order.isForced ? .sweepingByForce : .sweeping(until: deadline)
      return [order.isForced ? .killDescendants : .terminateDescendants]
    case .terminating(let current):
      if order.isForced { return kill() }
      stage = .terminating(until: min(current, deadline))
      guard let signal = order.signal, signal != sentSignal else { return [] }
      sentSignal = signal
      return [.terminateGroup(signal)]
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

  private mutating func escalate(at now: AwakeTime) -> [Effect] {
    guard let deadline, deadline <= now else { return [] }
    if isSweeping {
      stage = .sweepingByForce
      return [.killDescendants]
    }
    return kill()
  }
}
