import Synchronization
import Testing

@testable import Headway

/// What each beat does; that they come by themselves is for the end-to-end tests.
@Suite struct HeartbeatTests {
  @Test("it gives way and begins again")
  func itGivesWayAndBeginsAgain() async {
    let task = unheardTask(total: 1000)
    let heartbeat = Heartbeat(of: task, upTo: 100, every: .seconds(3600))
    await heartbeat.start()
    await heartbeat.start()
    await beat(heartbeat, times: 20)
    #expect(task.estimated == 20)
    task.completed = 50
    await beat(heartbeat, times: 5)
    #expect(task.estimated == 5)
    await heartbeat.finish()
    #expect(task.estimated == 0)
    await heartbeat.start()
    await beat(heartbeat, times: 3)
    #expect(task.estimated == 3)
    await heartbeat.finish()
    await heartbeat.finish()
    #expect(task.estimated == 0 && task.completed == 50)
  }

  @Test("it never reaches the boundary")
  func itNeverReachesTheBoundary() async {
    let task = unheardTask(total: 40)
    let heartbeat = Heartbeat(of: task, every: .seconds(3600))
    await heartbeat.start()
    await beat(heartbeat, times: 200)
    #expect(task.estimated > 20 && task.estimated < 40)
    await heartbeat.finish()
  }

  @Test("once finished it doesn't beat")
  func onceFinishedItDoesNotBeat() async {
    let task = unheardTask(total: 40)
    let heartbeat = Heartbeat(of: task, every: .seconds(3600))
    await beat(heartbeat, times: 3)
    #expect(task.estimated == 0 && task.pulse.beats.load(ordering: .relaxed) == 0)
  }

  @Test("without a boundary there is only the sign of life")
  func withoutABoundaryThereIsOnlyTheSignOfLife() async {
    let task = unheardTask()
    let heartbeat = Heartbeat(of: task, every: .seconds(3600))
    await heartbeat.start()
    await beat(heartbeat, times: 3)
    #expect(task.estimated == 0 && task.pulse.beats.load(ordering: .relaxed) == 3)
    await heartbeat.finish()
  }

  private func beat(_ heartbeat: Heartbeat, times: Int) async {
    for _ in 0..<times { await heartbeat.beat() }
  }
}
