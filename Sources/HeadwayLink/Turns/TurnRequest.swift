package import HeadwayModel

/// A worker's request for a turn with the hub, from its submission until the work begins, and what
/// becomes of it where no hub gives turns. Times are of the awake clock.
package struct TurnRequest: Hashable, Sendable {
  package let terms: LaunchTerms
  package let withoutHub: WithoutHub
  private var stage = Stage.unheard
  /// The instant since which no hub could give a turn; nil while one can.
  private var unattendedSince: AwakeTime?
  /// The instant at which a hub that refused the request is asked once more; nil if none is to be.
  private var asksAgainAt: AwakeTime?

  /// The policy for work that no hub can give a turn.
  package enum WithoutHub: Hashable, Sendable {
    /// The work begins. A person has just asked for it.
    case begins
    /// The request is given back. Once a hub had accepted it, it waits for the next hub instead. It
    /// never begins early.
    case waits
  }

  private enum Stage {
    /// No hub has heard of it.
    case unheard
    /// A hub was asked, and may have it.
    case asked
    /// A hub had it on disk.
    case placed
    /// Given back.
    case over
  }

  /// The time for which work that a hub has accepted waits for the next hub before it `begins`.
  package static let returnPatience: Duration = .seconds(10)
  /// The pause before the next hub is asked again, after it refused a request that an earlier hub
  /// had accepted.
  package static let askPause: Duration = .seconds(10)

  package init(_ terms: LaunchTerms, withoutHub: WithoutHub) {
    (self.terms, self.withoutHub) = (terms, withoutHub)
  }

  /// Who asks is to hear at once whether it can be had.
  package var mayBeGivenBack: Bool { withoutHub == .waits || terms.strategy == .fail }

  /// Some hub may know of it, and wants to hear of its end.
  package var isKnown: Bool { stage == .asked || stage == .placed }

  /// The instant of the next look without any news; nil if none is needed.
  package var nextLook: AwakeTime? {
    let patienceEnds = unattendedSince.map { $0 + Self.returnPatience }
    return [withoutHub == .begins ? patienceEnds : nil, asksAgainAt].compactMap { $0 }.min()
  }

  /// Submits the request to the hub that is there now. Returns false if the request was given back.
  package mutating func ask() -> Bool {
    guard stage != .over else { return false }
    if stage == .unheard { stage = .asked }
    asksAgainAt = nil
    return true
  }

  /// The hub's record has it.
  package mutating func notePlace() {
    if stage == .asked { stage = .placed }
  }

  /// The hub won't have it.
  ///
  /// - Parameter isForGood: another time it would say the same: what it needs isn't there, or not
  ///   now.
  package mutating func noteRefusal(
    _ reason: String, isForGood: Bool, at now: AwakeTime
  ) -> TurnAnswer? {
    switch (withoutHub, stage) {
    case (_, .over): return nil
    case (.begins, .unheard), (.begins, .asked):
      guard isForGood, terms.strategy == .fail else { return .came }
      stage = .over
      return .refused(reason)
    case (.begins, .placed): return .came
    case (.waits, .placed):
      asksAgainAt = now + Self.askPause
      return nil
    case (.waits, .unheard), (.waits, .asked):
      stage = .over
      return .unavailable(reason)
    }
  }

  /// - Parameters:
  ///   - trouble: why there is no hub; nil where there is one.
  ///   - isHopeless: there won't be another, as far as this process goes.
  package mutating func look(
    _ trouble: String?, isHopeless: Bool = false, at now: AwakeTime
  ) -> TurnAnswer? {
    guard let trouble, stage != .over else {
      unattendedSince = nil
      return nil
    }
    asksAgainAt = nil
    let since = unattendedSince ?? now
    unattendedSince = since
    switch (withoutHub, stage) {
    case (.begins, .unheard): return .came
    case (.begins, _): return isHopeless || now >= since + Self.returnPatience ? .came : nil
    case (.waits, .placed): return nil
    case (.waits, _): return .unavailable(trouble)
    }
  }

  /// Whether a hub that is there is to be asked once more.
  package mutating func takeAnotherAsk(at now: AwakeTime) -> Bool {
    guard let asksAgainAt, now >= asksAgainAt else { return false }
    self.asksAgainAt = nil
    return true
  }
}

/// The state of a request for a turn. Another answer may follow ``placed``; all other answers are
/// final.
package enum TurnAnswer: Hashable, Sendable {
  /// A hub has it in its queue, on disk.
  case placed
  /// The work may begin.
  case came
  /// The request was to start now or not at all, and can't for this reason.
  case refused(String)
  /// No hub can have it, and it isn't to begin without; why.
  case unavailable(String)

  package var isFinal: Bool { self != .placed }

  /// Whether it may follow `earlier`; the first one follows nil. What was once placed isn't given
  /// back.
  package func follows(_ earlier: TurnAnswer?) -> Bool {
    switch earlier {
    case nil: true
    case .placed?: self == .came
    case .came?, .refused?, .unavailable?: false
    }
  }
}
