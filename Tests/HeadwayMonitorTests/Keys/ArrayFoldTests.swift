import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// Job arrays as one line.
@Suite struct ArrayFoldTests {
  private func part(
    _ number: Int, _ state: TaskState = .running, _ adjust: (inout TaskSnapshot) -> Void = { _ in }
  ) -> TaskSnapshot {
    task(number, "align [\(number)]", state) {
      $0.terms.array = ArrayPart(first: TaskNumber(2), index: number, count: 4, limit: 2)
      if state == .ended { $0.ending = TaskEnding(reason: .completed) }
      adjust(&$0)
    }
  }

  private var model: MonitorModel {
    MonitorModel(
      60, 9, [task(1, "Ping"), part(2, .ended), part(3), part(4), part(5, .queued)])
  }

  @Test("the parts of an array are one line until Right or Enter, and again after Left")
  func folding() {
    var model = model
    let line = "▸ 2-5  align  25%, 1 of 4 done, 2 running"
    #expect(model.screen().contains(line), "\(model.screen())")
    #expect(!model.screen().contains("align [3]"))
    model.press("j")
    #expect(model.selectedFold == .array(ArrayKey(2)))
    model.happen(.keyPressed(.right))
    #expect(model.screen().contains("align [3]") && !model.screen().contains(line))
    model.happen(.keyPressed(.left))
    #expect(model.screen().contains(line))
    model.happen(.keyPressed(.enter))
    #expect(model.screen().contains("align [4]"))
  }

  @Test("the line follows its parts, also those that have left the list")
  func counts() {
    var model = model
    model.happen(
      .taskChanged(part(3, .ended) { $0.ending = TaskEnding(reason: .failed, status: .code(1)) }))
    #expect(model.screen().contains("50%, 2 of 4 done, 1 failed, 1 running"), "\(model.screen())")
    model.happen(.taskRemoved(part(2).card))
    #expect(model.screen().contains("50%, 2 of 4 done, 1 failed, 1 running"))
  }

  @Test("no key acts on a part behind the line", arguments: Array("cC axrRAlim".unicodeScalars))
  func safety(scalar: Unicode.Scalar) {
    var model = model
    model.press("j")
    #expect(model.selectedFold == .array(ArrayKey(2)))
    #expect(model.press(String(scalar)).isEmpty)
    #expect(model.prompt == nil && model.log == nil && model.typing == nil && model.marked.isEmpty)
  }

  @Test("in a list by group, the group folds over the array")
  func inGroup() {
    var model = MonitorModel(
      60, 9, [part(2) { $0.group = "ml" }, part(3) { $0.group = "ml" }, task(6, "Ping")])
    model.press("sssg")
    #expect(model.screen().contains("ml · 2") && model.screen().contains("▸ 2-5  align"))
    model.happen(.keyPressed(.left))
    #expect(model.screen().contains("▸ ml · 2") && !model.screen().contains("align"))
    model.happen(.keyPressed(.right))
    #expect(model.screen().contains("▸ 2-5  align"), "\(model.screen())")
  }

  @Test("a table has one line for an array at the place of its first part")
  func table() {
    let tasks = [part(2, .ended), task(1, "Ping"), part(3), part(5, .queued)]
    let lines = TaskTable(tasks, foldsArrays: true).lines
    #expect(
      lines.map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
        == [
          "N STATE DONE ELAPSED LEFT TITLE",
          "2-5 running 50% - - align 2 of 4 done, 1 running", "1 running - - - Ping",
        ], "\(lines)")
    #expect(TaskTable(tasks).lines.count == 5)
  }
}
