import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct KeyTests {
  private let running = task(7, "Nightly backup")

  @Test("a kill is asked for, then sent at once")
  func kill() {
    var model = MonitorModel(80, 24, [running])
    #expect(model.press("C") == [])
    #expect(model.mode == .prompt)
    #expect(model.press("y") == [.cancel(running.card, force: true)])
    #expect(model.mode == .cards)
  }

  @Test("a cancel that isn't confirmed isn't sent", arguments: [Key.character("n"), .escape])
  func decline(key: Key) {
    var model = MonitorModel(80, 24, [running])
    model.press("c")
    #expect(model.happen(.keyPressed(key)) == [])
    #expect(model.mode == .cards)
  }

  @Test("other keys leave the prompt as it is")
  func promptIgnores() {
    var model = MonitorModel(80, 24, [running])
    model.press("c")
    #expect(model.press("xjqc?") == [])
    #expect(model.mode == .prompt)
  }

  @Test("a prompt goes when its task has ended")
  func promptOfEnded() {
    var model = MonitorModel(80, 24, [running])
    model.press("c")
    model.happen(.taskChanged(ended(7, "Nightly backup", .completed)))
    #expect(model.mode == .cards)
    #expect(model.press("y") == [])
  }

  @Test(
    "the question of the selected card is answered",
    arguments: [("y", StallAnswer.continue), ("n", .stop)])
  func answer(key: String, answer: StallAnswer) {
    var model = MonitorModel(80, 24, [task(3, "Other"), task(7, "Backup") { $0.stall() }])
    #expect(model.press("j") == [])
    #expect(model.press(key) == [] && model.held.isEmpty)
    #expect(model.press("g") == [])
    let due = Moment.start.advanced(by: .seconds(2))
    #expect(model.press(key) + model.happen(.tick, at: due) == [.answer(running.card, answer)])
  }

  @Test("a task that waits at its terminal has nothing to answer")
  func inputIsNoQuestion() {
    var model = MonitorModel(80, 24, [task(7, "Login") { $0.waitingForInput = .password }])
    #expect(model.press("yn") == [])
  }

  @Test("a task with a terminal can be attached to, another can't")
  func attach() throws {
    let terminal = task(8, "Shell") {
      ($0.worker.isAttachable, $0.waitingForInput) = (true, .input)
    }
    var model = MonitorModel(80, 24, [terminal, running])
    #expect(model.screen().contains("a attach"))
    #expect(model.press("a") == [.attach(terminal.card, terminal.number)])
    model.happen(.returned("detached from 8; the task goes on"))
    #expect(model.screen().contains("detached from 8; the task goes on"))
    #expect(model.selection == terminal.card)
    #expect(model.press("ja") == [])
    #expect(!model.screen().contains("a attach"))
  }

  @Test("space pauses what can be paused, and resumes what is")
  func pause() {
    let copy = task(1, "Copy") { $0.worker.isPausable = true }
    var model = MonitorModel(80, 24, [copy, running])
    #expect(model.screen().contains("Space pause"))
    #expect(model.press(" ") == [.pause(copy.card)])
    model.happen(
      .taskChanged(task(1, "Copy") { ($0.worker.isPausable, $0.state) = (true, .paused) }))
    #expect(model.screen().contains("Space resume") && !model.screen().contains("Space pause"))
    #expect(model.press(" ") == [.resume(copy.card)])
    #expect(model.press("j ") == [])
  }

  @Test("what the system suspended can be paused, and says what it waits for")
  func pauseSuspended() {
    let copy = task(8, "Copy") {
      ($0.worker.isPausable, $0.state, $0.terms.blockedOn) = (true, .suspended, "AC power")
    }
    var model = MonitorModel(80, 24, [copy])
    #expect(model.screen().contains("suspended by the system · waits for AC power"))
    #expect(model.press(" ") == [.pause(copy.card)])
  }

  @Test("the terminals that the monitor is shown in can't be attached to")
  func attachInside() {
    let outer = task(1, "Shell") { $0.worker.isAttachable = true }
    let inner = task(2, "Inner") { ($0.worker.isAttachable, $0.parent) = (true, outer.key) }
    let other = task(3, "Other") { ($0.worker.isAttachable, $0.parent) = (true, outer.key) }
    let settings = MonitorSettings(surroundingTask: inner.key)
    var model = MonitorModel(80, 24, [outer, inner, other], settings: settings)
    #expect(model.press("a") == [] && model.press("ja") == [])
    #expect(model.press("ja") == [.attach(other.card, other.number)])
  }

  @Test("what has ended can be dismissed, and stays away after a reconnect")
  func dismiss() {
    let over = ended(7, "Nightly backup", .completed)
    var model = MonitorModel(80, 24, [over])
    model.press("x")
    #expect(model.cards.isEmpty)
    model.happen(.snapshotStarted())
    model.happen(.taskChanged(over))
    model.happen(.snapshotEnded())
    #expect(model.cards.isEmpty)
  }

  @Test("what runs can't be dismissed")
  func dismissRunning() {
    var model = MonitorModel(80, 24, [running])
    model.press("x")
    #expect(model.cards.count == 1)
  }

  @Test("what has ended can't be cancelled", arguments: ["c", "C"])
  func cancelEnded(key: String) {
    var model = MonitorModel(80, 24, [ended(7, "Backup", .completed)])
    model.press(key)
    #expect(model.mode == .cards)
  }

  @Test("a task that is being cancelled can only be forced")
  func cancelTwice() {
    var model = MonitorModel(80, 24, [task(7, "Backup", .cancelling)])
    model.press("c")
    #expect(model.mode == .cards)
    model.press("C")
    #expect(model.mode == .prompt)
  }

  @Test("help shows and goes", arguments: [Key.character("?"), .escape, .character("q")])
  func help(key: Key) {
    var model = MonitorModel(80, 24, [running])
    model.press("?")
    #expect(model.press("cyj") == [])
    #expect(model.mode == .help)
    #expect(model.happen(.keyPressed(key)) == [])
    #expect(model.mode == .cards)
  }

  @Test("the monitor's own keys")
  func monitor() {
    var model = MonitorModel(80, 24, [running])
    #expect(model.press("q") == [.quit])
    for mode in ["", "c", "n?"] {
      model.press(mode)
      #expect(model.happen(.keyPressed(.control("c"))) == [.quit])
      #expect(model.happen(.keyPressed(.control("z"))) == [.suspend])
      #expect(model.happen(.keyPressed(.control("l"))) == [.repaint])
    }
  }

  @Test("without a card the card keys do nothing")
  func noCards() {
    var model = MonitorModel(80, 24, [])
    #expect(model.press("jkgGcCxynyy") == [])
    #expect(model.happen(.keyPressed(.enter)) == [])
    #expect(model.mode == .cards)
  }

  @Test("every key of the table is offered once in its mode", arguments: MonitorMode.allCases)
  func noKeyTwice(mode: MonitorMode) {
    let keys = KeyTable.standard.rows(in: mode).flatMap(\.keys)
    // n answers the question of the selected card, and is the next match of a filter.
    let twice: [Key] = mode == .cards ? [.character("n")] : []
    #expect(Set(keys).count == keys.count - twice.count)
    for key in twice { #expect(keys.count { $0 == key } == 2) }
  }
}
