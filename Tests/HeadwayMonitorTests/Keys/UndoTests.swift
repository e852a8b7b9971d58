import HeadwayLanguages
import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct UndoTests {
  private let running = task(7, "Nightly backup")

  @Test("a cancel is asked for, can be taken back for two seconds, and is sent then")
  func cancel() {
    var model = MonitorModel(80, 24, [running])
    #expect(model.press("cy") == [])
    #expect(model.screen().contains("Cancelling 7 'Nightly backup' in 2 s. u: undo"))
    #expect(model.nextTick(at: .start) == .seconds(1))
    let second = Moment.start.advanced(by: .seconds(1))
    #expect(model.happen(.tick, at: second) == [])
    #expect(model.screen(at: second).contains("Cancelling 7 'Nightly backup' in 1 s. u: undo"))
    let almost = Moment.start.advanced(by: .milliseconds(1999))
    #expect(model.happen(.tick, at: almost) == [])
    let due = Moment.start.advanced(by: .seconds(2))
    #expect(model.happen(.tick, at: due) == [.cancel(running.card, force: false)])
    #expect(model.happen(.tick, at: due) == [])
    #expect(!model.screen(at: due).contains("undo"))
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
    #expect(model.press("q") == [.cancel(running.card, force: false), .quit])
    #expect(model.happen(.leaving) == [])
    var other = MonitorModel(80, 24, [running])
    other.press("cy")
    #expect(other.happen(.leaving) == [.cancel(running.card, force: false)])
  }

  @Test("what has ended by then isn't cancelled, and what the hub forgot doesn't come back")
  func endedSince() {
    var model = MonitorModel(80, 24, [running, ended(1, "Copy", .completed)])
    model.press("cy")
    model.happen(.taskChanged(ended(7, "Nightly backup", .completed)))
    #expect(model.happen(.tick, at: Moment.start.advanced(by: .seconds(2))) == [])
    model.press("Gx")
    #expect(model.cards.count == 1)
    for gone in [1, 7] where model.cards[key(gone)] == nil { model.happen(.taskRemoved(key(gone))) }
    model.press("u")
    #expect(model.cards.count == 1)
  }

  @Test("a hub that restarts gets it within ten seconds")
  func restartingHub() {
    var model = MonitorModel(80, 24, [running])
    model.press("cy")
    model.happen(.linkChanged(.reconnecting))
    let later = Moment.start.advanced(by: .seconds(9))
    let waiting = model.happen(.tick, at: later)
    #expect(waiting == [] && model.nextTick(at: later) == .seconds(3))
    #expect(model.screen().contains("No hub answers; waiting for it. u: undo"))
    let commands = model.happen(.linkChanged(.connected), at: later)
    #expect(commands.contains(.cancel(running.card, force: false)))
  }

  @Test(
    "a hub that doesn't come back, and one that was stopped, get nothing, and the footer says so",
    arguments: [(LinkState.reconnecting, 12), (.goodbye, 2)])
  func noHub(_ link: LinkState, _ seconds: Int) {
    var model = MonitorModel(80, 24, [running])
    model.press("cy")
    model.happen(.linkChanged(link))
    let late = Moment.start.advanced(by: .seconds(seconds))
    let sent = model.happen(.tick, at: late)
    #expect(sent == [] && model.held.isEmpty)
    #expect(model.screen().contains("No hub runs: nothing was sent"))
    let commands = model.happen(.linkChanged(.connected), at: late)
    #expect(!commands.contains(.cancel(running.card, force: false)))
  }

  @Test("a hub that refuses the monitor isn't called missing")
  func refusingHub() {
    var model = MonitorModel(80, 24, [running])
    model.happen(.linkChanged(.refused("another version")))
    model.press("c")
    #expect(model.screen().contains("The hub refuses this monitor: nothing was sent."))
  }

  @Test("with a hub that was stopped every key for a task says that nothing was sent")
  func keysWithoutHub() {
    for keys in ["c", " ", "C"] {
      var model = MonitorModel(80, 24, [running])
      model.happen(.linkChanged(.goodbye))
      let sent = model.press(keys)
      #expect(sent == [] && model.prompt == nil)
      #expect(model.screen().contains("No hub runs: nothing was sent"), "\(keys)")
    }
  }

  @Test("what was dismissed comes back")
  func dismissed() {
    let over = [ended(1, "Copy", .completed), ended(2, "Scan", .lost)]
    var model = MonitorModel(80, 24, over)
    model.press("mmx")
    #expect(model.cards.isEmpty)
    #expect(model.screen().contains("Dismissed 2 tasks. u: undo"))
    model.press("u")
    #expect(model.cards.count == 2)
    model.happen(.snapshotStarted())
    for task in over { model.happen(.taskChanged(task)) }
    model.happen(.snapshotEnded())
    #expect(model.cards.count == 2)
  }

  @Test("a stop is held like a cancel, and u takes it back")
  func stop() {
    let stalled = task(7, "Backup") { $0.stall() }
    var model = MonitorModel(80, 24, [stalled])
    #expect(model.press("n") == [])
    #expect(model.screen().contains("Stopping 7 'Backup' in 2 s. u: undo"))
    model.press("u")
    #expect(model.screen().contains("7 'Backup': not stopped"))
    let due = Moment.start.advanced(by: .seconds(2))
    #expect(model.happen(.tick, at: due) == [])
    model.press("n")
    #expect(model.happen(.tick, at: due) == [.answer(key(7), .stop)])
  }

  @Test("a stop isn't sent once the task goes on by itself")
  func stopTooLate() {
    var model = MonitorModel(80, 24, [task(7, "Backup") { $0.stall() }])
    model.press("n")
    model.happen(.taskChanged(task(7, "Backup")))
    #expect(model.happen(.tick, at: Moment.start.advanced(by: .seconds(2))) == [])
  }

  @Test("a dismissal is acknowledged once nobody can undo it, and when the monitor ends")
  func acknowledgement() {
    var model = MonitorModel(80, 24, [running, ended(1, "Copy", .completed)])
    #expect(model.press("Gx") == [])
    #expect(model.happen(.tick, at: Moment.start.advanced(by: .seconds(7))) == [])
    let due = Moment.start.advanced(by: .seconds(8))
    #expect(model.happen(.tick, at: due) == [.acknowledge([key(1)])])
    #expect(model.happen(.leaving) == [])
    var other = MonitorModel(80, 24, [running, ended(1, "Copy", .completed)])
    other.press("Gx")
    #expect(other.happen(.leaving) == [.acknowledge([key(1)])])
  }

  @Test("A dismisses every ended task that is listed")
  func dismissAll() {
    let over = [ended(1, "Copy", .completed), ended(2, "Scan", .lost)]
    var model = MonitorModel(80, 24, over + [running])
    #expect(model.press("A") == [])
    #expect(model.cards.count == 1 && model.screen().contains("Dismissed 2 tasks. u: undo"))
    #expect(
      model.press("q") == [.acknowledge([key(2), key(1)]), .quit]
        || model.cards.count == 1)
  }

  @Test("Esc takes back a cancel or a stop before it does anything else")
  func escape() {
    let due = Moment.start.advanced(by: .seconds(2))
    var model = MonitorModel(80, 24, [task(7, "Backup") { $0.stall() }])
    model.press("n")
    model.happen(.keyPressed(.escape))
    #expect(model.screen().contains("7 'Backup': not stopped"))
    model.press("/Back")
    model.happen(.keyPressed(.enter))
    model.press("cy")
    model.happen(.keyPressed(.escape))
    #expect(model.screen().contains("7 'Backup': not cancelled") && model.isFiltered)
    #expect(model.happen(.tick, at: due) == [])
    model.happen(.keyPressed(.escape))
    #expect(!model.isFiltered)
  }

  @Test("Esc leaves a dismissal as it is")
  func escapeAfterDismissal() {
    var model = MonitorModel(80, 24, [running, ended(1, "Copy", .completed)])
    model.press("Gx")
    model.happen(.keyPressed(.escape))
    #expect(model.cards.count == 1 && model.held.count == 1)
    model.press("gcy")
    model.happen(.keyPressed(.escape))
    #expect(model.cards.count == 1 && model.held.count == 1)
    model.press("u")
    #expect(model.cards.count == 2)
  }

  @Test("on a tiny screen a line names the task, the time and the key")
  func tiny() {
    var model = MonitorModel(20, 5, [task(7, "Backup") { $0.stall() }])
    let lines = ["n", "u", "cy", "u"].map { keys -> String? in
      model.press(keys)
      return render(model, at: .start).lines.last
    }
    #expect(
      lines == ["Stop 7 in 2 s  u", "Not stopped: 7", "Cancel 7 in 2 s  u", "Not cancelled: 7"])
    let japanese = MessageCatalog.japanese.during {
      ["n", "u", "cy", "u"].map { keys -> String? in
        model.press(keys)
        return render(model, at: .start).lines.last
      }
    }
    #expect(
      japanese == ["停止まで2秒: 7  u", "停止を中止: 7", "取消まで2秒: 7  u", "取消を中止: 7"])
  }
}
