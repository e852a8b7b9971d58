import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct MarkTests {
  private let tasks = [
    task(1, "Copy") { $0.worker.isPausable = true }, task(2, "Scan"),
    task(3, "Train") { ($0.worker.isPausable, $0.state) = (true, .paused) },
    ended(4, "Fetch", .lost),
  ]

  @Test("an action is for all marked cards that it can be for, and marks go with a cancel")
  func actions() {
    var model = MonitorModel(80, 24, tasks)
    model.press("mmmm")
    #expect(model.marked.count == 4)
    #expect(model.press(" ") == [.pause(key(1))])
    #expect(model.press("r") == [.restart(key(4))])
    model.press("c")
    #expect(model.screen().contains("Cancel 3 tasks?"))
    model.press("y")
    #expect(model.marked.isEmpty)
    let due = Moment.start.advanced(by: .seconds(2))
    #expect(
      model.happen(.tick, at: due) == [1, 2, 3].map { .cancel(key($0), force: false) })
  }

  @Test("a prompt is for those that still run")
  func promptOfThoseThatRun() {
    var model = MonitorModel(80, 24, tasks)
    model.press("mmc")
    #expect(model.screen().contains("Cancel 2 tasks?"))
    model.happen(.taskChanged(ended(2, "Scan", .completed)))
    #expect(model.screen().contains("Cancel 1 'Copy'?"))
    model.happen(.taskChanged(ended(1, "Copy", .completed)))
    #expect(model.mode == .cards)
  }

  @Test("a mark is seen beside the selection, goes with Esc, and with its task")
  func seen() {
    var model = MonitorModel(60, 8, tasks)
    model.press("m")
    let lines = model.screen().split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix(" ◆▶ 1  Copy") })
    #expect(lines.contains { $0.hasPrefix("▌ ▶ 2  Scan") })
    model.happen(.keyPressed(.escape))
    #expect(model.marked.isEmpty && !model.screen().contains("◆"))
    model.press("m")
    model.happen(.taskRemoved(key(2)))
    #expect(model.marked.isEmpty)
  }

  @Test("a marked card that the filter hides isn't acted on")
  func hidden() {
    var model = MonitorModel(80, 24, tasks)
    model.press("mm/Scan")
    model.happen(.keyPressed(.enter))
    model.press("c")
    #expect(model.screen().contains("Cancel 2 'Scan'?"))
  }

  @Test("what has ended is restarted by its key; what runs isn't")
  func restart() {
    var model = MonitorModel(80, 24, tasks)
    #expect(model.press("r") == [])
    #expect(model.press("Gr") == [.restart(key(4))])
  }

  @Test("a restart is offered only for what the hub can restart")
  func restartOffered() {
    var submitted = ended(5, "Train", .failed)
    submitted.isRestartable = true
    var model = MonitorModel(80, 24, [ended(4, "Fetch", .lost), submitted])
    #expect(!model.screen().contains("r restart"))
    model.press("j")
    model.happen(.keyPressed(.enter))
    #expect(model.screen().contains("r restart") && model.screen().contains("[r] restart"))
  }

  @Test("M marks all that are shown, the header counts them, and Esc clears them")
  func all() {
    var model = MonitorModel(80, 24, tasks)
    model.press("M")
    #expect(model.marked.count == 4 && model.screen().contains("4 marked"))
    model.press("M")
    #expect(model.marked.isEmpty)
    model.press("/copy")
    model.happen(.keyPressed(.enter))
    model.press("M")
    #expect(model.marked == [key(1)])
    model.happen(.keyPressed(.escape))
    #expect(model.marked.isEmpty && !model.screen().contains("marked"))
  }

  @Test("V marks the cards between its start and the selection, in either direction")
  func range() {
    var model = MonitorModel(80, 24, tasks)
    model.press("jVj")
    #expect(model.marked == [key(2), key(3)])
    model.press("kk")
    #expect(model.marked == [key(1), key(2)])
    model.press("V")
    model.press("G")
    #expect(model.marked == [key(1), key(2)])
    model.happen(.keyPressed(.escape))
    #expect(model.marked.isEmpty && model.markRange == nil)
    model.press("gmVj")
    model.happen(.taskRemoved(key(2)))
    #expect(model.markRange == nil || model.marked.isSubset(of: [key(1), key(3), key(4)]))
  }
}
