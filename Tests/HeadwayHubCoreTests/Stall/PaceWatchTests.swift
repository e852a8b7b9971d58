@testable import HeadwayHubCore
@testable import HeadwayModel
import TestClocks
import Testing

@Suite struct PaceWatchTests {
  @Test("the time before it became slow is no part of how slow it is")
  func theTimeBeforeItBecameSlowIsNoPartOfHowSlowItIs() throws {
    var pace = PaceWatch()
    for second in 0...100 { pace.note(units: Int64(second) * 20, at: .seconds(second)) }
    #expect(pace.slowdown == nil)
    // Half a second more at 20 a second, then one in two seconds.
    pace.note(units: 2010, at: .milliseconds(100_500))
    for step in 1...16 { pace.note(units: 2010 + Int64(step), at: .seconds(100 + step * 2)) }
    #expect(pace.slowSince == .seconds(100))
    #expect((39...41).contains(try #require(pace.slowdown)))
  }
}
