import HeadwayModel
import HeadwayLink
import HeadwaySystem
import TestSupport
import Testing

@testable import HeadwayHub

extension HubTests {
  /// Earlier runs, from the record of a real hub.
  @Suite struct HistoryTests {
    @Test("a run is foreseen by the one before it")
    func aRunIsForeseenByTheOneBeforeIt() async throws {
      try await withHub { bed in
        let first = bed.worker(for: .a, secondsAgo: 100)
        try first.step(until: "a number") { first.number != nil }
        first.end(TaskEnding(reason: .completed), now: SystemClocks.awake)
        try first.step(until: "the end is settled") { first.isSettled }
        let second = bed.worker(for: .b, secondsAgo: 20)
        second.report(.done(1, of: 10))
        try second.step(until: "a number") { second.number != nil }
        let client = try bed.command()
        try eventually("its end is foreseen") {
          let progress = try client.list(all: false).last?.progress
          return progress?.etaConfidence == .approximate
            && progress?.eta.map { (70...80).contains($0.components.seconds) } == true
        }
      }
    }

    @Test("a short job that never shows a percent has an ETA within a second")
    func aShortJobThatNeverShowsAPercentHasAnEtaWithinASecond() async throws {
      try await withHub { bed in
        let first = bed.worker(for: .a, secondsAgo: 15)
        try first.step(until: "a number") { first.number != nil }
        first.end(TaskEnding(reason: .completed), now: SystemClocks.awake)
        try first.step(until: "the end is settled") { first.isSettled }
        let second = bed.worker(for: .b, secondsAgo: 0)
        try second.step(until: "a number") { second.number != nil }
        let client = try bed.command()
        try eventually("its end is foreseen before fifteen seconds have passed") {
          let task = try client.list(all: false).last
          return task?.progress.etaConfidence == .approximate
            && task?.progress.eta.map { (8...15).contains($0.components.seconds) } == true
        }
      }
    }
  }
}

extension HubBed {
  fileprivate func worker(for key: TaskKey, secondsAgo: Int) -> WorkerLink {
    var task = TaskDescription(key: key, title: "Export")
    task.identifier = "com.example.export"
    task.startedAt = HubClock.now.wall.advanced(by: .seconds(-secondsAgo))
    return WorkerLink(task: task, paths: paths, isSupervisor: false, mayStartHub: false)
  }
}
