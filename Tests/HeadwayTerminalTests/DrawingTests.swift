import HeadwayModel
import HeadwayMonitor
import SeededRandomness
import Testing

@testable import HeadwayTerminal

/// The pictures on terminals, read by a reference terminal. One screen a process here too.
extension ScreenTests {
  private static let (columns, rows) = (24, 6)

  private func canvas(
    _ text: String, _ role: StyleRole = .plain, row: Int = 1, column: Int = 2,
    rows: Int = ScreenTests.rows, columns: Int = ScreenTests.columns
  ) -> Canvas {
    var canvas = Canvas(size: CanvasSize(columns: columns, rows: rows))
    canvas.write(text, role, row: row, column: column)
    return canvas
  }

  private func terminal() throws -> PseudoTerminal {
    try PseudoTerminal(columns: UInt16(Self.columns), rows: UInt16(Self.rows))
  }

  private func reference(_ name: String) -> ReferenceTerminal {
    let margin: ReferenceTerminal.Margin =
      switch name {
      case "vt52": .stays
      case "ansi": .wraps
      default: .waits
      }
    return ReferenceTerminal(
      columns: Self.columns, rows: Self.rows, margin: margin, isVT52: name == "vt52")
  }

  @Test(
    "random canvases look the same on every terminal, whatever came before",
    arguments: [
      "xterm-256color", "tmux-256color", "screen", "linux", "rxvt", "vt100", "vt52", "ansi",
    ])
  func random(terminal name: String) throws {
    let words = [
      "Headway", "日本語", "e\u{301}te\u{301}", "42%", "        ", "▕████░░▏", "x", "----------",
    ]
    for seed in 1...6 as ClosedRange<UInt64> {
      var random = SplitMix(seed: seed)
      let terminal = try terminal()
      let screen = try terminal.open(name)
      var shown = reference(name)
      shown.write(terminal.written())
      var canvas = canvas("")
      for step in 1...40 {
        if Int.random(in: 0..<8, using: &random) == 0 {
          canvas = self.canvas("")
        }
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          guard let word = words.randomElement(using: &random),
            let role = StyleRole.allCases.randomElement(using: &random)
          else { continue }
          let row = Int.random(in: 0..<Self.rows, using: &random)
          canvas.write(word, role, row: row, column: .random(in: 0..<Self.columns, using: &random))
        }
        if Int.random(in: 0..<12, using: &random) == 0 { screen.repaint() }
        screen.present(canvas)
        shown.write(terminal.written())
        let expected = picture(of: canvas, on: name)
        #expect(shown.lines == expected, "\(name), seed \(seed), step \(step)")
        #expect(shown.unknown == [], "\(name)")
        guard shown.lines == expected, shown.unknown.isEmpty else { return }
      }
      screen.close()
    }
  }

  /// The lines of `canvas`, without a wide cell in the lower right corner of a terminal that would
  /// scroll for it.
  private func picture(of canvas: Canvas, on name: String) -> [String] {
    var canvas = canvas
    let (row, column) = (Self.rows - 1, Self.columns - 2)
    if name == "ansi", canvas[row: row, column: column].width == 2 {
      canvas.write("  ", .plain, row: row, column: column)
    }
    return canvas.lines
  }

  @Test("each cell has the look of its role, and blank cells have none")
  func looks() throws {
    let terminal = try terminal()
    var settings = ScreenSettings()
    settings.theme[.heading] = Look([.bold], Colour(hex: 0xFFAF00))
    settings.theme[.warning] = Look([.reverse, .underline], .standard)
    let screen = try terminal.open("xterm-256color", settings)
    var canvas = canvas("one", .heading)
    canvas.write("two", .plain, row: 1, column: 5)
    canvas.write("three", .warning, row: 3, column: 0)
    screen.present(canvas)
    var shown = reference("xterm-256color")
    shown.write(terminal.written())
    let heading = ReferenceTerminal.TerminalLook(attributes: [1], colour: [38, 5, 214])
    let warning = ReferenceTerminal.TerminalLook(attributes: [4, 7])
    #expect(shown.cells[1][2...4].allSatisfy { $0.look == heading })
    #expect(shown.cells[1][5...7].allSatisfy { $0.look == .init() })
    #expect(shown.cells[3][0...4].allSatisfy { $0.look == warning })
    #expect(shown.cells[5].allSatisfy { $0 == .init() })
    canvas.write("one", .plain, row: 1, column: 2)
    screen.present(canvas)
    shown.write(terminal.written())
    #expect(shown.cells[1].allSatisfy { $0.look == .init() })
    screen.present(canvas)
    #expect(terminal.written() == "")
  }

  @Test("cells outside the screen are left out, and so is half a wide cell")
  func outside() throws {
    let terminal = try terminal()
    let screen = try terminal.open()
    var shown = reference("xterm-256color")
    screen.present(canvas("日本語", column: 19, columns: 40))
    shown.write(terminal.written())
    #expect(shown.lines[1] == String(repeating: " ", count: 19) + "日本")
    screen.present(canvas("below", row: 7, rows: 9))
    #expect(!terminal.written().contains("below"))
  }

  @Test(
    "the last cell of the screen is drawn without scrolling it",
    arguments: ["xterm-256color", "vt100", "vt52", "ansi"])
  func lastCell(terminal name: String) throws {
    let terminal = try terminal()
    let screen = try terminal.open(name)
    var shown = reference(name)
    var canvas = canvas("top", row: 0, column: 0)
    canvas.write("abcd", .plain, row: Self.rows - 1, column: Self.columns - 4)
    screen.present(canvas)
    shown.write(terminal.written())
    #expect(shown.lines == canvas.lines)
  }

  @Test("the progress of a card takes at most 120 bytes")
  func progressBytes() throws {
    let terminal = try PseudoTerminal(columns: 120, rows: 20)
    let screen = try terminal.open()
    func card(_ percent: Int) -> Canvas {
      var canvas = Canvas(size: CanvasSize(columns: 120, rows: 20))
      let bar =
        String(repeating: "█", count: percent) + String(repeating: "░", count: 100 - percent)
      canvas.write("Export", .title, row: 4, column: 2)
      canvas.write("\(percent)%", .percent, row: 4, column: 100)
      canvas.write(bar, .measured, row: 5, column: 2)
      canvas.write("\(percent * 17)/1700 · \(100 - percent)s left", .faint, row: 6, column: 2)
      return canvas
    }
    screen.present(card(40))
    _ = terminal.written()
    for percent in 41...60 {
      screen.present(card(percent))
      #expect((1...120).contains(terminal.written().utf8.count))
    }
  }

  @Test("a terminal that another program made non-blocking is drawn whole")
  func nonBlocking() throws {
    let terminal = try terminal()
    terminal.makeNonBlocking()
    let screen = try terminal.open()
    var shown = reference("xterm-256color")
    screen.present(canvas("Headway"))
    shown.write(terminal.written())
    #expect(shown.lines[1] == "  Headway")
  }
}
