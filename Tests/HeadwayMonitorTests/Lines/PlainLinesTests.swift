import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct PlainLinesTests {
  private func lines(
    _ events: [MonitorEvent], _ filter: TaskQuery = .everything
  ) -> [String] {
    var plain = PlainLines(filter)
    return events.flatMap { plain.lines(for: $0, at: Moment.start.wall) }
  }

  private func percent(_ percent: Int64) -> MonitorEvent {
    .taskChanged(task(7, "Nightly backup") { $0.measure(percent, of: 100, "files") })
  }

  @Test("a task from its start to its end")
  func life() {
    let events: [MonitorEvent] = [
      .taskChanged(task(7, "Nightly backup", .queued) { $0.terms.blockedOn = "gpu" }),
      percent(0), percent(9), percent(10), percent(19), percent(42), percent(42),
      .taskChanged(task(7, "Nightly backup", .paused) { $0.measure(42, of: 100) }),
      .taskChanged(ended(7, "Nightly backup", .failed, status: .code(2))),
      .taskChanged(ended(7, "Nightly backup", .failed, status: .code(2))),
      .taskRemoved(key(7)),
    ]
    #expect(
      lines(events) == [
        "7 Nightly backup: queued, waits for gpu",
        "7 Nightly backup: running",
        "7 Nightly backup: 10% (10/100 files)",
        "7 Nightly backup: 42% (42/100 files)",
        "7 Nightly backup: paused",
        "7 Nightly backup: failed with exit code 2 (4m10s)",
      ])
  }

  @Test("waiting for input, and with nobody left who could give it")
  func waiting() {
    let waits = MonitorEvent.taskChanged(task(7, "vim") { $0.waitingForInput = .input })
    let orphan = MonitorEvent.taskChanged(
      task(8, "vim") { ($0.waitingForInput, $0.worker.foreground) = (.input, false) })
    #expect(
      lines([waits, waits, orphan]) == [
        "7 vim: waiting for your input",
        "8 vim: waiting for your input, but its terminal is gone",
      ])
  }

  @Test("a question is asked once, with the way to answer it")
  func question() {
    let stalled = MonitorEvent.taskChanged(task(7, "Nightly backup") { $0.stall() })
    #expect(
      lines([percent(16), stalled, stalled]) == [
        "7 Nightly backup: running",
        "7 Nightly backup is 16% complete and has not advanced for 45 s. Continue or stop?"
          + " (headway answer 7 continue|stop)",
      ])
  }

  @Test("what was over before is no news, what ended meanwhile is")
  func snapshot() {
    let over = ended(3, "Build images", .completed)
    #expect(
      lines([
        .linkChanged(.connected), .snapshotStarted(), .taskChanged(over), percent(0),
        .snapshotEnded(), .linkChanged(.reconnecting), .linkChanged(.connected), .snapshotStarted(),
        .taskChanged(over), .taskChanged(ended(7, "Nightly backup", .lost)), .snapshotEnded(),
      ]) == [
        "7 Nightly backup: running",
        "hub gone, reconnecting",
        "connected again",
        "7 Nightly backup: lost: outcome unknown (4m10s)",
      ])
  }

  @Test("with a filter only of what matches, and that it doesn't any more")
  func filtered() throws {
    let events: [MonitorEvent] = [
      .taskChanged(task(6, "Export", .queued)), percent(0),
      .taskChanged(task(6, "Export")), .taskChanged(ended(6, "Export", .completed)),
      .taskChanged(ended(7, "Nightly backup", .completed)), percent(50),
    ]
    #expect(
      lines(events, try TaskQuery("state:queued,running -backup")) == [
        "6 Export: queued", "6 Export: running", "6 Export: completed (4m10s)",
      ])
    #expect(lines(events, try TaskQuery("nothing")) == [])
  }

  @Test("what waits at its terminal says so")
  func inputWait() {
    let waiting = task(7, "Login") { $0.waitingForInput = .password }
    #expect(lines([.taskChanged(waiting)]) == ["7 Login: waiting for a password"])
  }
}
