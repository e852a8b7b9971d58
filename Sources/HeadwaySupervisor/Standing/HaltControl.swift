package import HeadwayCore

/// Whether the command stands still by order, and what ends that. Pure.
///
/// Such a stop isn't one of its own job control: this process lives on and keeps its terminal, so
/// that the shell isn't told of it, and Ctrl-C reaches the command.
package struct HaltControl: Sendable {
  package enum Event: Hashable, Sendable {
    case pauseOrdered(by: Halter)
    case resumeOrdered(by: Halter)
    /// Somebody at its terminal sent what must not wait, as by Ctrl-C.
    case signalled
    /// Its shell continued it: `fg` or `bg`.
    case continuedByShell
    /// Somebody else continued the command.
    case commandWoken
    /// It is to be cancelled, or has left.
    case ended
  }

  package enum Effect: Hashable, Sendable {
    /// The command, and all that it started.
    case haltTree, releaseTree
    /// As `fg` and `bg` do for a job that its shell stopped.
    case continueJob
    case report(HaltReport)
  }

  /// For whom it stands still.
  package private(set) var halter: Halter?

  package init() {}

  package var isHalted: Bool { halter != nil }

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
