import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct MouseTests {
  private let tasks = [
    task(1, "Copy") { $0.worker.isPausable = true }, task(2, "Scan") { $0.stall() },
    ended(3, "Fetch", .lost),
  ]

  @Test("a click selects a card, and opens it where it is selected")
  func selects() {
    var model = MonitorModel(80, 24, tasks)
    model.click("Copy")
    #expect(model.selection == key(1) && model.expanded.isEmpty)
    model.click("Copy")
    #expect(model.expanded == [key(1)])
    model.click("Copy")
    #expect(model.expanded.isEmpty)
    model.click("Fetch")
    #expect(model.selection == key(3))
  }

  @Test("the keys of a question are buttons, on the card that is selected")
  func answers() {
    var model = MonitorModel(80, 24, tasks + [task(4, "Other") { $0.stall() }])
    #expect(model.click("[n] stop", occurrence: 2) == [])
    #expect(model.selection == key(4))
    #expect(model.click("[n] stop", occurrence: 2) == [])
    #expect(model.screen().contains("Stopping 4 'Other' in 2 s."))
    #expect(model.click("] continue", occurrence: 2) == [.answer(key(4), .continue)])
    #expect(model.held.isEmpty, "the last answer counts")
  }

  @Test("an expanded card has a button for each key that is for it")
  func buttons() {
    var model = MonitorModel(80, 24, tasks)
    model.press("j")
    model.happen(.keyPressed(.enter))
    #expect(model.screen().contains("[Space] pause  [c] cancel  [l] output"))
    #expect(model.click("[Space]") == [.pause(key(1))])
    model.click("[c]")
    #expect(model.screen().contains("Cancel 1 'Copy'?"))
    model.click("n no")
    #expect(model.mode == .cards)
  }

  @Test("what the footer names is pressed by a click")
  func footer() {
    var model = MonitorModel(80, 24, tasks)
    model.click("? help")
    #expect(model.help.isShown)
    model.click("back")
    #expect(!model.help.isShown)
    #expect(model.click("q quit") == [.quit])
  }

  @Test("the wheel moves: cards, help and output")
  func wheel() {
    var model = MonitorModel(80, 10, tasks)
    model.happen(.mouse(.wheelDown, row: 3, column: 3))
    #expect(model.selectedIndex == 1)
    model.happen(.mouse(.wheelUp, row: 3, column: 3))
    model.happen(.mouse(.wheelUp, row: 3, column: 3))
    #expect(model.selectedIndex == 0)
    model.press("l")
    model.happen(.outputBegan(key(2), isCut: false))
    model.happen(.output(key(2), Array(String(repeating: "x\n", count: 50).utf8)))
    model.happen(.mouse(.wheelUp, row: 3, column: 3))
    #expect(model.log?.cursor == 46)
    model.happen(.mouse(.press, row: 1, column: 3))
    #expect(model.log?.cursor == model.log?.top)
  }

  @Test("a click anywhere does no harm", arguments: [(80, 24), (20, 5), (3, 2)])
  func anywhere(columns: Int, rows: Int) {
    for row in -1...rows {
      for column in stride(from: -1, through: columns, by: 3) {
        var model = MonitorModel(columns, rows, assorted)
        model.happen(.mouse(.press, row: row, column: column))
        model.happen(.mouse(.press, row: row, column: column))
        _ = model.screen()
      }
    }
  }
}

extension MonitorModel {
  /// The middle of `text` as the screen shows it, of several the one of that place.
  @discardableResult
  fileprivate mutating func click(_ text: String, occurrence: Int = 1) -> [MonitorCommand] {
    var left = occurrence
    for (row, line) in screen().split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard let range = line.firstRange(of: text) else { continue }
      left -= 1
      if left > 0 { continue }
      let column = line.distance(from: line.startIndex, to: range.lowerBound) + text.count / 2
      return happen(.mouse(.press, row: row, column: column)).filter {
        switch $0 {
        case .setInterest, .followOutputs, .measure: false
        default: true
        }
      }
    }
    Issue.record("\(text) isn't on the screen: \(screen())")
    return []
  }
}
