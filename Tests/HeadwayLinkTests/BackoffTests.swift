import HeadwayLink
import HeadwayModel
import SeededRandomness
import Testing

@Suite struct BackoffTests {
  @Test("pauses double with jitter and stay bounded", arguments: 0..<20)
  func pausesDoubleWithJitterAndStayBounded(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var backoff = Backoff()
    var whole: Duration = .milliseconds(50)
    for _ in 0..<40 {
      let pause = backoff.pause(using: &generator)
      #expect(pause >= whole / 2 && pause <= whole)
      whole = min(whole * 2, .seconds(2))
    }
    backoff.reset()
    #expect(backoff.pause(using: &generator) <= .milliseconds(50))
  }

  @Test("clients don't come back together")
  func clientsDoNotComeBackTogether() {
    var generator = SplitMix(seed: 1)
    let pauses = (0..<100).map { _ in
      var backoff = Backoff()
      return backoff.pause(using: &generator)
    }
    #expect(Set(pauses).count > 90)
  }
}
