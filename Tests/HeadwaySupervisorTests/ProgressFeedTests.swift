import HeadwayCore
import Testing

@testable import HeadwaySupervisor

@Suite("Output to reports") struct ProgressFeedTests {
  /// Keeps what it is given.
  private final class Keeper: OutputObserver {
    private(set) var bytes: [UInt8] = []
    private(set) var skips = 0
    func consume(_ bytes: UnsafeRawBufferPointer) { self.bytes += bytes }
    func skip() { skips += 1 }
    func takeReading() -> ObservedReading? { ObservedReading(reading: ProgressReading()) }
  }

  private func feed(_ feed: inout ProgressFeed, _ text: String, at now: Duration) {
    Array(text.utf8).withUnsafeBytes { feed.consume($0, now: now) }
  }

  @Test func slowOutputIsReadWhole() {
    let keeper = Keeper()
    var feed = ProgressFeed(keeper)
    self.feed(&feed, "10%\n", at: .milliseconds(1))
    self.feed(&feed, "20%\n", at: .milliseconds(2))
    #expect(keeper.bytes == Array("10%\n20%\n".utf8) && keeper.skips == 0)
  }

  @Test func ofOutputThatOutrunsTheBudgetTheLastPieceIsRead() {
    let keeper = Keeper()
    var feed = ProgressFeed(keeper)
    let flood = String(repeating: "x", count: ProgressFeed.byteLimit)
    self.feed(&feed, "0%\n", at: .milliseconds(1))
    _ = feed.report(now: .milliseconds(1))
    self.feed(&feed, flood, at: .milliseconds(1))
    self.feed(&feed, "lost\n", at: .milliseconds(2))
    self.feed(&feed, flood + "100%\n", at: .milliseconds(3))
    _ = feed.report(now: .milliseconds(60))
    #expect(keeper.skips == 1)
    #expect(keeper.bytes.count == 3 + ProgressFeed.byteLimit + ProgressFeed.tailLimit)
    #expect(keeper.bytes.suffix(5) == ArraySlice("100%\n".utf8))
  }

  @Test func thereAreAtMostTwentyReportsASecondAndAFinalOne() {
    var feed = ProgressFeed(Keeper())
    self.feed(&feed, "1%\n", at: .milliseconds(1))
    #expect(feed.report(now: .milliseconds(1)) != nil)
    self.feed(&feed, "2%\n", at: .milliseconds(2))
    #expect(feed.report(now: .milliseconds(3)) == nil)
    #expect(feed.deadline == .milliseconds(51))
    #expect(feed.report(now: .milliseconds(4), isFinal: true) != nil)
  }
}
