import HeadwayModel
import HeadwaySupervisor
import TestClocks
import Testing

@Suite("The clock of a time limit")
struct TimeLimitTests {
  @Test("the clock runs only while it counts")
  func pauses() {
    var limit = TimeLimit(.seconds(10))
    #expect(limit.deadline == nil && !limit.isOver(at: .seconds(99)))
    limit.count(true, at: .seconds(100))
    #expect(limit.deadline == .seconds(110))
    limit.count(true, at: .seconds(103))
    #expect(limit.deadline == .seconds(110))
    limit.count(false, at: .seconds(104))
    #expect(limit.deadline == nil && !limit.isOver(at: .seconds(500)))
    limit.count(true, at: .seconds(200))
    #expect(limit.deadline == .seconds(206))
    #expect(!limit.isOver(at: .seconds(205)) && limit.isOver(at: .seconds(206)))
  }

  @Test("a success at the limit isn't one; another status is the command's own")
  func statuses() {
    let rule = EndingRule(orderedReason: .expired(.timeLimit))
    #expect(rule.status(.code(0)) == .code(124))
    #expect(rule.status(.code(3)) == .code(3))
    #expect(rule.status(.signal(15)) == .signal(15))
    #expect(rule.ending(.code(124)).reason == .expired(.timeLimit))
    #expect(EndingRule(orderedReason: .cancelled(by: .user)).status(.code(0)) == .code(0))
  }
}
