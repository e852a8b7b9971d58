import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// A wrong key does no harm, and says why it does nothing.
@Suite struct SafeKeyTests {
  private let running = task(7, "Nightly backup")

  @Test("r asks before a task that succeeded runs again; R doesn't")
  func restart() {
    let done = ended(1, "Copy", .completed)
    var model = MonitorModel(80, 24, [done])
    #expect(model.press("r") == [])
    #expect(model.screen().contains("Restart 1 'Copy'? It succeeded."))
    #expect(model.press("n") == [])
    #expect(model.press("ry") == [.restart(done.card)])
    #expect(model.press("R") == [.restart(done.card)])
    var failed = MonitorModel(80, 24, [ended(2, "Scan", .failed)])
    #expect(failed.press("r") == [.restart(key(2))])
  }

  @Test("after a filter n and N go through the matches")
  func matches() {
    var model = MonitorModel(
      80, 24, [task(1, "make a"), task(2, "sync"), task(3, "make b"), task(4, "make c")])
    model.press("/make")
    model.happen(.keyPressed(.enter))
    let titles = "nnnNN".map { key -> String in
      model.press(String(key))
      return model.selected?.task.title.string ?? ""
    }
    #expect(titles == ["make b", "make c", "make a", "make c", "make b"])
  }

  @Test("where n could mean the next match or the answer, it asks")
  func ambiguous() {
    let stalled = task(7, "make") { $0.stall() }
    var model = MonitorModel(80, 24, [stalled, task(8, "make too")])
    model.press("/make")
    model.happen(.keyPressed(.enter))
    #expect(model.press("n") == [])
    #expect(model.screen().contains("Stop 7 'make'?"))
    #expect(model.press("n") == [] && model.mode == .cards && model.held.isEmpty)
    #expect(model.press("ny") == [])
    #expect(model.screen().contains("Stopping 7 'make' in 2 s."))
  }

  @Test("an answer needs the card of the question to be selected")
  func answerNeedsSelection() {
    let stalled = task(7, "Backup") { $0.stall() }
    var model = MonitorModel(80, 24, [stalled, task(8, "Copy")])
    model.press("mj")
    #expect(model.selected?.key == key(8) && model.marked == [key(7)])
    #expect(model.press("y") == [] && model.press("n") == [])
    #expect(model.screen().contains("Nothing to answer. Tab: next question"))
  }

  @Test(
    "what can't be done says why",
    arguments: [
      ("y", "Nothing to answer: no task asks."), ("a", "7 has no terminal to attach to. l: output"),
      (" ", "7 can't be paused: its program has no way to."), ("x", "7 hasn't ended. c: cancel"),
      ("r", "7 hasn't ended. c: cancel"), ("A", "No task has ended."), ("u", "Nothing to undo."),
      ("N", "No filter. /: filter"), ("h", "No task has ended."),
      ("z", "z does nothing here. ?: keys"),
    ])
  func refusals(key: String, words: String) {
    var model = MonitorModel(80, 24, [running])
    #expect(model.press(key) == [])
    #expect(model.screen().contains(words))
    model.press("j")
    #expect(!model.screen().contains(words))
  }

  @Test("an ended task, one that is being cancelled and an empty list say so too")
  func otherRefusals() {
    var over = MonitorModel(80, 24, [ended(3, "Copy", .lost)])
    over.press("c")
    #expect(over.screen().contains("3 has ended."))
    over.press("a")
    #expect(over.screen().contains("3 has ended. l: output"))
    var cancelled = MonitorModel(80, 24, [task(4, "Copy", .cancelling)])
    cancelled.press("c")
    #expect(cancelled.screen().contains("4 is being cancelled. C: kill now"))
    var empty = MonitorModel(80, 24, [])
    empty.press("m")
    #expect(empty.screen().contains("No task is listed."))
  }

  @Test("the countdown of a question is on the card at every size")
  func countdown() {
    let stalled = task(7, "Backup") { $0.stall(expiresIn: .seconds(42)) }
    for (columns, rows) in [(80, 24), (60, 12), (80, 5), (40, 10), (20, 5)] {
      let model = MonitorModel(columns, rows, [stalled])
      #expect(model.screen().contains("42"), "\(columns)x\(rows)\n\(model.screen())")
    }
  }

  @Test("a cancelled card says when its command is killed, and which key kills it now")
  func killedIn() {
    let cancelled = task(7, "Backup", .cancelling) { $0.worker.killedIn = .seconds(3) }
    var model = MonitorModel(80, 24, [cancelled])
    #expect(model.screen().contains("cancelling · killed in 3 s; C kills now"))
    let later = Moment.start.advanced(by: .seconds(2))
    model.happen(.tick, at: later)
    #expect(model.screen(at: later).contains("killed in 1 s"))
    #expect(MonitorModel(40, 10, [cancelled]).screen().contains("killed in 3 s"))
    #expect(MonitorModel(20, 5, [cancelled]).screen().contains("kill 3s"))
    let waiting = task(8, "Copy", .cancelling)
    #expect(!MonitorModel(80, 24, [waiting]).screen().contains("killed"))
  }
}
