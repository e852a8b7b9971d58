import HeadwayModel
import TestClocks
import Testing

@testable import HeadwaySupervisor

/// Interactive programs that nobody looks at.
@Suite struct OnlookerTests {
  private let editing = InputWaitProbe.Finding(wait: .input, isInteractive: true)
  private let unseen = InputWaitProbe.Finding(wait: .input, isInteractive: false)
  private let start = AwakeTime.seconds(100)

  @Test(
    "a program that nobody sees waits like one that asks; once it is seen it is before its user")
  func away() {
    var onlooker = Onlooker()
    #expect(onlooker.note(editing, now: start) { false } == unseen)
    #expect(onlooker.wait == editing)
    #expect(onlooker.note(nil, now: start + Onlooker.pause) { false } == nil)
    #expect(onlooker.note(nil, now: start + Onlooker.pause * 2) { true } == editing)
    #expect(onlooker.note(nil, now: start + Onlooker.pause * 3) { false } == unseen)
  }

  @Test("what can't be told counts as seen")
  func unknown() {
    var onlooker = Onlooker()
    #expect(onlooker.note(editing, now: start) { nil } == editing)
  }

  @Test("nobody is asked about other waits, nor twice within the pause")
  func rarely() {
    var onlooker = Onlooker()
    var count = 0
    func isSeen() -> Bool? {
      count += 1
      return false
    }
    #expect(onlooker.note(unseen, now: start, isSeen: isSeen) == unseen)
    #expect(onlooker.note(nil, now: start, isSeen: isSeen) == nil && count == 0)
    _ = onlooker.note(editing, now: start, isSeen: isSeen)
    #expect(onlooker.note(nil, now: start + .seconds(1), isSeen: isSeen) == nil && count == 1)
    #expect(onlooker.note(.nothing, now: start + .seconds(1), isSeen: isSeen) == .nothing)
    #expect(onlooker.note(editing, now: start + .seconds(2), isSeen: isSeen) == unseen)
    #expect(count == 2, "a new wait is looked at at once")
  }
}
