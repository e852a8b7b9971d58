import CCurses
import HeadwayMonitor

extension Screen {
  /// Puts `cell` at an absolute place. Where the C library takes its text for another width than
  /// the canvas does, question marks hold the place, so that columns stay aligned.
  func put(_ cell: Cell, row: Int, column: Int) {
    guard cell.width > 0 else { return }
    let scalars = cell.text.unicodeScalars.map(\.value)
    guard Self.width(of: scalars) == cell.width else {
      for offset in 0..<cell.width {
        put([UInt32(UInt8(ascii: "?"))], cell.style, row: row, column: column + offset)
      }
      return
    }
    put(scalars, cell.style, row: row, column: column)
  }

  private func put(_ scalars: [UInt32], _ style: Style, row: Int, column: Int) {
    headway_curses_put(
      Int32(clamping: row), Int32(clamping: column), scalars, scalars.count,
      Self.attributes(style.attributes), Self.number(of: style.colour))
  }

  /// Nil for what the C library can't draw in one cell.
  private static func width(of scalars: [UInt32]) -> Int? {
    guard let base = scalars.first else { return nil }
    if scalars.count == 1, (0x20..<0x7F).contains(base) { return 1 }
    guard scalars.dropFirst().allSatisfy({ headway_curses_width($0) == 0 }) else { return nil }
    return Int(headway_curses_width(base))
  }

  private static func attributes(_ attributes: StyleAttributes) -> UInt32 {
    let flags: [(StyleAttributes, Int)] = [
      (.bold, HEADWAY_CURSES_BOLD), (.dim, HEADWAY_CURSES_DIM),
      (.reverse, HEADWAY_CURSES_REVERSE), (.underline, HEADWAY_CURSES_UNDERLINE),
    ]
    return flags.reduce(0) { attributes.contains($1.0) ? $0 | UInt32($1.1) : $0 }
  }

  /// As headway_curses_put numbers them.
  private static func number(of colour: Colour) -> Int32 {
    switch colour {
    case .standard: 0
    case .black: 1
    case .red: 2
    case .green: 3
    case .yellow: 4
    case .blue: 5
    case .magenta: 6
    case .cyan: 7
    case .white: 8
    }
  }
}
