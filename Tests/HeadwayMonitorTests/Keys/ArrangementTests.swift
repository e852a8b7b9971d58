import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// What is listed, and in which order.
@Suite struct ArrangementTests {
  private func numbers(_ model: MonitorModel) -> [Int] {
    (0..<model.cards.count).compactMap { model.cards[$0]?.snapshot.number.value }
  }

  @Test("what is pasted is text where some is typed, and nothing elsewhere")
  func pasted() {
    var model = MonitorModel(80, 24, [task(1, "Export")])
    for scalar in "cy q".unicodeScalars { #expect(model.happen(.pasted(scalar)).isEmpty) }
    #expect(model.prompt == nil && model.filterPrompt == nil)
    model.press("/")
    for scalar in "Exp".unicodeScalars { model.happen(.pasted(scalar)) }
    #expect(model.filterPrompt?.text == "Exp")
  }

  @Test("a filter that isn't understood stays open, and says why")
  func wrongFilterKept() {
    var model = MonitorModel(80, 24, [task(1, "Export")])
    model.press("/state:bogus")
    model.happen(.keyPressed(.enter))
    #expect(model.filterPrompt?.text == "state:bogus")
    model.happen(.keyPressed(.escape))
    #expect(model.filterPrompt == nil)
  }

  @Test("a filter works while it is typed, and says what is wrong with it")
  func filter() {
    var model = MonitorModel(100, 24, assorted)
    model.press("/")
    #expect(model.mode == .filter)
    model.press("back")
    #expect(numbers(model) == [7])
    #expect(model.screen().contains("/back"))
    for _ in 0..<4 { model.happen(.keyPressed(.backspace)) }
    model.press("state:")
    #expect(numbers(model).count == 8)
    #expect(model.screen().contains("state: isn't understood; write one of live"))
    model.press("queued")
    #expect(numbers(model) == [11])
    model.happen(.keyPressed(.enter))
    #expect(model.mode == .cards)
    #expect(model.screen().contains("/state:queued"))
    #expect(model.screen().contains("1 queued"), "the counts are of all")
  }

  @Test("Esc while typing brings back what was before; afterwards it ends the filter")
  func escape() {
    var model = MonitorModel(80, 24, assorted)
    model.press("/Run")
    model.happen(.keyPressed(.enter))
    model.press("/ zzz")
    #expect(model.cards.isEmpty)
    #expect(model.screen().contains("No task matches the filter."))
    model.happen(.keyPressed(.escape))
    #expect(numbers(model) == [4])
    model.happen(.keyPressed(.escape))
    #expect(numbers(model).count == 8)
  }

  @Test("what a filter found stays selected once the filter is gone")
  func found() {
    var model = MonitorModel(80, 24, assorted)
    model.press("/Run")
    model.happen(.keyPressed(.enter))
    model.happen(.keyPressed(.escape))
    #expect(model.selected?.task.title == "Run tests")
  }

  @Test("keys that do something elsewhere are text in a filter; arrows still move")
  func typing() {
    var model = MonitorModel(80, 24, assorted)
    #expect(model.press("/qcC y") == [])
    #expect(model.filterPrompt?.text == "qcC y")
    model.happen(.keyPressed(.control("u")))
    #expect(model.filterPrompt?.text == "")
    model.happen(.keyPressed(.down))
    #expect(model.selectedIndex == 1)
  }

  @Test(
    "what comes to match is listed, what no longer does leaves; the selection stays in the list")
  func changes() {
    var model = MonitorModel(80, 24, [task(1, "Copy"), task(2, "Scan", .queued)])
    model.press("/state:running")
    model.happen(.keyPressed(.enter))
    #expect(numbers(model) == [1] && model.selection == key(1))
    model.happen(.taskChanged(task(2, "Scan")))
    model.happen(.taskChanged(ended(1, "Copy", .completed)))
    #expect(numbers(model) == [2] && model.selection == key(2))
    model.happen(.snapshotStarted())
    model.happen(.taskChanged(task(3, "Sync", .queued)))
    model.happen(.snapshotEnded())
    #expect(model.cards.isEmpty && model.cards.total == 1)
  }

  @Test("hidden ended cards still leave in time, and h brings them back")
  func endedHidden() {
    var model = MonitorModel(80, 24, assorted)
    model.press("h")
    #expect(numbers(model) == [7, 12, 8, 9, 10, 11])
    #expect(model.screen().contains("ended hidden"))
    model.happen(.tick, at: Moment.start.advanced(by: .seconds(60 * 60)))
    #expect(model.cards.total == 6)
    model.press("h")
    #expect(numbers(model).count == 6)
  }

  @Test("sorted: the newest first, by title, whatever their state; what needs a person stays first")
  func sorted() {
    var model = MonitorModel(80, 24, assorted)
    model.press("s")
    #expect(numbers(model) == [12, 7, 11, 10, 9, 8, 4, 3])
    #expect(model.screen().contains("newest first"))
    model.press("s")
    #expect(numbers(model) == [12, 7, 3, 8, 4, 10, 11, 9])
    model.press("ss")
    #expect(numbers(model) == [7, 12, 8, 9, 10, 11, 4, 3])
  }

  @Test("by group, each under its name with its count; Tab finds questions in all of them")
  func groups() {
    let group: (Int, String, SanitisedText?) -> TaskSnapshot = { number, title, group in
      task(number, title) { $0.group = group }
    }
    var question = group(5, "Ask", "net")
    question.stall()
    var model = MonitorModel(
      50, 9, [group(1, "Copy", nil), group(2, "Train", "ml"), group(3, "Test", "ml"), question])
    model.press("sssg")
    #expect(
      model.screen() == """
        Headway  4 running · 1 needs you          by group
          ml · 2
        ▌ ▶ 2  Train                               running
          ▶ 3  Test                                running
          net · 1
          ? 5  Ask                                 stalled
            Stuck for 45 s. Continue or stop?
          no group · 1
        Tab next question  Enter details    ? help  q quit
        """)
    model.happen(.keyPressed(.tab))
    #expect(model.selection == question.card)
  }

  @Test("random changes under random arrangements: the list is what was to be listed, in order")
  func random() {
    var generator = SystemRandomNumberGenerator()
    var model = MonitorModel(80, 24, [])
    let titles = ["Copy", "Scan", "Train"]
    for _ in 0..<2000 {
      let number = Int.random(in: 1...20, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: model.press("s")
      case 1: model.press("h")
      case 5: model.happen(.keyPressed([.left, .right].randomElement(using: &generator) ?? .left))
      case 2:
        model.press("/")
        model.happen(.keyPressed(.control("u")))
        model.press(["", "Copy", "state:queued", "-Scan"].randomElement(using: &generator) ?? "")
        model.happen(.keyPressed(.enter))
      case 3: model.happen(.taskRemoved(key(number)))
      case 4:
        model.happen(.taskChanged(ended(number, titles[number % 3], .lost)))
      default:
        let state: TaskState = Bool.random(using: &generator) ? .running : .queued
        model.happen(
          .taskChanged(
            task(number, titles[number % 3], state) {
              if number % 4 == 0, state == .running { $0.stall() }
              $0.parent = taskKey(Int.random(in: 1...25, using: &generator))
              $0.group = [nil, "ml", "net"].randomElement(using: &generator) ?? nil
            }))
      }
      let fresh = CardList(
        (1...20).compactMap { model.cards[key($0)] }, model.cards.arrangement)
      let keys = (0..<fresh.count).map { fresh[$0]?.key }
      #expect((0..<model.cards.count).map { model.cards[$0]?.key } == keys)
      #expect(model.cards.listedQuestions == fresh.listedQuestions)
      #expect(
        (1...25).allSatisfy {
          model.cards.tally(ofSubtasksOf: key($0)) == fresh.tally(ofSubtasksOf: key($0))
        })
      #expect(model.cards.nextToLeave?.leavesAt == fresh.nextToLeave?.leavesAt)
    }
  }

  @Test("by elapsed time the longest comes first, by time left the nearest to its end")
  func times() {
    func running(_ number: Int, since seconds: Int, left: Int?) -> TaskSnapshot {
      task(number, "t\(number)") {
        $0.startedAt = Moment.start.wall.advanced(by: .seconds(-seconds))
        $0.elapsed = .seconds(seconds)
        $0.measure(1, of: 10, eta: left.map { .seconds($0) })
      }
    }
    var model = MonitorModel(
      80, 24,
      [
        running(1, since: 10, left: 50), running(2, since: 300, left: nil),
        running(3, since: 60, left: 5),
      ])
    model.press("ssss")
    #expect(model.screen().contains("longest first"))
    #expect((0..<3).compactMap { model.cards[$0]?.task.number.value } == [2, 3, 1])
    model.press("s")
    #expect(model.screen().contains("by time left"))
    #expect((0..<3).compactMap { model.cards[$0]?.task.number.value } == [3, 1, 2])
    model.happen(.taskChanged(running(1, since: 11, left: 1)))
    #expect(model.cards[0]?.task.number.value == 1)
    model.press("ss")
    #expect(model.cards.arrangement.order == .importance)
  }
}
