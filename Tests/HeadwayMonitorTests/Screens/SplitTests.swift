import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// The output of the selected task beside the list.
@Suite struct SplitTests {
  private let tasks = [
    task(1, "Nightly backup") {
      $0.measure(42, of: 100, "%")
      $0.elapsed = .seconds(9)
    },
    task(2, "写真のバックアップ", .queued),
  ]

  private func shown(_ columns: Int, _ rows: Int = 10) -> MonitorModel {
    var model = MonitorModel(columns, rows, tasks)
    model.happen(.outputBegan(key(1), isCut: false))
    model.happen(.output(key(1), Array("one\n\u{1B}[31mtwo\u{1B}[0m 2\n10%\r20%".utf8)))
    return model
  }

  @Test("from 140 columns on the output stands beside the list")
  func wide() {
    let list = shown(140, 9).screen().split(separator: "\n", omittingEmptySubsequences: false)
    let rule = String(repeating: " ", count: 70) + "│"
    #expect(list[1].hasSuffix("running │ Output 1  Nightly backup"))
    #expect(list[2].hasSuffix("9s │ one"))
    #expect(list[3].hasSuffix("queued │ two 2"))
    #expect(list[4] == rule + " 20%")
    #expect(list[5..<8].allSatisfy { $0 == rule })
    #expect(list[8].hasSuffix("o hide output  ? help  q quit"))
  }

  @Test("the output has its own colours")
  func colours() {
    let canvas = render(shown(140, 9), at: .start)
    let styles = (72..<76).map { canvas[row: 3, column: $0].style }
    var red = GraphicRendition.plain
    red.select(Array("31".utf8)[...])
    #expect(styles == [.output(red), .output(red), .output(red), .role(.plain)])
  }

  @Test("an expanded card has the output's own colours too")
  func coloursOfCard() {
    var model = MonitorModel(60, 24, tasks)
    model.happen(.keyPressed(.enter))
    model.happen(.outputBegan(key(1), isCut: false))
    model.happen(.output(key(1), Array("\u{1B}[31mred\u{1B}[0m\n".utf8)))
    let canvas = render(model, at: .start)
    let row = canvas.lines.firstIndex { $0.contains("output     red") } ?? 0
    let column = 18
    #expect(canvas[row: row, column: column].text == "r")
    guard case .output = canvas[row: row, column: column].style else {
      Issue.record("\(canvas[row: row, column: column].style)")
      return
    }
  }

  @Test("o hides it and shows it again, and later monitors know")
  func remembered() {
    var model = shown(160)
    #expect(model.press("o") == [.remember(MonitorMemory(isSplit: false))])
    #expect(!model.screen().contains("│") && model.screen().contains("o show output"))
    #expect(model.press("o") == [.remember(MonitorMemory(isSplit: true))])
    #expect(model.screen().contains("│ Output 1"))
    let hidden = MonitorModel(160, 10, tasks, settings: MonitorSettings(isSplit: false))
    #expect(!hidden.screen().contains("│"))
  }

  @Test("on a narrower screen the key says why nothing happens")
  func narrow() {
    var model = shown(139)
    #expect(!model.screen().contains("│"))
    #expect(model.press("o").isEmpty)
    #expect(model.screen().contains("from 140 columns on; this screen has 139. l: output"))
    model.happen(.resized(CanvasSize(columns: 140, rows: 10)))
    #expect(model.screen().contains("│"), "the refused key changed nothing")
  }

  @Test("only the output on screen is read: of the selected task, and of other expanded cards")
  func requests() {
    var model = shown(160, 30)
    #expect(
      model.happen(.keyPressed(.enter)).allSatisfy {
        if case .followOutputs = $0 { false } else { true }
      }, "the same output")
    #expect(!model.screen().contains("output     one"), "not twice on one screen")
    #expect(
      model.pressAndLook("j").contains(.followOutputs([.beside(card(2)), .glimpse(card(1))])))
    #expect(model.pressAndLook("?").contains(.followOutputs([.glimpse(card(1))])))
    model.press("?")
    #expect(
      model.pressAndLook("l").contains(
        .followOutputs([.whole(card(2), attempt: nil, launchesBack: 0)])))
    model.press("q")
    #expect(model.screen().contains("│ Output 2"))
  }

  @Test("instead of output a sentence says why there is none")
  func sentences() {
    var model = MonitorModel(140, 9, tasks)
    #expect(model.screen().contains("│ No output yet."))
    model.happen(.outputMissing(key(1)))
    #expect(
      model.screen().contains("│ No output is kept: only headway run and submit keep output."))
    model.press("j")
    #expect(model.screen().contains("│ The task hasn't started."))
    let none = MonitorModel(140, 9, [])
    #expect(!none.screen().contains("│"))
  }

  @Test("a click on it opens the whole output")
  func click() {
    var model = shown(140)
    model.happen(.mouse(.press, row: 3, column: 100))
    #expect(model.log?.key == key(1))
  }

  @Test("titles of wide characters end before the rule", arguments: 140...150)
  func wideCharacters(columns: Int) {
    let title = String(repeating: "写真", count: 40)
    var model = MonitorModel(columns, 12, [task(1, title), task(2, title, .queued)])
    model.happen(.outputBegan(key(1), isCut: false))
    model.happen(.output(key(1), Array(title.utf8)))
    let canvas = render(model, at: .start)
    #expect(hasWholeCells(canvas))
    for row in 1..<10 { #expect(canvas[row: row, column: columns / 2].text == "│") }
  }

  @Test("below that the bar grows with the width", arguments: [(80, 19), (110, 38), (139, 67)])
  func bar(columns: Int, width: Int) {
    let line = shown(columns).screen().split(separator: "\n").first { $0.contains("▕") }
    let bar = line?.drop { $0 != "▕" }.prefix { $0 != "4" }
    #expect(bar?.dropLast(2).count == width)
  }

  @Test("choices are read back as they were written, and what isn't understood changes nothing")
  func choices() {
    for isSplit in [true, false] {
      #expect(MonitorMemory(text: MonitorMemory(isSplit: isSplit).text).isSplit == isSplit)
    }
    #expect(MonitorMemory(text: "").isSplit)
    #expect(MonitorMemory(text: "output-beside-list = perhaps\n\u{0}\u{FFFD}").isSplit)
    #expect(!MonitorMemory(text: "later = 1\r\noutput-beside-list = no").isSplit)
  }
}
