import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

@Suite struct TurnPaceTests {
  private static let soon = TurnPace.rest / 2

  @Test("reports that come one by one are gathered")
  func reportsThatComeOneByOneAreGathered() {
    var pace = TurnPace()
    var now = AwakeTime.seconds(5)
    let first = turn(&pace, reports: 1, at: now)
    #expect(first == nil)
    for _ in 0..<3 {
      now += Self.soon
      let rest = turn(&pace, reports: 1, at: now)
      #expect(rest == TurnPace.rest)
      now += TurnPace.rest
      pace.rested(until: now)
    }
  }

  @Test("the first after a pause isn't held up")
  func theFirstAfterAPauseIsNotHeldUp() {
    var pace = TurnPace()
    _ = turn(&pace, reports: 1, at: .seconds(5))
    let next = turn(&pace, reports: 1, at: .seconds(5) + TurnPace.rest)
    #expect(next == nil)
    let later = turn(&pace, reports: 1, at: .seconds(9))
    #expect(later == nil)
  }

  @Test("whoever waits for an answer waits for no rest")
  func whoeverWaitsForAnAnswerWaitsForNoRest() {
    var pace = TurnPace()
    _ = turn(&pace, reports: 1, at: .seconds(5))
    pace.noteRequest()
    let asked = turn(&pace, reports: 3, at: .seconds(5) + Self.soon)
    #expect(asked == nil)
    let unasked = turn(&pace, reports: 3, at: .seconds(5) + Self.soon * 1.5)
    #expect(unasked == TurnPace.rest)
  }

  @Test("a full turn needs no gathering")
  func aFullTurnNeedsNoGathering() {
    var pace = TurnPace()
    _ = turn(&pace, reports: 1, at: .seconds(5))
    let full = turn(&pace, reports: TurnPace.fullTurn + 1, at: .seconds(5) + Self.soon)
    #expect(full == nil)
    let nearlyFull = turn(&pace, reports: TurnPace.fullTurn, at: .seconds(5) + Self.soon * 1.5)
    #expect(nearlyFull == TurnPace.rest)
  }

  @Test("a turn without reports is followed by none")
  func aTurnWithoutReportsIsFollowedByNone() {
    var pace = TurnPace()
    _ = turn(&pace, reports: 1, at: .seconds(5))
    let rest = turn(&pace, reports: 0, at: .seconds(5) + Self.soon)
    #expect(rest == nil)
  }

  private func turn(_ pace: inout TurnPace, reports: Int, at now: AwakeTime) -> Duration? {
    for _ in 0..<reports { pace.noteReport() }
    return pace.endTurn(at: now)
  }
}
