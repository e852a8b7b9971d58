import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct LinkTests {
  private let tasks = (1...50).map { task($0, "Task \($0)") { $0.elapsed = .seconds(5) } }

  @Test("the tasks in view and their neighbours are of interest")
  func interest() {
    var model = MonitorModel()
    model.happen(.resized(CanvasSize(columns: 80, rows: 9)))
    model.happen(.linkChanged(.connected))
    model.happen(.snapshotStarted())
    for task in tasks { #expect(model.happen(.taskChanged(task)) == []) }
    #expect(model.happen(.snapshotEnded()) == [interest(in: 1...8, selected: 1)])
  }

  private func interest(in view: ClosedRange<Int>, selected: Int) -> MonitorCommand {
    .setInterest(MonitorInterest(view: view.map(taskKey), selected: taskKey(selected)))
  }

  @Test("interest is stated when what is in view changes, and only then")
  func interestChanges() {
    var model = MonitorModel(80, 9, tasks)
    #expect(model.pressAndLook("j") == [interest(in: 1...8, selected: 2)])
    #expect(model.pressAndLook("?") == [])
    #expect(model.happen(.taskChanged(tasks[30])) == [])
    #expect(model.pressAndLook("?G") == [interest(in: 43...50, selected: 50)])
    #expect(
      model.happen(.resized(CanvasSize(columns: 80, rows: 5)))
        == [interest(in: 47...50, selected: 50)])
  }

  @Test(
    "where the terminal says that somebody looks, or no longer, the hub is told; also the next one")
  func focus() {
    var model = MonitorModel(80, 24, [task(1, "Old")])
    for isFocused in [true, false] {
      let looks = MonitorCommand.setInterest(
        MonitorInterest(view: [taskKey(1)], selected: taskKey(1), isFocused: isFocused))
      #expect(model.happen(.focusChanged(isFocused)) == [looks])
      #expect(model.happen(.focusChanged(isFocused)) == [])
      model.happen(.linkChanged(.reconnecting))
      #expect(model.happen(.linkChanged(.connected)) == [looks])
    }
  }

  @Test("the terminal tells its user what the hub says, unless somebody looks by now")
  func told() {
    var model = MonitorModel(80, 24, [task(1, "Old")])
    let notification = NewsNotification(summary: "Old", body: "completed", isUrgent: false)
    #expect(model.happen(.told(notification)) == [.tell(notification)])
    model.happen(.focusChanged(true))
    #expect(model.happen(.told(notification)) == [])
    model.happen(.focusChanged(false))
    #expect(model.happen(.told(notification)) == [.tell(notification)])
  }

  @Test("after a reconnect interest is stated again")
  func interestAfterReconnect() {
    var model = MonitorModel(80, 9, tasks)
    #expect(model.happen(.linkChanged(.reconnecting)) == [])
    #expect(model.happen(.linkChanged(.connected)) == [interest(in: 1...8, selected: 1)])
  }

  @Test("what isn't in the next snapshot is gone when that is whole")
  func snapshotReplaces() {
    var model = MonitorModel(80, 24, [task(1, "Old"), task(2, "Kept")])
    model.press("j")
    model.happen(.snapshotStarted())
    model.happen(.taskChanged(task(2, "Kept")))
    #expect(model.cards.count == 2)
    model.happen(.taskChanged(task(3, "New")))
    model.happen(.snapshotEnded())
    #expect(model.cards[key(1)] == nil)
    #expect(model.cards.count == 2)
    #expect(model.selection == key(2))
  }

  @Test("a snapshot that broke off changes nothing")
  func brokenSnapshot() {
    var model = MonitorModel(80, 24, [task(1, "Old")])
    model.happen(.snapshotStarted())
    model.happen(.linkChanged(.reconnecting))
    model.happen(.snapshotEnded())
    #expect(model.cards.count == 1)
  }

  @Test("while the hub is gone the times stand still")
  func frozen() {
    var model = MonitorModel(80, 24, [tasks[0]])
    model.happen(.linkChanged(.reconnecting), at: .start.advanced(by: .seconds(2)))
    #expect(model.screen(at: .start.advanced(by: .seconds(60))).contains("running · 7s"))
    #expect(model.nextTick(at: .start.advanced(by: .seconds(60))) == nil)
  }

  @Test("a hub that comes back from its record takes no progress back")
  func noStepBack() {
    let ahead = task(1, "Export") { $0.measure(60, of: 100) }
    var model = MonitorModel(80, 24, [ahead])
    let behind = task(1, "Export") { $0.measure(20, of: 100) }
    model.happen(.linkChanged(.reconnecting))
    model.happen(.linkChanged(.connected))
    model.happen(.snapshotStarted())
    model.happen(.taskChanged(behind))
    model.happen(.snapshotEnded())
    #expect(model.cards[key(1)]?.snapshot.progress.completed == 60)
    model.happen(.taskChanged(task(1, "Export") { $0.measure(61, of: 100) }))
    #expect(model.cards[key(1)]?.snapshot.progress.completed == 61)
  }

  @Test("but a hub that stays is right, also where it says less than before")
  func believed() {
    var model = MonitorModel(80, 24, [task(1, "Export") { $0.measure(300, of: 300) }])
    model.happen(.taskChanged(task(1, "Export") { $0.measure(10, of: 10) }))
    #expect(model.cards[key(1)]?.progress.completed == 10)

    model.happen(.linkChanged(.reconnecting))
    model.happen(.linkChanged(.connected))
    model.happen(.snapshotStarted())
    model.happen(.taskChanged(task(1, "Export") { $0.measure(5, of: 10) }))
    model.happen(.snapshotEnded())
    #expect(model.cards[key(1)]?.progress.completed == 10)
    let later = Moment.start.advanced(by: .seconds(11))
    model.happen(.taskChanged(task(1, "Export") { $0.measure(6, of: 10) }), at: later)
    #expect(model.cards[key(1)]?.progress.completed == 6)
  }

  @Test("a step shows what the whole task would")
  func step() throws {
    let before = task(1, "Export") { $0.measure(20, of: 100) }
    let after = task(1, "Export") {
      $0.measure(60, of: 100)
      $0.subtitle = "clip 3"
    }
    let step = try #require(after.step(from: before))
    for expanded in [false, true] {
      var (stepped, whole) = (MonitorModel(80, 24, [before]), MonitorModel(80, 24, [before]))
      if expanded {
        stepped.happen(.keyPressed(.enter))
        whole.happen(.keyPressed(.enter))
      }
      stepped.happen(.tasksStepped([step]))
      whole.happen(.taskChanged(after))
      #expect(stepped.screen() == whole.screen())
      #expect(stepped.screen().contains("clip 3"))
      stepped.happen(.tasksStepped([try #require(before.step(from: after))]))
      #expect(stepped.cards[key(1)]?.snapshot.progress.completed == 20)
    }
  }

  @Test("a step of a task that isn't known is nothing")
  func strayStep() throws {
    var model = MonitorModel(80, 24, [])
    let stray = task(1, "Export") { $0.measure(20, of: 100) }
    model.happen(.tasksStepped([try #require(stray.step(from: stray))]))
    #expect(model.cards.isEmpty)
  }

  @Test("another phase starts afresh, a lower total is believed, and so is an end")
  func notEveryFallIsAStepBack() {
    var model = MonitorModel(80, 24, [task(1, "Export") { $0.measure(60, of: 100) }])
    model.happen(.taskChanged(task(1, "Export") { $0.measure(40, of: 40) }))
    #expect(model.cards[key(1)]?.snapshot.progress.completed == 40)
    let phase = task(1, "Export") {
      $0.measure(1, of: 100)
      $0.progress.phase = "verify"
    }
    model.happen(.taskChanged(phase))
    #expect(model.cards[key(1)]?.snapshot.progress.completed == 1)
    model.happen(.taskChanged(ended(1, "Export", .completed)))
    #expect(model.cards[key(1)]?.snapshot.progress.completed == nil)
  }
}
