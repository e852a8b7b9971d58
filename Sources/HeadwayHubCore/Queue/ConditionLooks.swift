package import HeadwayModel

extension StartCondition {
  /// Whether the machine reports changes of the condition. The shell looks at other conditions now
  /// and then.
  package var isTold: Bool {
    switch self {
    case .externalPower, .network: true
    case .idle, .loadBelow: false
    }
  }
}

extension MachineConditions {
  /// The time between two looks at a condition whose changes nobody reports.
  package static let lookInterval: Duration = .seconds(5)
  private static let slowInterval: Duration = .seconds(60)
  private static let shortestInterval: Duration = .seconds(1)

  /// The time until one of `conditions` has to be looked at again; nil if the machine reports all
  /// of them.
  ///
  /// - Parameter untold: The conditions that the machine should report and doesn't.
  package func nextLook(
    at conditions: Set<StartCondition>, untold: Set<StartCondition> = []
  ) -> Duration? {
    conditions.compactMap { nextLook(at: $0, isTold: $0.isTold && !untold.contains($0)) }.min()
  }

  private func nextLook(at condition: StartCondition, isTold: Bool) -> Duration? {
    switch condition {
    case .externalPower, .network: isTold ? nil : Self.lookInterval
    case .loadBelow: Self.lookInterval
    case .idle(let time): idleLook(at: time)
    }
  }

  /// The shortest time after which the machine can have been idle for `time`.
  private func idleLook(at time: Duration) -> Duration {
    guard let idleTime else { return Self.slowInterval }
    return idleTime >= time ? Self.lookInterval : max(Self.shortestInterval, time - idleTime)
  }

  /// Forgets a condition that no task waits for any more.
  mutating func forget(_ condition: StartCondition) {
    switch condition {
    case .externalPower: hasExternalPower = nil
    case .network: isOnline = nil
    case .idle: idleTime = nil
    case .loadBelow: load = nil
    }
  }
}
