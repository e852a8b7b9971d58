import HeadwayHubCore
import HeadwayModel
import SeededRandomness
import TestClocks
import Testing

@Suite struct SubscriberFeedTests {
  private let start: AwakeTime = .seconds(100)
  /// What comes then has been gathered at the start.
  private let before: AwakeTime = .seconds(100) - SubscriberFeed.gatheringTime

  @Test("nothing is due while nothing changed")
  func nothingIsDueWhileNothingChanged() {
    var feed = SubscriberFeed(interest: .all)
    #expect(feed.nextDue == nil)
    #expect(feed.nextBatch(at: start, limit: 10).isEmpty)
  }

  @Test("many changes of one task are told once in the order of the first")
  func manyChangesOfOneTaskAreToldOnceInTheOrderOfTheFirst() {
    var feed = SubscriberFeed(interest: .all)
    for _ in 0..<100 {
      feed.note(.changed(.b, .progress), at: before)
      feed.note(.changed(.a, .listing), at: before)
    }
    #expect(feed.nextBatch(at: start, limit: 10) == [.b, .a])
    #expect(feed.nextDue == nil)
  }

  @Test("the view is told at once and then sixty times a second")
  func theViewIsToldAtOnceAndThenSixtyTimesASecond() throws {
    var feed = SubscriberFeed(interest: .tasks([.a]))
    feed.note(.changed(.a, .listing), at: start)
    #expect(feed.nextBatch(at: start, limit: 10) == [.a])
    feed.note(.changed(.a, .listing), at: start)
    let due = try #require(feed.nextDue)
    #expect(due == start + .milliseconds(16))
    #expect(feed.nextBatch(at: due - .nanoseconds(1), limit: 10).isEmpty)
    #expect(feed.nextBatch(at: due, limit: 10) == [.a])
  }

  @Test("progress waits a moment for that of others")
  func progressWaitsAMomentForThatOfOthers() {
    var feed = SubscriberFeed(interest: .tasks([.a, .b]))
    feed.note(.changed(.a, .progress), at: start)
    let due = start + .microseconds(7500)
    #expect(feed.nextDue == due)
    feed.note(.changed(.b, .progress), at: start + .milliseconds(3))
    #expect(feed.nextBatch(at: due - .nanoseconds(1), limit: 10).isEmpty)
    #expect(feed.nextBatch(at: due, limit: 10) == [.a, .b])
    feed.note(.changed(.a, .listing), at: start + .milliseconds(30))
    #expect(feed.nextBatch(at: start + .milliseconds(30), limit: 10) == [.a])
  }

  @Test("progress right after a batch waits for what comes later")
  func progressRightAfterABatchWaitsForWhatComesLater() {
    var feed = SubscriberFeed(interest: .tasks([.a, .b]))
    feed.note(.changed(.a, .progress), at: before)
    _ = feed.nextBatch(at: start, limit: 10)
    feed.note(.changed(.a, .progress), at: start + .milliseconds(9))
    #expect(feed.nextDue == start + .milliseconds(40))
    feed.note(.changed(.b, .progress), at: start + .milliseconds(10))
    #expect(feed.nextDue == start + .microseconds(17_500))
    #expect(feed.nextBatch(at: start + .microseconds(17_500), limit: 10) == [.a, .b])
    #expect(feed.nextDue == nil)
  }

  @Test("a change of state takes the progress that waits along")
  func aChangeOfStateTakesTheProgressThatWaitsAlong() {
    var feed = SubscriberFeed(interest: .tasks([.a, .b]))
    feed.note(.changed(.a, .progress), at: before)
    _ = feed.nextBatch(at: start, limit: 10)
    feed.note(.changed(.a, .progress), at: start + .milliseconds(1))
    feed.note(.changed(.b, .listing), at: start + .milliseconds(2))
    #expect(feed.nextDue == start + .milliseconds(16))
    #expect(feed.nextBatch(at: start + .milliseconds(16), limit: 10) == [.a, .b])
  }

  @Test("out of view only listings are told once a second")
  func outOfViewOnlyListingsAreToldOnceASecond() throws {
    var feed = SubscriberFeed(interest: .tasks([.a]))
    feed.note(.changed(.b, .progress), at: before)
    #expect(feed.nextDue == nil)
    feed.note(.changed(.b, .listing), at: before)
    #expect(feed.nextBatch(at: start, limit: 10) == [.b])
    feed.note(.changed(.c, .listing), at: before)
    #expect(feed.nextDue == start + .seconds(1))
    #expect(feed.nextBatch(at: start + .milliseconds(999), limit: 10).isEmpty)
    #expect(feed.nextBatch(at: start + .seconds(1), limit: 10) == [.c])
  }

  @Test("a new task is told at once whoever looks")
  func aNewTaskIsToldAtOnceWhoeverLooks() {
    var feed = SubscriberFeed(interest: .tasks([]))
    feed.note(.changed(.b, .listing), at: before)
    _ = feed.nextBatch(at: start, limit: 10)
    feed.note(.changed(.c, .beginning), at: before)
    #expect(feed.nextBatch(at: start + .milliseconds(1), limit: 10) == [.c])
    feed.note(.changed(.a, .beginning), at: before)
    feed.note(.changed(.a, .listing), at: before)
    #expect(feed.nextDue == .zero)
    #expect(feed.nextBatch(at: start + .milliseconds(2), limit: 10) == [.a])
    #expect(feed.nextDue == nil)
  }

  @Test("the view doesn't wait for the rest")
  func theViewDoesNotWaitForTheRest() {
    var feed = SubscriberFeed(interest: .tasks([.a]))
    feed.note(.changed(.b, .listing), at: before)
    _ = feed.nextBatch(at: start, limit: 10)
    feed.note(.changed(.c, .listing), at: before)
    feed.note(.changed(.a, .progress), at: before)
    #expect(feed.nextBatch(at: start + .milliseconds(20), limit: 10) == [.a])
    #expect(feed.nextBatch(at: start + .seconds(1), limit: 10) == [.c])
  }

  @Test("batches are limited and the rest is still due")
  func batchesAreLimitedAndTheRestIsStillDue() {
    var feed = SubscriberFeed(interest: .all)
    let keys = (0..<100).map { TaskKey(high: 2, low: $0) }
    for key in keys { feed.note(.changed(key, .progress), at: before) }
    var told: [TaskKey] = []
    for _ in 0..<10 { told += feed.nextBatch(at: start, limit: 10) }
    #expect(told == keys)
    #expect(feed.nextDue == nil)
  }

  @Test("a task changed again while others wait is told again after them")
  func aTaskChangedAgainWhileOthersWaitIsToldAgainAfterThem() {
    var feed = SubscriberFeed(interest: .all)
    feed.note(.changed(.a, .progress), at: before)
    feed.note(.changed(.b, .progress), at: before)
    #expect(feed.nextBatch(at: start, limit: 1) == [.a])
    feed.note(.changed(.a, .progress), at: before)
    #expect(feed.nextBatch(at: start, limit: 5) == [.b, .a])
  }

  @Test("what comes into view is due")
  func whatComesIntoViewIsDue() {
    var feed = SubscriberFeed(interest: .tasks([.a]))
    feed.note(.changed(.b, .progress), at: before)
    feed.setInterest(.tasks([.a, .b]))
    #expect(feed.nextBatch(at: start, limit: 10) == [.b])
    feed.setInterest(.tasks([.a]))
    #expect(feed.nextDue == nil)
  }

  @Test("a removal is told even out of view")
  func aRemovalIsToldEvenOutOfView() {
    var feed = SubscriberFeed(interest: .tasks([]))
    feed.note(.removed(.b), at: before)
    #expect(feed.nextBatch(at: start, limit: 10) == [.b])
  }

  @Test("a removal after a listing is told once")
  func aRemovalAfterAListingIsToldOnce() {
    var feed = SubscriberFeed(interest: .tasks([]))
    feed.note(.changed(.b, .listing), at: before)
    feed.note(.removed(.b), at: before)
    #expect(feed.nextBatch(at: start, limit: 10) == [.b])
    #expect(feed.nextBatch(at: start + .seconds(2), limit: 10).isEmpty)
  }

  @Test("every key is told after its last change and never twice in a batch", arguments: 0..<20)
  func everyKeyIsToldAfterItsLastChangeAndNeverTwiceInABatch(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var feed = SubscriberFeed(interest: .all)
    var owed: Set<TaskKey> = []
    var now = start
    for _ in 0..<2000 {
      let key = TaskKey(high: 0, low: .random(in: 0..<40, using: &generator))
      feed.note(.changed(key, .progress), at: now)
      owed.insert(key)
      now += .milliseconds(Int64.random(in: 0...5, using: &generator))
      let batch = feed.nextBatch(at: now, limit: .random(in: 0...3, using: &generator))
      #expect(Set(batch).count == batch.count)
      #expect(owed.isSuperset(of: batch))
      owed.subtract(batch)
    }
    #expect(Set(feed.nextBatch(at: now + .seconds(1), limit: 100)) == owed)
  }
}
