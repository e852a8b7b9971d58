/// Who has a task stand still, or lets it go on.
package enum Halter: String, Hashable, Sendable, Codable {
  /// A person: paused.
  case user
  /// Suspended.
  case system
}

/// How a worker stands to the last such order.
package enum HaltReport: String, Hashable, Sendable, Codable {
  /// It was told to go on, or never to stand still.
  case none
  case paused, suspended
  /// It stood still, and somebody at its terminal let it go on.
  case woken

  /// For whom it stands still; nil where it doesn't.
  package var halter: Halter? {
    switch self {
    case .none, .woken: nil
    case .paused: .user
    case .suspended: .system
    }
  }

  package init(_ halter: Halter?) {
    self =
      switch halter {
      case .user: .paused
      case .system: .suspended
      case nil: .none
      }
  }
}
