import FuzzTargets
import SeededRandomness
import Testing

/// Random stories of a hub with a queue, one in ten with crashes of the hub in between. A failing seed
/// runs again alone.
@Suite struct HubStoryTests {
  @Test("nothing is lost given twice or stuck", arguments: 0..<20)
  func nothingIsLostGivenTwiceOrStuck(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    for _ in 0..<6 {
      var story = (0..<Int.random(in: 2...120, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      // Long chains have their own test.
      story[0] = min(story[0], 249)
      #expect(throws: Never.self, "\(story)") { try HubTarget().check(story) }
    }
  }

  /// A chain, a fan of one task, a fan into one, and parts in parts, where the first task fails and
  /// the hub is killed before and after. Release builds run the same with 10,000 tasks.
  @Test("a crowd comes to its end", arguments: Crowd.allCases, [true, false])
  func aCrowdComesToItsEnd(_ crowd: Crowd, needsSuccess: Bool) {
    let story = crowd.story(size: 400, needsSuccess: needsSuccess)
    #expect(throws: Never.self) { try HubTarget().check(story) }
  }

  enum Crowd: UInt8, CaseIterable {
    case chain, fan, gathering, nest

    /// One of the sizes that a story has names for; see `QueueStory.crowd`.
    func story(size: Int, needsSuccess: Bool) -> [UInt8] {
      let sizes = [3, 10, 20, 40, 400, 2000, 10_000]
      let choice = UInt8(sizes.firstIndex(of: size) ?? 0) << 3 | (needsSuccess ? 0 : 4) | rawValue
      // Killed, or failed at the start, or done at first, and killed once more.
      let events: [UInt8] = [40, 61, 0, 25, 15, 40, 60, choice, 40, 25, 0, 30, 2, 30, 2, 61, 1]
      return [250, 0, 60, choice] + events
    }
  }
}
