import HeadwayModel
import HeadwaySlurm
import Testing

/// The pauses between looks at the files of jobs.
@Suite struct ReadingPaceTests {
  private let start = AwakeTime.origin + .seconds(100)

  private func pause(
    watched: Bool, count: Int = 1, awaits: Bool = false, after: Duration? = nil
  ) -> Duration {
    ReadingPace.pause(
      isWatched: watched, awaitsWord: awaits, count: count,
      lastNews: after == nil ? [] : [start], at: start + (after ?? .zero))
  }

  @Test("many jobs, and jobs that nobody watches, are looked at less often") func counts() {
    #expect(pause(watched: true) == .seconds(1))
    #expect(pause(watched: true, count: 129) == .seconds(5))
    #expect(pause(watched: false) == .seconds(2))
    #expect(pause(watched: false, count: 17) == .seconds(15))
    #expect(pause(watched: false, count: 17, awaits: true) == .seconds(2))
  }

  @Test("a write of a watched job is seen within a quarter of a second of its time") func near() {
    #expect(pause(watched: true, after: .zero) == .seconds(1))
    #expect(pause(watched: true, after: .milliseconds(2900)) == .seconds(1))
    for millis in [3000, 4000, 5000, 6000] {
      #expect(pause(watched: true, after: .milliseconds(millis)) == .milliseconds(250))
    }
    // A command that tells nothing new isn't looked at more often for ever.
    #expect(pause(watched: true, after: .milliseconds(6100)) == .seconds(1))
    #expect(pause(watched: true, count: 17, after: .seconds(5)) == .seconds(1))
  }
}
