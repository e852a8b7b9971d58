import Synchronization
import Testing

@testable import Headway

@Suite struct HeartbeatTests {
  @Test func itBeatsGivesWayAndBeginsAgain() async throws {
    let task = unheardTask(total: 1000)
    let heartbeat = Heartbeat(of: task, upTo: 100, every: .milliseconds(1))
    await heartbeat.start()
    await heartbeat.start()
    try await until { task.estimated > 20 }
    task.completed = 50
    try await until { task.estimated < 10 }
    await heartbeat.finish()
    #expect(task.estimated == 0)
    await heartbeat.start()
    try await until { task.estimated > 2 }
    await heartbeat.finish()
    await heartbeat.finish()
    #expect(task.estimated == 0 && task.completed == 50)
    task.end()
  }

  @Test func withoutABoundaryThereIsOnlyTheSignOfLife() async throws {
    let task = unheardTask()
    let heartbeat = Heartbeat(of: task, every: .milliseconds(1))
    await heartbeat.start()
    try await until { task.pulse.beats.load(ordering: .relaxed) > 5 }
    #expect(task.estimated == 0)
    await heartbeat.finish()
    task.end()
  }

  private func until(_ condition: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while !condition() {
      try #require(ContinuousClock.now < deadline, "waited in vain")
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
