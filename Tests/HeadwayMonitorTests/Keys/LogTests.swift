import HeadwayModel
@testable import HeadwayMonitor
import Testing

@Suite("The output of a task") struct LogTests {
  /// Its output on the screen.
  private func model(
    _ lines: Int, columns: Int = 60, rows: Int = 8, settings: MonitorSettings = MonitorSettings()
  ) -> MonitorModel {
    var model = MonitorModel(
      columns, rows, [task(3, "Build"), task(4, "Copy")], settings: settings)
    model.press("l")
    model.happen(.outputBegan(key(3), isCut: false))
    model.write((0..<lines).map { "line \($0)\n" }.joined())
    return model
  }

  @Test("l asks for the whole of it, and Esc goes back to the cards")
  func opens() {
    var model = MonitorModel(80, 24, [task(3, "Build"), task(4, "Copy")])
    #expect(
      model.pressAndLook("l").contains(
        .followOutputs([.whole(card(3), attempt: nil, launchesBack: 0)])))
    #expect(model.screen().contains("No output yet."))
    #expect(model.happen(.keyPressed(.escape)) == [.followOutputs([])])
    #expect(model.mode == .cards && model.taskOutput.texts.isEmpty)
  }

  @Test("it is shown to its end, and follows it")
  func follows() {
    var model = model(20)
    #expect(
      model.screen()
        == """
        Output 3  Build                                    following
          line 14
          line 15
          line 16
          line 17
          line 18
        ▌ line 19
        Esc back  f stop following  / search  v select lines  ? help
        """.replacing("q back", with: "Esc back").replacing("lines       ?", with: "lines     ?"))
    model.write("more\n")
    #expect(model.screen().contains("▌ more") && !model.screen().contains("line 14"))
    model.press("kkk")
    model.write("later\n")
    let still = model.screen()
    #expect(still.contains("▌ line 17") && still.contains("line 15") && !still.contains("later"))
    #expect(still.contains("16-21 of 22"))
    model.press("f")
    #expect(model.screen().contains("▌ later"))
  }

  @Test("keys move in it")
  func moves() {
    var model = model(100)
    model.press("g")
    #expect(model.screen().contains("▌ line 0\n  line 1"))
    model.press(" ")
    #expect(model.log?.cursor == 5)
    model.press("jjjb")
    #expect(model.log?.cursor == 3)
    model.press("G")
    #expect(model.log?.cursor == 99)
    model.happen(.keyPressed(.pageUp))
    #expect(model.log?.cursor == 94)
    model.press("gkkk")
    #expect(model.log?.cursor == 0)
  }

  @Test("a search shows the first match while it is typed, n and N go on, around the end too")
  func searches() {
    var model = model(30)
    model.press("g/NE 1")
    #expect(model.mode == .search && model.log?.cursor == 0)
    model.happen(.keyPressed(.control("u")))
    model.press("ne 1")
    #expect(model.log?.cursor == 1 && model.screen().contains("/ne 1"))
    model.happen(.keyPressed(.enter))
    #expect(model.mode == .log && model.screen().contains("match 1 of 11"))
    model.press("n")
    #expect(model.log?.cursor == 10 && model.screen().contains("match 2 of 11"))
    model.press("NN")
    #expect(model.log?.cursor == 19)
    #expect(model.screen().contains("match 11 of 11 (wrapped)"))
    model.press("n")
    #expect(model.log?.cursor == 1)
    #expect(model.screen().contains("match 1 of 11 (wrapped)"))
    model.press("/zzz")
    #expect(model.log?.cursor == 1)
    model.happen(.keyPressed(.enter))
    #expect(model.screen().contains("No line has zzz"))
    model.press("/line 7")
    model.happen(.keyPressed(.escape))
    #expect(model.log?.cursor == 1 && model.log?.search.text == "zzz")
  }

  @Test("matches are seen, whatever is around them")
  func matches() {
    let search = LogSearch("ab")
    #expect(search.matches(in: Array("写ab AB aab".utf8)) == [3..<5, 6..<8, 10..<12])
    #expect(LogSearch("Ab").matches(in: Array("ab Ab".utf8)) == [3..<5])
    #expect(LogSearch("aa").matches(in: Array("aaa".utf8)) == [0..<2])
    #expect(LogSearch("").matches(in: [1, 2]) == [])
    var model = model(0)
    model.write("find me\n")
    model.press("/me")
    #expect(render(model, at: .start)[row: 1, column: 7].style == .role(.prompt))
    model.write("\u{1B}[31mred me\u{1B}[0m off\n")
    let canvas = render(model, at: .start)
    var red = GraphicRendition.plain
    red.select([UInt8(ascii: "3"), UInt8(ascii: "1")])
    #expect(
      [2, 6, 9].map { canvas[row: 2, column: $0].style } == [
        .output(red), .role(.prompt), .role(.plain),
      ])
  }

  @Test("selected lines, or the one under the cursor, are copied")
  func copies() {
    var model = model(10)
    #expect(model.press("gy") == [.copy(ClipboardText(text: "line 0"))])
    #expect(model.screen().contains("Copied 1 line"))
    #expect(model.press("jvjjy") == [.copy(ClipboardText(text: "line 1\nline 2\nline 3"))])
    #expect(model.log?.anchor == nil)
    model.write(String(repeating: String(repeating: "x", count: 999) + "\n", count: 100))
    model.press("gvG")
    guard case .copy(let text) = model.press("y").first else {
      Issue.record("nothing was copied")
      return
    }
    #expect(text.text.utf8.count <= ClipboardText.byteLimit)
    #expect(text.text.hasSuffix("x") && model.screen().contains("of 110 lines"))
  }

  @Test("where less is taken at once, less is copied, in whole lines, and that is said")
  func copiesLess() {
    var settings = MonitorSettings()
    settings.clipboardByteLimit = ClipboardText.tmuxByteLimit
    var model = model(0, settings: settings)
    model.write(String(repeating: String(repeating: "x", count: 999) + "\n", count: 100))
    model.press("gvG")
    let lines = Array(repeating: String(repeating: "x", count: 999), count: 15)
    #expect(model.press("y") == [.copy(ClipboardText(text: lines.joined(separator: "\n")))])
    #expect(model.screen().contains("Copied 15 of 100 lines: a clipboard takes no more"))
    model.write(String(repeating: "y", count: 15_000))
    #expect(model.press("Gy") == [])
    #expect(model.screen().contains("Copied 0 of 1 line: a clipboard takes no more"))
  }

  @Test("OSC 52 carries it in base64")
  func base64() {
    for (text, encoded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v")] {
      #expect(ClipboardText(text: text).sequence == Array("\u{1B}]52;c;\(encoded)\u{1B}\\".utf8))
    }
  }

  @Test("what waits in the queue has yet to start")
  func queued() {
    var model = MonitorModel(60, 8, [task(3, "Build", .queued)])
    model.press("l")
    model.happen(.outputMissing(key(3)))
    #expect(model.screen().contains("The task hasn't started."))
    model.happen(.taskChanged(task(3, "Build")))
    model.happen(.outputBegan(key(3), isCut: false))
    #expect(model.screen().contains("No output yet."))
  }

  @Test("a long line is read by going to the right")
  func columns() {
    var model = model(0, columns: 40)
    model.write("0123456789abcdef写y" + String(repeating: "z", count: 60))
    #expect(model.screen().contains("▌ 0123456789abcdef写"))
    model.happen(.keyPressed(.right))
    #expect(model.screen().contains("▌ 写yzzz"))
    model.happen(.keyPressed(.left))
    model.happen(.keyPressed(.left))
    #expect(model.screen().contains("▌ 0123"))
  }

  @Test("what isn't kept, and what is cut, is said; a next attempt begins anew")
  func parts() {
    var model = model(3)
    model.happen(.outputMissing(key(3)))
    #expect(model.screen().contains("No output is kept"))
    model.happen(.outputBegan(key(3), isCut: true))
    model.write("second\n")
    model.press("g")
    #expect(model.screen().contains("1-1 of 1, older ones left out"))
    #expect(!model.screen().contains("line 0"))
  }

  @Test(
    "it stays when its task goes, and in any size",
    arguments: [(20, 5), (5, 2), (1, 1), (400, 100)])
  func sizes(columns: Int, rows: Int) {
    var model = model(300)
    model.happen(.taskRemoved(key(3)))
    model.happen(.resized(CanvasSize(columns: columns, rows: rows)))
    model.press("gG/9n")
    #expect(model.mode == .search)
    _ = model.screen()
  }

  @Test("an expanded card has the last lines of it")
  func glimpse() {
    var model = MonitorModel(60, 24, [task(3, "Build"), task(4, "Copy")])
    let asked = model.happen(.keyPressed(.enter))
    #expect(asked.contains(.followOutputs([.glimpse(card(3))])))
    model.happen(.outputBegan(key(3), isCut: true))
    model.write("one\ntwo\n\nthree\rTHREE\n")
    #expect(
      model.screen().contains(
        """
        ▌      output     one
        ▌                 two
        ▌                 THREE
        """))
    #expect(model.happen(.keyPressed(.enter)).contains(.followOutputs([])))
  }

  @Test("help is of these keys here")
  func help() {
    var model = model(3, rows: 30)
    model.press("?")
    #expect(model.screen().contains("previous match") && !model.screen().contains("restart"))
    model.press("q")
    #expect(model.mode == .log)
  }
}

extension MonitorModel {
  /// Task 3 writes.
  fileprivate mutating func write(_ text: String) { happen(.output(key(3), Array(text.utf8))) }
}
