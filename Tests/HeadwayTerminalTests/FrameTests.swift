import HeadwayModel
import HeadwayMonitor
import Testing

@testable import HeadwayTerminal

/// What the terminal is sent: one screen a process here too.
extension ScreenTests {
  private func canvas(
    _ text: String, _ role: StyleRole = .plain, row: Int = 1, column: Int = 2, rows: Int = 5,
    columns: Int = 20
  ) -> Canvas {
    var canvas = Canvas(size: CanvasSize(columns: columns, rows: rows))
    canvas.write(text, role, row: row, column: column)
    return canvas
  }

  @Test("a cell is addressed as the terminal has it", arguments: ["xterm-256color", "vt52"])
  func address(terminal name: String) throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open(name)
    screen.present(canvas("Headway"))
    let address = name == "vt52" ? "\u{1B}Y!\"" : "\u{1B}[2;3H"
    #expect(terminal.written().hasSuffix("\(address)Headway"))
  }

  @Test("text is in its look, and what comes after it is in none")
  func looks() throws {
    let terminal = try PseudoTerminal()
    var settings = ScreenSettings()
    settings.theme[.heading] = Look([.bold], Colour(hex: 0xFFAF00))
    settings.theme[.plain] = Look([], .standard)
    let screen = try terminal.open("xterm-256color", settings)
    screen.present(canvas(""))
    _ = terminal.written()
    var canvas = canvas("one", .heading)
    canvas.write("two", .plain, row: 1, column: 5)
    canvas.write("three", .heading, row: 3, column: 0)
    screen.present(canvas)
    let (start, end) = ("\u{1B}(B\u{1B}[0;1m\u{1B}[38;5;214m", "\u{1B}[39m\u{1B}(B\u{1B}[m")
    #expect(
      terminal.written()
        == "\u{1B}[2;3H\(start)one\u{1B}[2;6H\(end)two\u{1B}[4;1H\(start)three\(end)")
    screen.present(canvas)
    #expect(terminal.written() == "")
  }

  @Test("what the screen has no room for is left out, and half a wide cell too")
  func outside() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    screen.present(canvas("日本語", column: 15, columns: 40))
    #expect(terminal.written().hasSuffix("\u{1B}[2;16H日本"))
    screen.present(canvas("below", row: 7, rows: 9))
    #expect(!terminal.written().contains("below"))
  }

  @Test(
    "the last cell is filled where that doesn't scroll the screen",
    arguments: [("xterm-256color", "abcd"), ("ansi", "abc")])
  func lastCell(terminal name: String, shown: String) throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open(name)
    screen.present(canvas("abcd", row: 4, column: 16))
    #expect(terminal.written().hasSuffix(shown))
  }

  @Test("a combining mark goes with its base, and a change within a wide cell draws all of it")
  func clusters() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    screen.present(canvas("e\u{301}日x"))
    #expect(terminal.written().hasSuffix("e\u{301}日x"))
    screen.present(canvas("e\u{301}ab" + "x"))
    #expect(terminal.written() == "\u{1B}[2;4Hab")
    screen.present(canvas("e\u{301}日x"))
    #expect(terminal.written() == "\u{1B}[2;4H日")
  }
}
