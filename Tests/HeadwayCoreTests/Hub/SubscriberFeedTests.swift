import HeadwayCore
import SeededRandomness
import Testing

@Suite struct SubscriberFeedTests {
  private let start: Duration = .seconds(100)

  @Test func nothingIsDueWhileNothingChanged() {
    var feed = SubscriberFeed(interest: .all)
    #expect(feed.nextDue == nil)
    #expect(feed.take(at: start, limit: 10).isEmpty)
  }

  @Test func manyChangesOfOneTaskAreToldOnceInTheOrderOfTheFirst() {
    var feed = SubscriberFeed(interest: .all)
    for _ in 0..<100 {
      feed.note(.changed(.b, .progress))
      feed.note(.changed(.a, .listing))
    }
    #expect(feed.take(at: start, limit: 10) == [.b, .a])
    #expect(feed.nextDue == nil)
  }

  @Test func theViewIsToldAtOnceAndThenSixtyTimesASecond() throws {
    var feed = SubscriberFeed(interest: .tasks([.a]))
    feed.note(.changed(.a, .progress))
    #expect(feed.take(at: start, limit: 10) == [.a])
    feed.note(.changed(.a, .progress))
    let due = try #require(feed.nextDue)
    #expect(due == start + .milliseconds(16))
    #expect(feed.take(at: due - .nanoseconds(1), limit: 10).isEmpty)
    #expect(feed.take(at: due, limit: 10) == [.a])
  }

  @Test func outOfViewOnlyListingsAreToldOnceASecond() throws {
    var feed = SubscriberFeed(interest: .tasks([.a]))
    feed.note(.changed(.b, .progress))
    #expect(feed.nextDue == nil)
    feed.note(.changed(.b, .listing))
    #expect(feed.take(at: start, limit: 10) == [.b])
    feed.note(.changed(.c, .listing))
    #expect(feed.nextDue == start + .seconds(1))
    #expect(feed.take(at: start + .milliseconds(999), limit: 10).isEmpty)
    #expect(feed.take(at: start + .seconds(1), limit: 10) == [.c])
  }

  @Test func aNewTaskIsToldAtOnceWhoeverLooks() {
    var feed = SubscriberFeed(interest: .tasks([]))
    feed.note(.changed(.b, .listing))
    _ = feed.take(at: start, limit: 10)
    feed.note(.changed(.c, .beginning))
    #expect(feed.take(at: start + .milliseconds(1), limit: 10) == [.c])
    feed.note(.changed(.a, .beginning))
    feed.note(.changed(.a, .listing))
    #expect(feed.nextDue == .zero)
    #expect(feed.take(at: start + .milliseconds(2), limit: 10) == [.a])
    #expect(feed.nextDue == nil)
  }

  @Test func theViewDoesNotWaitForTheRest() {
    var feed = SubscriberFeed(interest: .tasks([.a]))
    feed.note(.changed(.b, .listing))
    _ = feed.take(at: start, limit: 10)
    feed.note(.changed(.c, .listing))
    feed.note(.changed(.a, .progress))
    #expect(feed.take(at: start + .milliseconds(20), limit: 10) == [.a])
    #expect(feed.take(at: start + .seconds(1), limit: 10) == [.c])
  }

  @Test func batchesAreLimitedAndTheRestIsStillDue() {
    var feed = SubscriberFeed(interest: .all)
    let keys = (0..<100).map { TaskKey(high: 2, low: $0) }
    for key in keys { feed.note(.changed(key, .progress)) }
    var told: [TaskKey] = []
    for _ in 0..<10 { told += feed.take(at: start, limit: 10) }
    #expect(told == keys)
    #expect(feed.nextDue == nil)
  }

  @Test func aTaskChangedAgainWhileOthersWaitIsToldAgainAfterThem() {
    var feed = SubscriberFeed(interest: .all)
    feed.note(.changed(.a, .progress))
    feed.note(.changed(.b, .progress))
    #expect(feed.take(at: start, limit: 1) == [.a])
    feed.note(.changed(.a, .progress))
    #expect(feed.take(at: start, limit: 5) == [.b, .a])
  }

  @Test func whatComesIntoViewIsDue() {
    var feed = SubscriberFeed(interest: .tasks([.a]))
    feed.note(.changed(.b, .progress))
    feed.setInterest(.tasks([.a, .b]))
    #expect(feed.take(at: start, limit: 10) == [.b])
    feed.setInterest(.tasks([.a]))
    #expect(feed.nextDue == nil)
  }

  @Test func aRemovalIsToldEvenOutOfView() {
    var feed = SubscriberFeed(interest: .tasks([]))
    feed.note(.removed(.b))
    #expect(feed.take(at: start, limit: 10) == [.b])
  }

  @Test func aRemovalAfterAListingIsToldOnce() {
    var feed = SubscriberFeed(interest: .tasks([]))
    feed.note(.changed(.b, .listing))
    feed.note(.removed(.b))
    #expect(feed.take(at: start, limit: 10) == [.b])
    #expect(feed.take(at: start + .seconds(2), limit: 10).isEmpty)
  }

  @Test(arguments: 0..<20)
  func everyKeyIsToldAfterItsLastChangeAndNeverTwiceInABatch(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var feed = SubscriberFeed(interest: .all)
    var owed: Set<TaskKey> = []
    var now = start
    for _ in 0..<2000 {
      let key = TaskKey(high: 0, low: .random(in: 0..<40, using: &generator))
      feed.note(.changed(key, .progress))
      owed.insert(key)
      now += .milliseconds(Int64.random(in: 0...5, using: &generator))
      let batch = feed.take(at: now, limit: .random(in: 0...3, using: &generator))
      #expect(Set(batch).count == batch.count)
      #expect(owed.isSuperset(of: batch))
      owed.subtract(batch)
    }
    #expect(Set(feed.take(at: now + .seconds(1), limit: 100)) == owed)
  }
}
