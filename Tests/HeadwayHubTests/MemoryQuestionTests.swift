import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import TestSupport
import Testing

@testable import HeadwayHub

extension HubTests {
  /// The kernel says that programs wait for memory: the hub measures, and asks.
  @Suite struct MemoryQuestionTests {
    /// A command of 64 MiB below this process, which stands for its supervisor.
    private func withCommand(_ body: () async throws -> Void) async throws {
      let request = SpawnRequest(
        path: "python3",
        arguments: ["python3", "-c", "held = b'x' * (64 << 20); import time; time.sleep(60)"],
        environment: OwnProcess.environment)
      let process = try request.spawn()
      defer {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
      }
      try eventually("64 MiB") {
        (ProcessStat(process: process)?.residentPages ?? 0) > (64 << 20) / 4096
      }
      try await body()
    }

    private func settings(limit: Int64, _ policy: MemoryPolicy) -> HubEngineSettings {
      var settings = HubEngineSettings()
      settings.memoryLimit = limit
      settings.core.memoryPolicy = policy
      settings.core.stallLimits.countdown = .milliseconds(200)
      return settings
    }

    @Test("a command that uses the memory is asked about, with the figure and without a countdown")
    func asks() async throws {
      try await withCommand {
        try await withHub(settings(limit: 512 << 20, .ask)) { bed in
          let picture = try Picture(bed.paths)
          let worker = bed.worker(.a, isSupervisor: true)
          try worker.step(until: "a number") { worker.number != nil }
          bed.server?.noteMemoryPressure()
          try picture.wait(for: .a, "a question about memory") {
            $0.stall.kind == .memory && $0.stall.memoryBytes ?? 0 > 64 << 20
              && $0.stall.expiresIn == nil
              && $0.question()?.hasPrefix("The system is low on memory. Keep Export") == true
          }
        }
      }
    }

    @Test("with the policy \"end\" the task is told to stop once the countdown is over")
    func ends() async throws {
      try await withCommand {
        try await withHub(settings(limit: 512 << 20, .end)) { bed in
          let picture = try Picture(bed.paths)
          let worker = bed.worker(.a, isSupervisor: true)
          try worker.step(until: "a number") { worker.number != nil }
          bed.server?.noteMemoryPressure()
          try picture.wait(for: .a, "the end of the countdown") { $0.state == .cancelling }
        }
      }
    }
  }
}
