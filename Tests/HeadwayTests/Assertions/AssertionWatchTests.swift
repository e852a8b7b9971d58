import Headway
import HeadwayModel
import TestClocks
import Testing

@Suite struct AssertionWatchTests {
  private static let start: AwakeTime = .seconds(1000)

  private static func watch(_ ground: AssertionWatch.Ground) -> AssertionWatch {
    AssertionWatch(ground: ground, at: start)
  }

  private static func at(_ seconds: Double) -> AwakeTime { start + .seconds(seconds) }

  private static func begin(
    _ watch: inout AssertionWatch, _ name: SanitisedText, at seconds: Double
  ) throws -> AssertionWatch.ID {
    let id = watch.begin(name, at: at(seconds))
    return try #require(id)
  }

  @Test("in the foreground nothing limits it, until something waits")
  func foreground() throws {
    var watch = Self.watch(.foreground)
    let id = try Self.begin(&watch, "Finish export", at: 0)
    #expect(watch.remaining(at: Self.at(500)) == nil)
    #expect(watch.nextDeadline == nil)
    watch.await(within: .seconds(30), at: Self.at(500))
    #expect(watch.remaining(at: Self.at(510)) == .seconds(20))
    #expect(watch.nextDeadline == Self.at(525))
    watch.end(id, at: Self.at(511))
    #expect(watch.remaining(at: Self.at(512)) == nil)
  }

  @Test("five seconds before the end it is told, once; what is held to the end is leaked")
  func leak() throws {
    var watch = Self.watch(.background)
    let id = try Self.begin(&watch, "Finish export", at: 0)
    var told = watch.check(at: Self.at(24))
    #expect(told.isEmpty)
    told = watch.check(at: Self.at(25))
    #expect(told == [id])
    #expect(watch.nextDeadline == Self.at(30))
    told = watch.check(at: Self.at(29))
    #expect(told.isEmpty && watch.isHeld(id) && watch.leaked == nil)
    told = watch.check(at: Self.at(30))
    #expect(told.isEmpty && !watch.isHeld(id) && watch.leaked == "Finish export")
    let another = watch.begin("Once more", at: Self.at(31))
    #expect(another == nil)
  }

  @Test("one that is held only for the last moment is told before it is leaked")
  func late() throws {
    var watch = Self.watch(.background)
    let id = try Self.begin(&watch, "a", at: 0)
    let told = watch.check(at: Self.at(100))
    #expect(told == [id] && watch.leaked == "a")
  }

  @Test("the time is one for all, and stands while nothing is asserted")
  func inAll() throws {
    var watch = Self.watch(.background)
    let first = try Self.begin(&watch, "a", at: 0)
    let second = try Self.begin(&watch, "b", at: 5)
    watch.end(first, at: Self.at(10))
    #expect(watch.name == "b")
    watch.end(second, at: Self.at(20))
    #expect(watch.remaining(at: Self.at(300)) == .seconds(10))
    let third = watch.begin("c", at: Self.at(300))
    #expect(third != nil && watch.nextDeadline == Self.at(305))
  }

  @Test("each return to the foreground restores it")
  func restore() throws {
    var watch = Self.watch(.background)
    let id = try Self.begin(&watch, "a", at: 0)
    _ = watch.check(at: Self.at(27))
    watch.move(to: .foreground, at: Self.at(28))
    watch.move(to: .background, at: Self.at(40))
    #expect(watch.remaining(at: Self.at(40)) == .seconds(30))
    let told = watch.check(at: Self.at(66))
    #expect(told == [id])
  }

  @Test("what waits isn't put off by a return to the foreground")
  func awaited() throws {
    var watch = Self.watch(.background)
    _ = watch.begin("a", at: Self.at(0))
    watch.await(within: .seconds(10), at: Self.at(1))
    watch.move(to: .foreground, at: Self.at(2))
    #expect(watch.remaining(at: Self.at(2)) == .seconds(9))
  }

  @Test("without a terminal every assertion begins with all of the time")
  func withoutTerminal() throws {
    var watch = Self.watch(.noTerminal)
    for begin in [0.0, 100, 200] {
      let id = try Self.begin(&watch, "a", at: begin)
      #expect(watch.remaining(at: Self.at(begin + 20)) == .seconds(10))
      watch.end(id, at: Self.at(begin + 29))
    }
    #expect(watch.leaked == nil)
  }

  @Test("nobody waits for what isn't asserted, and a clock that goes back is no time")
  func nothing() {
    var watch = Self.watch(.foreground)
    watch.await(within: .seconds(30), at: Self.at(0))
    #expect(watch.remaining(at: Self.at(1)) == nil)
    watch.move(to: .background, at: Self.at(-50))
    _ = watch.begin("", at: Self.at(-60))
    #expect(watch.name == "unnamed")
    #expect(watch.remaining(at: Self.at(-60)) == .seconds(30))
  }

  @Test("what waits hears of a moment in which nothing was asserted, however short")
  func pause() throws {
    var watch = Self.watch(.foreground)
    let first = try Self.begin(&watch, "a", at: 0)
    watch.await(within: .seconds(30), at: Self.at(1))
    watch.end(first, at: Self.at(2))
    _ = try Self.begin(&watch, "b", at: 2)
    #expect(watch.name == nil && watch.isHolding)
    let isOwed = watch.tellPause()
    #expect(isOwed && watch.name == "b")
    let isOwedAgain = watch.tellPause()
    #expect(!isOwedAgain)
  }

  @Test("where nothing waits any more there is all of the time again")
  func withdrawn() throws {
    var watch = Self.watch(.foreground)
    _ = try Self.begin(&watch, "a", at: 0)
    watch.await(within: .seconds(30), at: Self.at(1))
    let wasAwaited = watch.stopAwaiting(at: Self.at(20))
    #expect(wasAwaited && watch.remaining(at: Self.at(20)) == nil)
    watch.await(within: .seconds(30), at: Self.at(100))
    #expect(watch.remaining(at: Self.at(100)) == .seconds(30))
  }
}
