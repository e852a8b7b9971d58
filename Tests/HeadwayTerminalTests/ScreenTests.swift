import Glibc
import HeadwayModel
import HeadwayMonitor
import Testing

@testable import HeadwayTerminal

/// One screen a process: one test at a time.
@Suite(.serialized) struct ScreenTests {
  private func canvas(_ text: String, columns: Int = 20) -> Canvas {
    var canvas = Canvas(size: CanvasSize(columns: columns, rows: 5))
    canvas.write(text, .heading, row: 1, column: 2)
    return canvas
  }

  private func inputs(_ screen: Screen) -> [ScreenInput] {
    var inputs: [ScreenInput] = []
    while let input = screen.nextInput() { inputs.append(input) }
    return inputs
  }

  @Test("a screen is drawn, and the terminal given back as it was")
  func drawsAndRestores() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.modes
    let screen = try terminal.open()
    #expect(screen.size == CanvasSize(columns: 20, rows: 5))
    #expect(terminal.modes != before)
    screen.present(canvas("日本 Headway"))
    #expect(terminal.written().contains("日本 Headway"))
    screen.close()
    screen.close()
    #expect(terminal.modes == before)
    let restored = terminal.written()
    #expect(restored.contains("\u{1B}[?1049l"))
    #expect(restored.contains("\u{1B}[?12l\u{1B}[?25h"))
  }

  @Test(
    "the terminal's answer that it knows the status protocol is no key",
    arguments: ["\u{1B}]7501;?\u{1B}\\", "\u{1B}]7501;?\u{07}"])
  func statusAnswer(answer: String) throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    #expect(!screen.knowsStatus)
    terminal.type("a\(answer)b")
    terminal.waitForInput()
    #expect(inputs(screen) == [.key(.character("a")), .key(.character("b"))])
    #expect(screen.knowsStatus)
    screen.close()
  }

  @Test("the cursor is hidden in a corner, and shown at the caret while a person types")
  func caret() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    var canvas = canvas("日本")
    screen.present(canvas)
    var reference = ReferenceTerminal(columns: 20, rows: 5, margin: .waits)
    reference.write(terminal.written())
    #expect([reference.row, reference.column] == [4, 0])
    canvas.caret = Canvas.Caret(row: 1, column: 6)
    screen.present(canvas)
    let shown = terminal.written()
    #expect(
      shown.contains("\u{1B}[2;7H") && shown.contains("\u{1B}[?25h"), "\(shown.debugDescription)")
    canvas.caret = nil
    screen.present(canvas)
    #expect(terminal.written().contains("\u{1B}[?25l"))
    screen.close()
  }

  @Test(
    "a terminal's answer about widths is no key, whole, in parts, or of another place",
    arguments: [
      (["\u{1B}[3;2R"], []), (["\u{1B}[3", ";2R"], []), (["\u{1B}[3;9R"], []), (["\u{1B}[;R"], []),
      (["\u{1B}[2;3R"], []), (["\u{1B}", "[3;2R"], [.escape]),
      (["\u{1B}", "[3", ";2R"], [.escape]),
      (["\u{1B}[", "q"], [.character("q")]), (["\u{1B}", "q"], [.escape, .character("q")]),
    ] as [([String], [Key])])
  func widthAnswer(parts: [String], keys: [Key]) throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    screen.askAmbiguousWidth()
    #expect(terminal.written().hasSuffix("·\u{1B}[6n"))
    var heard: [ScreenInput] = []
    for part in parts + ["j"] {
      terminal.type(part)
      terminal.waitForInput()
      heard += inputs(screen)
    }
    #expect(heard == (keys + [.character("j")]).map(ScreenInput.key))
    screen.close()
  }

  @Test("only what changed is written")
  func writesChanges() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    screen.present(canvas("Headway 1"))
    _ = terminal.written()
    screen.present(canvas("Headway 1"))
    #expect(terminal.written() == "")
    screen.present(canvas("Headway 2"))
    #expect((1...40).contains(terminal.written().utf8.count))
  }

  @Test("a repaint writes all of it")
  func repaints() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    screen.present(canvas("Headway"))
    _ = terminal.written()
    screen.repaint()
    screen.present(canvas("Headway"))
    #expect(terminal.written().contains("Headway"))
  }

  @Test("what the C library can't place is a question mark, as wide")
  func unknownWidth() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    screen.present(canvas("a\u{0378}b"))
    #expect(terminal.written().contains("a?b"))
  }

  @Test(
    "typed bytes are read as the keys they stand for",
    arguments: [
      ("jG?", [Key.character("j"), .character("G"), .character("?")]),
      ("\r\t", [.enter, .tab]), ("\u{03}\u{1A}\u{0C}", ["c", "z", "l"].map(Key.control)),
      ("\u{1B}OA\u{1B}OB\u{1B}[5~\u{1B}[6~", [.up, .down, .pageUp, .pageDown]),
      ("é日", [.character("é"), .character("日")]), ("\u{1B}", [.escape]),
      ("\u{1B}\u{1B}", [.escape, .escape]),
      ("\u{1B}y\u{1B}qk", [.character("k")]),
      ("\u{1B}[999;9Cj\u{1B}Ozk", [.character("j"), .character("k")]), ("\u{00}\u{1F}", []),
      ("\u{1B}[3~", [.delete]),
      ("\u{7F}\u{08}\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF", [.backspace, .backspace, .home, .end]),
    ])
  func keys(typed: String, keys: [Key]) throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    screen.present(canvas(""))
    terminal.type(typed)
    terminal.waitForInput()
    #expect(inputs(screen) == keys.map(ScreenInput.key))
  }

  @Test("the window's focus is asked for, heard of, and let be when the screen goes")
  func focus() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    #expect(terminal.written().contains("\u{1B}[?1004h"))
    screen.present(canvas(""))
    terminal.type("\u{1B}[I\u{1B}[Oj")
    terminal.waitForInput()
    #expect(inputs(screen) == [.focus(true), .focus(false), .key(.character("j"))])
    _ = terminal.written()
    screen.suspend()
    #expect(terminal.written().contains("\u{1B}[?1004l"))
    screen.resume()
    #expect(terminal.written().contains("\u{1B}[?1004h"))
    screen.close()
    #expect(terminal.written().contains("\u{1B}[?1004l"))
  }

  @Test("what is pasted is no keys, and pasting is let be when the screen goes")
  func paste() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    #expect(terminal.written().contains("\u{1B}[?2004h"))
    screen.present(canvas(""))
    terminal.type("\u{1B}[200~cy\r日\u{1B}[201~j\u{1B}[200~c\u{03}k\u{1B}[23;3~l")
    terminal.waitForInput()
    #expect(
      inputs(screen) == [
        .pasted("c"), .pasted("y"), .pasted("日"), .key(.character("j")), .pasted("c"),
        .key(.control("c")), .key(.character("k")), .key(.character("l")),
      ])
    _ = terminal.written()
    screen.suspend()
    #expect(terminal.written().contains("\u{1B}[?2004l"))
  }

  @Test("the mouse is asked for, heard of, and let be when the screen goes")
  func mouse() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    #expect(terminal.written().contains("\u{1B}[?1000h\u{1B}[?1006h"))
    screen.present(canvas(""))
    terminal.type(
      "\u{1B}[<0;5;3M\u{1B}[<0;5;3m\u{1B}[<64;1;1M\u{1B}[<65;20;5M\u{1B}[<2;1;1M\u{1B}[<0;0;1M\u{1B}[<;;Mj"
    )
    terminal.waitForInput()
    #expect(
      inputs(screen) == [
        .mouse(.press, row: 2, column: 4), .mouse(.wheelUp, row: 0, column: 0),
        .mouse(.wheelDown, row: 4, column: 19), .key(.character("j")),
      ])
    _ = terminal.written()
    screen.suspend()
    #expect(terminal.written().contains("\u{1B}[?1006l\u{1B}[?1000l"))
    screen.resume()
    screen.present(canvas("x"))
    #expect(terminal.written().contains("\u{1B}[?1000h\u{1B}[?1006h"))
    screen.close()
    #expect(terminal.written().contains("\u{1B}[?1006l\u{1B}[?1000l"))
  }

  @Test("no part of a report is a key: one that comes in two parts, and one in the older form")
  func partsOfReports() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    screen.present(canvas(""))
    terminal.type("\u{1B}[<0;1")
    terminal.waitForInput()
    #expect(inputs(screen) == [])
    terminal.type("0;3Mk\u{1B}[M cyj")
    terminal.waitForInput()
    #expect(
      inputs(screen) == [
        .mouse(.press, row: 2, column: 9), .key(.character("k")), .key(.character("j")),
      ])
  }

  @Test("of a click that leaves the screen nothing is left for who reads the terminal next")
  func releaseAfterQuit() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    terminal.type("\u{1B}[<0;5;3M")
    terminal.waitForInput()
    #expect(inputs(screen) == [.mouse(.press, row: 2, column: 4)])
    terminal.type("\u{1B}[<0;5;3m")
    screen.close()
    terminal.type("ls\n")
    #expect(terminal.readLine() == "ls\n")
  }

  @Test("without the mouse nothing is asked for")
  func noMouse() throws {
    let terminal = try PseudoTerminal()
    var settings = ScreenSettings()
    settings.hasMouse = false
    let screen = try terminal.open("xterm-256color", settings)
    screen.present(canvas("x"))
    screen.close()
    #expect(!terminal.written().contains("1000"))
  }

  @Test(
    "a colour is the nearest that the terminal has, and none where none is wanted",
    arguments: [
      ("xterm-256color", true, "\u{1B}[38;5;214m"), ("xterm", true, "\u{1B}[33m"),
      ("xterm-256color", false, nil), ("vt100", true, nil),
    ])
  func colours(terminal name: String, isColoured: Bool, sequence: String?) throws {
    let terminal = try PseudoTerminal()
    var settings = ScreenSettings()
    settings.theme[.heading] = Look([], Colour(hex: 0xFFAF00))
    settings.isColoured = isColoured
    let screen = try terminal.open(name, settings)
    _ = terminal.written()
    screen.present(canvas("text"))
    let written = terminal.written()
    #expect(written.contains("text"))
    if let sequence {
      #expect(written.contains(sequence))
    } else {
      #expect(!written.contains("\u{1B}[38;") && !written.contains("\u{1B}[33m"))
    }
  }

  @Test("terminfo's entry with direct colours goes first where the terminal has them")
  func directColours() {
    var settings = ScreenSettings()
    #expect(settings.names(of: "tmux-256color") == ["tmux-256color", "xterm-256color"])
    settings.hasDirectColours = true
    #expect(
      settings.names(of: "tmux-256color") == ["tmux-direct", "tmux-256color", "xterm-256color"])
    settings.isColoured = false
    #expect(settings.names(of: "foot") == ["foot", "xterm-256color"])
  }

  @Test("what was said is taken back whenever the screen goes, once it was said")
  func farewell() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    screen.suspend()
    screen.resume()
    screen.send(Array("\u{1B}]9;4;1;5\u{1B}\\".utf8))
    let before = terminal.written()
    #expect(before.hasSuffix("]9;4;1;5\u{1B}\\") && !before.contains("]9;4;0"))
    screen.setFarewell(Array("\u{1B}]9;4;0;0\u{1B}\\".utf8))
    screen.suspend()
    #expect(terminal.written().contains("]9;4;0;0"))
    screen.send(Array("\u{1B}]9;4;1;6\u{1B}\\".utf8))
    #expect(terminal.written() == "")
    screen.resume()
    #expect(!terminal.written().contains("]9;4;0;0"))
    screen.close()
    #expect(terminal.written().contains("]9;4;0;0"))
    let next = try terminal.open()
    next.close()
    #expect(!terminal.written().contains("]9;4;0;0"))
  }

  @Test("a change of size is noticed without a signal")
  func resizes() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    screen.present(canvas("Headway"))
    terminal.resize(columns: 30, rows: 5)
    #expect(inputs(screen) == [.resized(CanvasSize(columns: 30, rows: 5))])
    #expect(inputs(screen) == [])
    _ = terminal.written()
    screen.present(canvas("Headway", columns: 30))
    #expect(terminal.written().contains("Headway"))
  }

  @Test("while suspended nothing is drawn; then all of it is")
  func suspends() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.modes
    let screen = try terminal.open()
    screen.present(canvas("Headway"))
    let during = terminal.modes
    screen.suspend()
    #expect(terminal.modes == before)
    _ = terminal.written()
    screen.present(canvas("Other"))
    #expect(terminal.written() == "")
    terminal.resize(columns: 30, rows: 5)
    screen.resume()
    #expect(inputs(screen) == [.resized(CanvasSize(columns: 30, rows: 5))])
    screen.present(canvas("Headway", columns: 30))
    #expect(terminal.written().contains("Headway"))
    #expect(terminal.modes == during)
  }

  @Test("after a stop nobody told of, modes and screen come back")
  func resumesUnsuspended() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.modes
    let screen = try terminal.open()
    screen.present(canvas("Headway"))
    let during = terminal.modes
    terminal.makeSane()
    #expect(terminal.modes != during)
    _ = terminal.written()
    screen.resume()
    screen.resume()
    screen.present(canvas("Headway"))
    #expect(terminal.written().contains("Headway"))
    #expect(terminal.modes == during)
    screen.close()
    #expect(terminal.modes == before)
  }

  @Test("without a terminal that can show it there is an error", arguments: [nil, "", "dumb"])
  func unsuitable(name: String?) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.modes
    #expect(throws: ScreenError.unsuitableTerminal(name: name)) { try terminal.open(name) }
    #expect(terminal.modes == before)
    #expect(terminal.written() == "")
  }

  @Test("an unknown terminal is taken for xterm-256color")
  func unknown() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open("no-such-terminal")
    screen.present(canvas("Headway"))
    #expect(terminal.written().contains("Headway"))
  }

  @Test("a second screen is refused and leaves the first alone")
  func second() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    #expect(throws: ScreenError.notATerminal(code: EBUSY)) { try terminal.open() }
    screen.present(canvas("Headway"))
    #expect(terminal.written().contains("Headway"))
  }

  @Test("a pipe is no terminal")
  func pipe() throws {
    var ends: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    #expect(throws: ScreenError.notATerminal(code: ENOTTY)) {
      try Screen(input: ends[0], output: ends[1], terminal: "xterm")
    }
  }
}
