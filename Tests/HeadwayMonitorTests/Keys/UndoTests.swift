import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct UndoTests {
  private let running = task(7, "Nightly backup")

  @Test("a cancel is asked for, can be taken back for two seconds, and is sent then")
  func cancel() {
    var model = MonitorModel(80, 24, [running])
    #expect(model.press("cy") == [])
    #expect(model.screen().contains("Cancelling 7 'Nightly backup' in 2 s. u takes it back"))
    #expect(model.nextTick(at: .start) == .seconds(2))
    let almost = Moment.start.advanced(by: .milliseconds(1999))
    #expect(model.happen(.tick, at: almost) == [])
    let due = Moment.start.advanced(by: .seconds(2))
    #expect(model.happen(.tick, at: due) == [.cancel(running.key, force: false)])
    #expect(model.happen(.tick, at: due) == [])
    #expect(!model.screen(at: due).contains("takes it back"))
  }

  @Test("what is taken back is never sent, also when the monitor ends")
  func takenBack() {
    var model = MonitorModel(80, 24, [running])
    #expect(model.press("cyu") == [])
    #expect(model.screen().contains("7 'Nightly backup': not cancelled"))
    #expect(model.happen(.tick, at: Moment.start.advanced(by: .seconds(5))) == [])
    #expect(model.press("q") == [.quit])
    #expect(model.happen(.leaving) == [])
  }

  @Test("a cancel that was confirmed is sent when the monitor ends before it was due")
  func endOfTheMonitor() {
    var model = MonitorModel(80, 24, [running])
    model.press("cy")
    #expect(model.press("q") == [.cancel(running.key, force: false), .quit])
    #expect(model.happen(.leaving) == [])
    var other = MonitorModel(80, 24, [running])
    other.press("cy")
    #expect(other.happen(.leaving) == [.cancel(running.key, force: false)])
  }

  @Test("what has ended by then isn't cancelled, and what the hub forgot doesn't come back")
  func endedSince() {
    var model = MonitorModel(80, 24, [running, ended(1, "Copy", .completed)])
    model.press("cy")
    model.happen(.taskChanged(ended(7, "Nightly backup", .completed)))
    #expect(model.happen(.tick, at: Moment.start.advanced(by: .seconds(2))) == [])
    model.press("Gx")
    let gone = model.lastDismissed.map(\.key)
    gone.forEach { model.happen(.taskRemoved($0)) }
    model.press("u")
    #expect(gone.count == 1 && model.cards.count == 1)
  }

  @Test("without a hub it waits for the next one")
  func noHub() {
    var model = MonitorModel(80, 24, [running])
    model.press("cy")
    model.happen(.linkChanged(.reconnecting))
    let later = Moment.start.advanced(by: .seconds(60))
    #expect(model.happen(.tick, at: later) == [] && model.nextTick(at: later) == nil)
    let commands = model.happen(.linkChanged(.connected), at: later)
    #expect(commands.contains(.cancel(running.key, force: false)))
  }

  @Test("what was dismissed comes back")
  func dismissed() {
    let over = [ended(1, "Copy", .completed), ended(2, "Scan", .lost)]
    var model = MonitorModel(80, 24, over)
    model.press("mmx")
    #expect(model.cards.isEmpty)
    #expect(model.screen().contains("Dismissed 2 tasks. u brings it back"))
    model.press("u")
    #expect(model.cards.count == 2)
    model.happen(.snapshotStarted)
    for task in over { model.happen(.taskChanged(task)) }
    model.happen(.snapshotEnded)
    #expect(model.cards.count == 2)
  }
}
