package import HeadwayModel

/// A worker's request for a turn with the hub, from its submission until the work begins, and what
/// becomes of it where no hub gives turns. Times are of the awake clock.
package struct TurnRequest: Hashable, Sendable {
  package let terms: LaunchTerms
  package let withoutHub: WithoutHub
  private var standing = Standing.unheard
  /// Nobody could give it a turn since; nil while somebody can.
  private var unattendedSince: AwakeTime?
  /// When a hub that wouldn't have it is asked once more; nil where none is.
  private var asksAgainAt: AwakeTime?

  /// What becomes of work that no hub can give a turn.
  package enum WithoutHub: Hashable, Sendable {
    /// It begins: a person has asked for it just now.
    case begins
    /// It is given back to who asked; once a hub had it, it waits for the next one. It never begins
    /// early.
    case waits
  }

  private enum Standing {
    /// No hub has heard of it.
    case unheard
    /// A hub was asked, and may have it.
    case asked
    /// A hub had it on disk.
    case placed
    /// Given back.
    case over
  }

  /// How long work that a hub was asked about goes on waiting for the next one before it `begins`.
  package static let returnPatience: Duration = .seconds(10)
  /// Before the next hub, which wouldn't have what an earlier one had, is asked again.
  package static let askPause: Duration = .seconds(10)

  package init(_ terms: LaunchTerms, withoutHub: WithoutHub) {
    (self.terms, self.withoutHub) = (terms, withoutHub)
  }

  /// Who asks is to hear at once whether it can be had.
  package var mayBeGivenBack: Bool { withoutHub == .waits || terms.strategy == .fail }

  /// Some hub may know of it, and wants to hear of its end.
  package var isKnown: Bool { standing == .asked || standing == .placed }

  /// When it wants to be looked at without any news; nil when it doesn't.
  package var nextLook: AwakeTime? {
    let patienceEnds = unattendedSince.map { $0 + Self.returnPatience }
    return [withoutHub == .begins ? patienceEnds : nil, asksAgainAt].compactMap { $0 }.min()
  }

  /// It is to be submitted to the hub that is there now; false where it was given back.
  package mutating func ask() -> Bool {
    guard standing != .over else { return false }
    if standing == .unheard { standing = .asked }
    asksAgainAt = nil
    return true
  }

  /// The hub's record has it.
  package mutating func notePlace() {
    if standing == .asked { standing = .placed }
  }

  /// The hub won't have it.
  ///
  /// - Parameter isForGood: another time it would say the same: what it needs isn't there, or not now.
  package mutating func noteRefusal(
    _ reason: String, isForGood: Bool, at now: AwakeTime
  ) -> TurnAnswer? {
    switch (withoutHub, standing) {
    case (_, .over): return nil
    case (.begins, .unheard), (.begins, .asked):
      guard isForGood, terms.strategy == .fail else { return .came }
      standing = .over
      return .refused(reason)
    case (.begins, .placed): return .came
    case (.waits, .placed):
      asksAgainAt = now + Self.askPause
      return nil
    case (.waits, .unheard), (.waits, .asked):
      standing = .over
      return .unavailable(reason)
    }
  }

  /// - Parameters:
  ///   - trouble: why there is no hub; nil where there is one.
  ///   - isHopeless: there won't be another, as far as this process goes.
  package mutating func look(
    _ trouble: String?, isHopeless: Bool = false, at now: AwakeTime
  ) -> TurnAnswer? {
    guard let trouble, standing != .over else {
      unattendedSince = nil
      return nil
    }
    asksAgainAt = nil
    let since = unattendedSince ?? now
    unattendedSince = since
    switch (withoutHub, standing) {
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

/// What has become of a request for a turn, so far. After ``placed`` another may follow; all others are
/// the last.
package enum TurnAnswer: Hashable, Sendable {
  /// A hub has it in its queue, on disk.
  case placed
  /// The work may begin.
  case came
  /// It was to start now or not at all; why it can't.
  case refused(String)
  /// No hub can have it, and it isn't to begin without; why.
  case unavailable(String)

  package var isFinal: Bool { self != .placed }

  /// Whether it may follow `earlier`; the first one follows nil. What was once placed isn't given back.
  package func follows(_ earlier: TurnAnswer?) -> Bool {
    switch earlier {
    case nil: true
    case .placed?: self == .came
    case .came?, .refused?, .unavailable?: false
    }
  }
}
