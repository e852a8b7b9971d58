import FuzzTargets
import SeededRandomness
import Testing

/// Random stories of hub, workers and people against the reference. A failing seed runs again
/// alone.
@Suite struct ModelTests {
  @Test("the hub is what the reference says", arguments: 0..<20)
  func theHubIsWhatTheReferenceSays(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let model = try #require(FuzzTargetList.target(named: "model")).init()
    for _ in 0..<20 {
      let story = (0..<Int.random(in: 1...200, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      #expect(throws: Never.self, "\(story)") { try model.check(story) }
    }
  }
}
