package import HeadwayModel

/// The state of a halt: whether the command is stopped by an order (a person's *pause* or the
/// system's *suspend*), and what ends that.
///
/// A halt differs from a stop by job control: this process goes on and keeps its terminal, the
/// shell isn't told, and Ctrl-C still reaches the command. `Supervision` and `Adoption` carry out
/// the effects. Pure.
package struct HaltControl: Sendable {
  /// Something that begins or ends a halt.
  package enum Event: Hashable, Sendable {
    /// The hub ordered the halt, for a person or for the system.
    case pauseOrdered(by: Halter)
    /// The hub ordered the end of the halt.
    case resumeOrdered(by: Halter)
    /// A signal such as Ctrl-C came that the command must be able to handle.
    case signalled
    /// The shell continued this process (`fg` or `bg`).
    case continuedByShell
    /// Somebody else continued the command.
    case commandWoken
    /// The command has ended, or is about to be cancelled.
    case ended
  }

  /// An action for the owner of the state.
  package enum Effect: Hashable, Sendable {
    /// Stop the command and all of its descendants, or continue them.
    case haltTree, releaseTree
    /// Continue a job that its shell stopped, as `fg` and `bg` do.
    case continueJob
    /// Tell the hub the new state.
    case report(HaltReport)
  }

  /// The party that ordered the halt; nil while the command isn't halted.
  package private(set) var halter: Halter?

  package init() {}

  /// Whether the command is halted.
  package var isHalted: Bool { halter != nil }

  /// Applies `event` and returns the effects, in the order in which to carry them out.
  package mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .pauseOrdered(let halter): halt(for: halter)
    case .resumeOrdered(let halter):
      (halter == .user ? [.continueJob] : []) + release(.none)
    case .signalled, .commandWoken: release(.woken)
    case .continuedByShell: halter == .user ? release(.woken) : []
    case .ended: release(.none)
    }
  }

  private mutating func halt(for new: Halter) -> [Effect] {
    guard halter != new else { return [] }
    defer { halter = new }
    return (isHalted ? [] : [.haltTree]) + [.report(HaltReport(new))]
  }

  private mutating func release(_ report: HaltReport) -> [Effect] {
    guard isHalted else { return [] }
    halter = nil
    return [.releaseTree, .report(report)]
  }
}
