import CCurses
import HeadwayModel
import HeadwayMonitor

/// The window of curses that the screen is drawn in.
///
/// The screen puts changed runs of cells into the window. curses sends the terminal whatever that
/// takes: it knows the terminal's margins, its colours, and the cheapest way from cell to cell.
/// Used from the thread of the screen, while it is open.
struct CursesWindow {
  private let theme: Theme
  /// The colour pair of each role that has a colour of its own.
  private let rolePairs: [StyleRole: Int32]
  /// The colour pairs of the palette's sixteen colours, behind those of the roles.
  private let palettePairs: [Int32]
  private var cells: [headway_curses_cell] = []

  /// Defines the colour pairs of the theme.
  init(theme: Theme) {
    self.theme = theme
    let roles = StyleRole.allCases
    let pairs = roles.enumerated().map { ($1, Self.pair($0 + 1, for: theme[$1].colour)) }
    rolePairs = Dictionary(uniqueKeysWithValues: pairs)
    palettePairs = (0..<16).map { Self.pair(roles.count + 1 + $0, for: .palette(UInt8($0))) }
  }

  /// Forgets what the terminal shows. The next ``present()`` draws everything.
  func clear() { headway_curses_clear() }

  /// Writes a run of cells, all of one look, into the window. Cells outside of it are left out.
  mutating func put(_ run: Span<Cell>, row: Int, column: Int) {
    guard !run.isEmpty else { return }
    cells.removeAll(keepingCapacity: true)
    for place in run.indices { cells.append(headway_curses_cell(run[place])) }
    let look = look(of: run[0].style)
    headway_curses_put(
      Int32(clamping: row), Int32(clamping: column), cells, cells.count, look.attributes, look.pair)
  }

  /// Sends the terminal the changes of the window, and leaves its cursor at the caret. Without a caret
  /// the cursor is hidden in the lower left corner, since input methods draw at a hidden one, too. Waits
  /// asleep while the terminal takes nothing.
  func present(caret: Canvas.Caret?, rows: Int) {
    let place = caret ?? Canvas.Caret(row: rows - 1, column: 0)
    headway_curses_present(Int32(clamping: place.row), Int32(clamping: place.column), caret != nil)
  }

  private func look(of style: CellStyle) -> (attributes: UInt32, pair: Int32) {
    switch style {
    case .role(let role): (Self.bits(theme[role].attributes), rolePairs[role] ?? 0)
    case .output(let rendition):
      (
        Self.bits(rendition.attributes),
        rendition.paletteIndex.map { palettePairs[Int($0)] } ?? 0
      )
    }
  }

  private static func bits(_ attributes: TextAttributes) -> UInt32 {
    let flags: [(TextAttributes, Int)] = [
      (.bold, HEADWAY_CURSES_BOLD), (.dim, HEADWAY_CURSES_DIM),
      (.reverse, HEADWAY_CURSES_REVERSE), (.underline, HEADWAY_CURSES_UNDERLINE),
    ]
    return flags.reduce(UInt32(0)) { attributes.contains($1.0) ? $0 | UInt32($1.1) : $0 }
  }

  /// Defines a colour pair. 0 if the terminal has no colours, or if `colour` is the terminal's own.
  private static func pair(_ pair: Int, for colour: Colour) -> Int32 {
    let number = colour.number(among: Int(headway_curses_colour_count()))
    return number.map { headway_curses_define(Int32(pair), Int32($0)) } ?? 0
  }
}

extension headway_curses_cell {
  fileprivate init(_ cell: Cell) {
    self.init()
    width = UInt32(cell.width)
    if let scalar = cell.onlyScalar {
      scalars.0 = scalar.value
      return
    }
    var rest = cell.text.unicodeScalars.makeIterator()
    scalars.0 = rest.next()?.value ?? 0
    scalars.1 = rest.next()?.value ?? 0
    scalars.2 = rest.next()?.value ?? 0
    scalars.3 = rest.next()?.value ?? 0
    scalars.4 = rest.next()?.value ?? 0
  }
}
