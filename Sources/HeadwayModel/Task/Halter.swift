/// Who has a task stand still, or lets it go on.
public enum Halter: String, Hashable, Sendable, Codable {
  /// A person: paused.
  case user
  /// Suspended.
  case system
}

/// The worker's compliance with the last order to halt or to go on.
public enum HaltReport: String, Hashable, Sendable, Codable {
  /// The worker was told to go on, or was never told to halt.
  case none
  case paused, suspended
  /// The worker was halted, and a person at its terminal let it go on.
  case woken

  /// The one for whom the worker is halted; nil if it isn't halted.
  public var halter: Halter? {
    switch self {
    case .none, .woken: nil
    case .paused: .user
    case .suspended: .system
    }
  }

  /// Makes a report of a worker that is halted for `halter`; nil means that it runs.
  public init(_ halter: Halter?) {
    self =
      switch halter {
      case .user: .paused
      case .system: .suspended
      case nil: .none
      }
  }
}
