import CCurses
import HeadwayCore
import HeadwayMonitor

extension Screen {
  /// Puts `cell` at an absolute place. Where the C library takes its text for another width than
  /// the canvas does, question marks hold the place, so that columns stay aligned.
  func put(_ cell: Cell, row: Int, column: Int) {
    guard cell.width > 0 else { return }
    let scalars = cell.text.unicodeScalars.map(\.value)
    guard Self.width(of: scalars) == cell.width else {
      for offset in 0..<cell.width {
        put([UInt32(UInt8(ascii: "?"))], cell.role, row: row, column: column + offset)
      }
      return
    }
    put(scalars, cell.role, row: row, column: column)
  }

  private func put(_ scalars: [UInt32], _ role: StyleRole, row: Int, column: Int) {
    let look = looks[role] ?? (attributes: 0, pair: 0)
    headway_curses_put(
      Int32(clamping: row), Int32(clamping: column), scalars, scalars.count, look.attributes,
      look.pair)
  }

  /// Nil for what the C library can't draw in one cell.
  private static func width(of scalars: [UInt32]) -> Int? {
    guard let base = scalars.first else { return nil }
    if scalars.count == 1, (0x20..<0x7F).contains(base) { return 1 }
    guard scalars.dropFirst().allSatisfy({ headway_curses_width($0) == 0 }) else { return nil }
    return Int(headway_curses_width(base))
  }

  /// A colour pair for each role that has a colour of its own here.
  static func looks(of theme: Theme) -> [StyleRole: (attributes: UInt32, pair: Int32)] {
    let count = Int(headway_curses_colour_count())
    var looks: [StyleRole: (attributes: UInt32, pair: Int32)] = [:]
    for (index, role) in StyleRole.allCases.enumerated() {
      let pair = theme[role].colour.number(among: count).map { number in
        headway_curses_define(Int32(index + 1), Int32(number))
      }
      looks[role] = (attributes: attributes(theme[role].attributes), pair: pair ?? 0)
    }
    return looks
  }

  private static func attributes(_ attributes: TextAttributes) -> UInt32 {
    let flags: [(TextAttributes, Int)] = [
      (.bold, HEADWAY_CURSES_BOLD), (.dim, HEADWAY_CURSES_DIM),
      (.reverse, HEADWAY_CURSES_REVERSE), (.underline, HEADWAY_CURSES_UNDERLINE),
    ]
    return flags.reduce(0) { attributes.contains($1.0) ? $0 | UInt32($1.1) : $0 }
  }
}
