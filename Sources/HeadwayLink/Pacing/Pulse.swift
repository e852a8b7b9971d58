package import HeadwayModel

/// Whether whoever is at the other end of a connection still answers: after a silence it is asked,
/// and taken for hung when that isn't answered either. Pure: it is told the time.
package struct Pulse: Hashable, Sendable {
  package enum Finding: Hashable, Sendable {
    /// Ask something, so that it has to speak.
    case isDue
    /// The hub hangs. Reported once.
    case isSilent
  }

  private enum State: Hashable {
    case heard(at: AwakeTime)
    case asked(at: AwakeTime)
    case silent
  }

  private var state: State
  /// The longest silence that is normal, and the longest time for an answer.
  private let patience: Duration

  /// The patience with a hub of this machine.
  package static let patience: Duration = .seconds(2)
  /// The patience with the hub of another machine.
  package static let farPatience: Duration = .seconds(5)

  package init(at now: AwakeTime, patience: Duration = Pulse.patience) {
    (state, self.patience) = (.heard(at: now), patience)
  }

  /// The instant at which ``check(at:)`` may find something; nil for never.
  package var deadline: AwakeTime? {
    switch state {
    case .heard(let time), .asked(let time): time + patience
    case .silent: nil
    }
  }

  /// Notes that the hub sent something. Returns whether the hub had been taken for hung.
  package mutating func hear(at now: AwakeTime) -> Bool {
    defer { state = .heard(at: now) }
    return state == .silent
  }

  package mutating func check(at now: AwakeTime) -> Finding? {
    guard let deadline, now >= deadline else { return nil }
    if case .heard = state {
      state = .asked(at: now)
      return .isDue
    }
    state = .silent
    return .isSilent
  }
}
