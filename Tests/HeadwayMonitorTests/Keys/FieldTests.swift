import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// A text that is being typed, and its caret.
@Suite struct FieldTests {
  /// The field with its caret after some moves to the left.
  private func field(_ text: String, back moves: Int = 0, isSecret: Bool = false) -> EditedText {
    var field = EditedText(text, byteLimit: 4096, isSecret: isSecret)
    for _ in 0..<moves { field.perform(.moveLeft) }
    return field
  }

  @Test("text goes in at the caret, also between wide characters")
  func insertsInTheMiddle() {
    var japanese = field("日本の文章", back: 3)
    #expect(japanese.before == "日本" && japanese.after == "の文章")
    for scalar in "語ab".unicodeScalars { japanese.type(scalar) }
    #expect(japanese.text == "日本語abの文章" && japanese.before == "日本語ab")
    japanese.perform(.moveRight)
    japanese.perform(.eraseNext)
    japanese.perform(.erase)
    #expect(japanese.text == "日本語ab章")
  }

  @Test("a letter and its combining marks are one character")
  func combining() {
    var text = field("cafe\u{301}s", back: 2)
    #expect(text.before == "caf")
    text.perform(.moveRight)
    #expect(text.before == "cafe\u{301}")
    text.perform(.erase)
    #expect(text.text == "cafs")
    text.type("e")
    text.type("\u{301}")
    #expect(text.text == "cafe\u{301}s" && text.after == "s")
    var family = field("a👩‍👧b", back: 2)
    family.perform(.eraseNext)
    #expect(family.text == "ab")
  }

  @Test("the caret goes to either end and no further")
  func ends() {
    var text = field("ab", back: 5)
    #expect(text.before == "" && text.after == "ab")
    text.perform(.erase)
    text.perform(.eraseWord)
    text.perform(.moveToEnd)
    text.perform(.moveRight)
    text.perform(.eraseNext)
    text.perform(.eraseToEnd)
    #expect(text.before == "ab" && text.after == "")
    text.perform(.moveToStart)
    #expect(text.before == "" && text.after == "ab")
    text.perform(.eraseToEnd)
    #expect(text.text == "")
    text.perform(.eraseNext)
    #expect(text.text == "")
  }

  @Test(
    "a word is erased with the spaces behind it",
    arguments: [
      ("make all test", 0, "make all "), ("make all  ", 0, "make "),
      ("make all test", 2, "make all st"), ("make all test", 5, "make  test"),
      ("make", 4, "make"), ("  ", 0, ""),
      ("日本　文章", 0, "日本　"), ("日本　文章", 1, "日本　章"),
    ])
  func erasesWord(text: String, moves: Int, rest: String) {
    var text = field(text, back: moves)
    text.perform(.eraseWord)
    #expect(text.text == rest)
  }

  @Test("a secret tells neither its letters nor its words")
  func secret() {
    var text = field("pa e\u{301}日", back: 2, isSecret: true)
    #expect(text.shown == ("****", "**"))
    text.perform(.erase)
    #expect(text.text == "pa \u{301}日" && text.shown == ("***", "**"))
    text.type("x")
    text.perform(.eraseWord)
    #expect(text.shown == ("", "**"))
  }

  @Test("a text has a limit, wherever the caret is")
  func limit() {
    var text = EditedText(byteLimit: 8)
    for scalar in "日本語".unicodeScalars { text.type(scalar) }
    text.perform(.moveToStart)
    for scalar in "abc".unicodeScalars { text.type(scalar) }
    #expect(text.text == "ab日本")
  }

  @Test(
    "the part around the caret is shown",
    arguments: [
      (0, "/…jklmnopqrstuvwxyz", 19), (2, "/…jklmnopqrstuvwxyz", 17),
      (6, "/…hijklmnopqrstuvw…", 15), (13, "/abcdefghijklmnopq…", 14),
      (26, "/abcdefghijklmnopq…", 1),
    ])
  func scrolls(moves: Int, line: String, column: Int) {
    var model = MonitorModel(20, 5, [task(1, "Copy")])
    model.press("/abcdefghijklmnopqrstuvwxyz")
    for _ in 0..<moves { model.happen(.keyPressed(.left)) }
    let canvas = render(model, at: .start)
    #expect(canvas.lines.last == line)
    #expect(canvas.caret == Canvas.Caret(row: 4, column: column))
  }

  @Test(
    "a wide character at the caret is shown whole",
    arguments: [
      (0, "/…文章を途中で直す", 18), (3, "/…の文章を途中で直…", 14),
      (6, "/日本語の文章を途…", 13),
    ])
  func scrollsWide(moves: Int, line: String, column: Int) {
    let text = field("日本語の文章を途中で直す", back: moves)
    let shown = TypedField(mark: "/", before: text.before, after: text.after)
    #expect(shown.caretColumn(columns: 20, ellipsis: "…") == column)
    let width = shown.line(columns: 20, ellipsis: "…", right: []).width
    #expect(width <= 20)
    var model = MonitorModel(20, 5, [task(1, "写し")])
    model.press("/日本語の文章を途中で直す")
    for _ in 0..<moves { model.happen(.keyPressed(.left)) }
    let canvas = render(model, at: .start)
    #expect(canvas.caret?.column == column && canvas.lines.last?.hasPrefix(line) == true)
  }

  @Test("the keys edit a filter, and the list follows")
  func filter() {
    var model = MonitorModel(80, 24, [task(1, "make all"), task(2, "make test")])
    model.press("/tes")
    for key in [Key.home, .delete, .control("e"), .right] { model.happen(.keyPressed(key)) }
    #expect(model.filterPrompt?.text == "es" && model.cards.count == 1)
    model.happen(.keyPressed(.control("a")))
    model.press("t")
    #expect(model.screen().contains("/tes"))
    #expect(render(model, at: .start).caret?.column == 2)
    model.happen(.keyPressed(.control("k")))
    #expect(model.filterPrompt?.text == "t" && model.cards.count == 1)
    model.happen(.keyPressed(.control("w")))
    #expect(model.filterPrompt?.text == "" && model.cards.count == 2)
    model.happen(.keyPressed(.control("d")))
    #expect(model.mode == .filter)
  }

  @Test("the keys edit a search, and the first match is found again only for another text")
  func search() {
    var model = MonitorModel(60, 8, [task(3, "Build")])
    model.press("l")
    model.happen(.outputBegan(key(3), isCut: false))
    model.happen(.output(key(3), Array("one\nthe other\n".utf8)))
    model.press("g/oer")
    model.happen(.keyPressed(.left))
    model.happen(.keyPressed(.left))
    model.press("th")
    #expect(model.log?.search.text == "other" && model.log?.cursor == 1)
    model.happen(.keyPressed(.end))
    model.happen(.keyPressed(.backspace))
    #expect(model.log?.search.text == "othe")
    model.happen(.keyPressed(.enter))
    model.press("/")
    #expect(model.log?.searchField.text == "")
  }

  @Test("a paste goes in at the caret as a whole")
  func paste() {
    var model = MonitorModel(80, 24, [task(1, "make all"), task(2, "make test")])
    model.press("/mt")
    model.happen(.keyPressed(.left))
    let pasted = "ake ".unicodeScalars.map { MonitorEvent.pasted($0) }
    let commands = model.update(pasted + [.keyPressed(.end), .pasted("e")], at: .start)
    #expect(commands.allSatisfy { if case .setInterest = $0 { true } else { false } })
    #expect(model.filterPrompt?.text == "make te")
    #expect(model.cards.count == 1 && !model.hasUnappliedPaste)
  }

  @Test("a password is edited behind its asterisks")
  func password() {
    let login = task(7, "Login") {
      ($0.waitingForInput, $0.worker.isAttachable) = (.password, true)
    }
    var model = MonitorModel(80, 24, [login])
    model.press("ihuter2")
    for _ in 0..<4 { model.happen(.keyPressed(.left)) }
    model.press("n")
    #expect(model.screen().contains("7>*******"))
    #expect(render(model, at: .start).caret?.column == 5)
    #expect(model.happen(.keyPressed(.enter)) == [.type(key(7), login.number, "hunter2")])
  }

  @Test(
    "no key of a field does what it does elsewhere",
    arguments: [
      Key.left, .right, .home, .end, .delete, .pageUp, .pageDown, .tab, .control("d"),
      .control("w"), .control("k"), .control("f"), .control("b"),
    ])
  func keysStay(pressed: Key) {
    let login = task(1, "Login") {
      ($0.waitingForInput, $0.worker.isAttachable) = (.input, true)
    }
    for opening in ["/", "i", "l/"] {
      var model = MonitorModel(80, 24, [login, task(2, "Copy")])
      if opening == "l/" {
        model.press("l")
        model.happen(.outputBegan(key(1), isCut: false))
        model.happen(.output(key(1), Array("one\n".utf8)))
      }
      model.press(String(opening.suffix(1)))
      let mode = model.mode
      #expect(mode == .filter || mode == .typing || mode == .search)
      model.happen(.keyPressed(pressed))
      #expect(model.mode == mode && model.selection == key(1) && model.held.isEmpty)
    }
  }
}
