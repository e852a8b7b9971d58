import HeadwayModel
import HeadwayRecognition
import TestClocks
import Testing

@testable import HeadwaySupervisor

@Suite("Output to readings") struct ProgressFeedTests {
  private func feed(_ feed: inout ProgressFeed, _ text: String, at now: AwakeTime) {
    Array(text.utf8).withUnsafeBytes { feed.consume($0, now: now) }
  }

  @Test("slow output is read whole")
  func slowOutputIsReadWhole() {
    var feed = ProgressFeed()
    self.feed(&feed, "\r10% of a\r2", at: .milliseconds(1))
    self.feed(&feed, "0% of a\r\n", at: .milliseconds(2))
    let reading = feed.reading(now: .milliseconds(2))
    #expect(reading?.reading.completed == 2000)
  }

  @Test("of output that outruns the budget the newest piece is read")
  func ofOutputThatOutrunsTheBudgetTheNewestPieceIsRead() {
    var feed = ProgressFeed()
    let line = String(repeating: "x", count: 79) + "\n"
    let flood = String(repeating: line, count: ProgressFeed.burstLimit / line.utf8.count)
    self.feed(&feed, "\r10% of a\r", at: .milliseconds(1))
    self.feed(&feed, flood, at: .milliseconds(1))
    self.feed(&feed, "90% of a\r" + flood, at: .milliseconds(2))
    self.feed(&feed, "\n\r20% of a\r\nstep two\n", at: .milliseconds(3))
    let reading = feed.reading(now: .milliseconds(60))
    #expect(reading?.reading.completed == 2000 && reading?.subtitle == "step two")
  }

  @Test("what was skipped doesn't make a line of two")
  func whatWasSkippedDoesNotMakeALineOfTwo() {
    var feed = ProgressFeed()
    let flood = String(repeating: "x", count: ProgressFeed.burstLimit)
    self.feed(&feed, "\r10% of a\r20% of a\r" + flood, at: .milliseconds(1))
    self.feed(&feed, flood + " of a\r", at: .milliseconds(1))
    self.feed(&feed, "30% of a\r", at: .milliseconds(1))
    #expect(feed.reading(now: .milliseconds(1))?.reading.completed == nil)
    self.feed(&feed, "40% of a\r\n", at: .seconds(2))
    #expect(feed.reading(now: .seconds(2))?.reading.completed == 4000)
  }

  @Test("there are at most twenty readings a second and a final one")
  func thereAreAtMostTwentyReadingsASecondAndAFinalOne() {
    var feed = ProgressFeed()
    self.feed(&feed, "one\n", at: .milliseconds(1))
    #expect(feed.reading(now: .milliseconds(1)) != nil)
    self.feed(&feed, "two\n", at: .milliseconds(2))
    #expect(feed.reading(now: .milliseconds(3)) == nil)
    #expect(feed.deadline == .milliseconds(51))
    #expect(feed.reading(now: .milliseconds(4), isFinal: true) != nil)
    #expect(feed.reading(now: .milliseconds(60)) == nil && feed.deadline == nil)
  }
}

@Suite struct ByteAllowanceTests {
  /// Which of the takes at these times, in milliseconds, are granted.
  private func granted(
    _ allowance: ByteAllowance, _ takes: [(count: Int, time: Int)]
  ) -> [Bool] {
    var allowance = allowance
    return takes.map { allowance.spend($0.count, now: .milliseconds($0.time)) }
  }

  @Test("a burst at once, then so much a second, and no more saved up than a burst")
  func bucket() {
    let granted = granted(
      ByteAllowance(rate: 1000, burst: 500),
      [(500, 5000), (1, 5000), (99, 5100), (501, .max / 2), (500, .max)])
    #expect(granted == [true, false, true, false, true])
  }

  @Test("a stream that stays too fast gets nothing more, until it is slower")
  func flood() {
    let takes = (0...20).map { (count: 200, time: 100 * $0) }
    let granted = granted(
      ByteAllowance(rate: 1000, burst: 500), takes + [(100, 2350), (100, 2500)])
    #expect(granted.prefix(4) == [true, true, true, true])
    #expect(!granted[4...20].contains(true))
    #expect(granted.suffix(2) == [true, true])
  }

  @Test("small steps of time are not lost")
  func smallSteps() {
    var allowance = ByteAllowance(rate: 1000, burst: 10)
    var isGranted = allowance.spend(10, now: .zero)
    for step in 1...20 {
      let taken = allowance.spend(2 - step % 2, now: .microseconds(1500 * step))
      isGranted = isGranted && taken
    }
    #expect(isGranted)
  }
}
