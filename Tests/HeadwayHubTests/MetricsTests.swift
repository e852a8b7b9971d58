import HeadwayHubCore
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import TestSupport
import Testing

@testable import HeadwayHub

extension HubTests {
  /// Numbers of a real hub, with a real record.
  @Suite struct MetricsTests {
    @Test("a new hub knows the last run of an identifier from the record")
    func aNewHubKnowsTheLastRun() async throws {
      try await withHub { bed in
        for (key, ending) in [
          (TaskKey.a, TaskEnding(reason: .completed, status: .code(0))),
          (.b, TaskEnding(reason: .failed, status: .code(4))),
        ] {
          let worker = worker(for: key, in: bed)
          try worker.step(until: "a number") { worker.number != nil }
          worker.end(ending, now: SystemClocks.awake)
          try worker.step(until: "the end is settled") { worker.isSettled }
        }
        await bed.stop()
        bed.settings.core.keepEnded = .zero
        try await bed.start()
        let text = try bed.command().metrics(in: .prometheus)
        #expect(text.contains(#"headway_run_last_exit_code{id="backup"} 4"#))
        #expect(text.contains(#"headway_run_last_success_timestamp_seconds{id="backup"} "#))
        #expect(text.contains(#"headway_task_ended_total{reason="failed"} 0"#), "ends of before")
      }
    }

    @Test("the file is written at the start and at ends, and says that the hub left")
    func theFile() async throws {
      try await withHub { bed in
        let path = bed.directory + "/headway.prom"
        await bed.stop()
        bed.settings.metricsFile = path
        try await bed.start()
        func has(_ line: String) -> Bool {
          let bytes = try? DurableFile.read(path, byteLimit: 1 << 20)
          return String(decoding: bytes ?? [], as: UTF8.self).contains(line + "\n")
        }
        try eventually("the file of the start") { has("headway_hub_up 1") }
        let worker = worker(for: .a, in: bed)
        try worker.step(until: "a number") { worker.number != nil }
        worker.end(TaskEnding(reason: .completed), now: SystemClocks.awake)
        try worker.step(until: "the end is settled") { worker.isSettled }
        try eventually("the end is in the file") {
          has(#"headway_task_ended_total{reason="completed"} 1"#)
        }
        await bed.stop()
        #expect(has("headway_hub_up 0"))
        #expect(bed.names(in: bed.directory).filter { $0.hasSuffix(".new") } == [])
      }
    }

    private func worker(for key: TaskKey, in bed: HubBed) -> WorkerLink {
      var task = TaskDescription(key: key, title: "Backup")
      task.identifier = "backup"
      task.startedAt = HubClock.now.wall.advanced(by: .seconds(-3))
      return WorkerLink(task: task, paths: bed.paths, isSupervisor: false, mayStartHub: false)
    }
  }
}
