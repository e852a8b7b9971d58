package import HeadwayModel

/// What the hub looks out for around it, because somebody waits for it.
package struct Lookout: Hashable, Sendable {
  package var conditions: Set<StartCondition> = []
  /// Somebody waits for a time, and clocks are set.
  package var wallClock = false

  package init(_ conditions: Set<StartCondition> = [], wallClock: Bool = false) {
    self.conditions = conditions
    self.wallClock = wallClock
  }
}

extension StartCondition {
  /// The machine tells when it changes; else it is looked at now and then.
  package var isTold: Bool {
    switch self {
    case .externalPower, .network: true
    case .idle, .loadBelow: false
    }
  }
}

extension Surroundings {
  /// Between two looks at what tells nobody that it changes.
  package static let lookInterval: Duration = .seconds(5)
  private static let slowInterval: Duration = .seconds(60)
  private static let shortestInterval: Duration = .seconds(1)

  /// How long from now one of `conditions` is to be looked at again; nil where the machine tells of all
  /// of them. It doesn't of those in `untold`, though it should.
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

  /// Nobody can have been idle for that long before then.
  private func idleLook(at time: Duration) -> Duration {
    guard let idleTime else { return Self.slowInterval }
    return idleTime >= time ? Self.lookInterval : max(Self.shortestInterval, time - idleTime)
  }

  /// Nothing of it is known any more, for want of somebody who asks.
  mutating func forget(_ condition: StartCondition) {
    switch condition {
    case .externalPower: hasExternalPower = nil
    case .network: isOnline = nil
    case .idle: idleTime = nil
    case .loadBelow: load = nil
    }
  }
}
