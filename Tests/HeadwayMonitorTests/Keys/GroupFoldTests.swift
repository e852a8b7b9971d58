import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// Groups behind their headings.
@Suite struct GroupFoldTests {
  private func member(
    _ number: Int, _ title: String, _ group: SanitisedText?, _ state: TaskState = .running
  ) -> TaskSnapshot {
    task(number, title, state) { $0.group = group }
  }

  /// A list by group with the tasks 1 and 2 in `ml`, 3 in `net`. The first task is selected.
  private var grouped: MonitorModel {
    var model = MonitorModel(
      50, 9, [member(1, "Train", "ml"), member(2, "Test", "ml"), member(3, "Ping", "net")])
    model.press("sssg")
    return model
  }

  private func press(_ key: Key, _ model: inout MonitorModel) -> [MonitorCommand] {
    model.happen(.keyPressed(key))
  }

  @Test("Left leaves only the heading of a group, and Right brings the cards back")
  func folding() {
    var model = grouped
    _ = press(.left, &model)
    #expect(
      model.screen() == """
        Headway  3 running                        by group
        ▌ ▸ ml · 2
          net · 1
          ▶ 3  Ping                                running




        Enter unfold  / filter              ? help  q quit
        """)
    _ = press(.right, &model)
    #expect(model.screen().contains("▌ ▶ 1  Train"))
  }

  @Test("Enter and a click on a heading unfold and fold too")
  func otherWays() {
    var model = grouped
    model.happen(.mouse(.press, row: 1, column: 4))
    #expect(model.screen().contains("▌ ▸ ml · 2"))
    _ = press(.enter, &model)
    #expect(model.screen().contains("▌ ▶ 1  Train"))
    model.happen(.mouse(.press, row: 4, column: 4))
    #expect(model.screen().contains("▌ ▸ net · 1"))
    model.happen(.mouse(.press, row: 4, column: 20))
    #expect(model.screen().contains("▌ ▶ 3  Ping"))
  }

  @Test("no key acts on a task behind a heading", arguments: Array("cC axrRAlim".unicodeScalars))
  func safety(scalar: Unicode.Scalar) {
    var model = grouped
    model.happen(.taskChanged(member(1, "Train", "ml", .ended)))
    model.press("M")
    model.press("g")
    _ = press(.left, &model)
    model.happen(.keyPressed(.escape))
    #expect(model.selectedFold == .group("ml"))
    #expect(model.press(String(scalar)).isEmpty)
    #expect(model.prompt == nil && model.log == nil && model.typing == nil && model.marked.isEmpty)
    #expect(model.screen().split(separator: "\n").last?.contains("Enter unfold") == false)
  }

  @Test("marks behind a heading don't count")
  func marks() {
    var model = grouped
    model.press("M")
    model.press("g")
    _ = press(.left, &model)
    #expect(model.press("Cy") == [.cancel(key(3), force: true)])
  }

  @Test("a task that needs a person stays in sight, and the heading says how many more there are")
  func question() {
    var model = grouped
    _ = press(.left, &model)
    var asking = member(2, "Test", "ml")
    asking.stall()
    model.happen(.taskChanged(asking))
    #expect(
      model.screen().contains(
        """
          ml · 2
          ? 2  Test                                stalled
            Stuck for 45 s. Continue or stop?
        ▌ ▸ 1 more
        """))
    _ = press(.up, &model)
    #expect(model.press("y") == [.answer(key(2), .continue)])
    _ = press(.right, &model)
    #expect(model.screen().contains("▶ 1  Train"))
  }

  @Test("the heading stays as long as the group has a card, whoever ends or leaves")
  func members() {
    var model = grouped
    _ = press(.left, &model)
    model.happen(.taskRemoved(key(1)))
    #expect(model.screen().contains("▸ ml · 1"))
    model.happen(.taskChanged(member(4, "Score", "ml", .queued)))
    #expect(model.screen().contains("▸ ml · 2"))
    model.happen(.taskRemoved(key(2)))
    model.happen(.taskRemoved(key(4)))
    #expect(!model.screen().contains("ml"))
    model.happen(.taskChanged(member(5, "Train", "ml")))
    #expect(model.screen().contains("▸ ml · 1"), "a fold lasts")
  }

  @Test("in other orders nothing is hidden")
  func otherOrders() {
    var model = grouped
    _ = press(.left, &model)
    model.press("s")
    #expect(model.cards.count == 3)
    #expect(model.screen().contains("Train"))
  }

  @Test("by CPU the busiest comes first and its card has the figure; the others are idle")
  func processorTime() {
    let tasks = (1...3).map { number in
      task(number, "Task \(number)") { $0.worker.pid = Int32(4000 + number) }
    }
    var model = MonitorModel(80, 24, tasks + [task(4, "Wait", .queued)])
    #expect(
      model.pressAndLook("ssssss").last == .measure([key(1): 4001, key(2): 4002, key(3): 4003]))
    #expect(model.screen().contains("by CPU"))
    let use = { (cores: Double) in ResourceUse(cores: cores, bytes: 0, processCount: 1) }
    model.happen(.measured([key(1): use(0.04), key(3): use(1.5)]))
    #expect((0..<4).compactMap { model.cards[$0]?.task.number.value } == [3, 1, 2, 4])
    #expect(model.screen().contains("150% CPU · running"))
    #expect(model.pressAndLook("s").contains(.measure([:])))
    #expect(!model.screen().contains("CPU"))
  }
}
