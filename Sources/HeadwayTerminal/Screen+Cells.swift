import CCurses
import HeadwayCore
import HeadwayMonitor

extension Screen {
  /// Puts `cells`, of one look, side by side from an absolute place on.
  func put(_ cells: Span<Cell>, row: Int, column: Int) {
    let look = look(of: cells[0].style)
    for place in cells.indices { Self.put(cells[place], look, row: row, column: column + place) }
  }

  /// Where the C library takes its text for another width than the canvas does, question marks hold the
  /// place, so that columns stay aligned.
  private static func put(_ cell: Cell, _ look: CellLook, row: Int, column: Int) {
    guard cell.width > 0 else { return }
    guard width(of: cell) == cell.width else {
      for offset in 0..<cell.width { put("?", look, row: row, column: column + offset) }
      return
    }
    if let scalar = cell.onlyScalar {
      put(scalar, look, row: row, column: column)
    } else {
      let scalars = cell.text.unicodeScalars.map(\.value)
      scalars.withUnsafeBufferPointer { put($0, look, row: row, column: column) }
    }
  }

  private static func put(_ scalar: Unicode.Scalar, _ look: CellLook, row: Int, column: Int) {
    withUnsafePointer(to: scalar.value) {
      put(UnsafeBufferPointer(start: $0, count: 1), look, row: row, column: column)
    }
  }

  private static func put(
    _ scalars: UnsafeBufferPointer<UInt32>, _ look: CellLook, row: Int, column: Int
  ) {
    guard let start = scalars.baseAddress else { return }
    headway_curses_put(
      Int32(clamping: row), Int32(clamping: column), start, scalars.count, look.attributes,
      look.pair)
  }

  /// Nil for what the C library can't draw in one cell.
  private static func width(of cell: Cell) -> Int? {
    if let scalar = cell.onlyScalar {
      return (0x20..<0x7F).contains(scalar.value) ? 1 : Int(headway_curses_width(scalar.value))
    }
    let scalars = cell.text.unicodeScalars
    guard let base = scalars.first,
      scalars.dropFirst().allSatisfy({ headway_curses_width($0.value) == 0 })
    else { return nil }
    return Int(headway_curses_width(base.value))
  }

  /// A colour pair for each role that has a colour of its own here.
  static func looks(of theme: Theme) -> [StyleRole: CellLook] {
    var looks: [StyleRole: CellLook] = [:]
    for (index, role) in StyleRole.allCases.enumerated() {
      looks[role] = (
        attributes: attributes(theme[role].attributes),
        pair: pair(index + 1, for: theme[role].colour)
      )
    }
    return looks
  }

  /// A colour pair for each of the palette's sixteen, behind those of the roles.
  static func palettePairs() -> [Int32] {
    (0..<16).map { pair(StyleRole.allCases.count + 1 + $0, for: .palette(UInt8($0))) }
  }

  /// 0 where the terminal has no colours, or only its own is meant.
  private static func pair(_ pair: Int, for colour: Colour) -> Int32 {
    let number = colour.number(among: Int(headway_curses_colour_count()))
    return number.map { headway_curses_define(Int32(pair), Int32($0)) } ?? 0
  }

  private func look(of style: CellStyle) -> CellLook {
    switch style {
    case .role(let role): looks[role] ?? (attributes: 0, pair: 0)
    case .output(let rendition): look(of: rendition)
    }
  }

  private func look(of rendition: GraphicRendition) -> CellLook {
    let index = rendition.paletteIndex.map(Int.init)
    return (
      attributes: Self.attributes(rendition.attributes), pair: index.map { palettePairs[$0] } ?? 0
    )
  }

  private static func attributes(_ attributes: TextAttributes) -> UInt32 {
    let flags: [(TextAttributes, Int)] = [
      (.bold, HEADWAY_CURSES_BOLD), (.dim, HEADWAY_CURSES_DIM),
      (.reverse, HEADWAY_CURSES_REVERSE), (.underline, HEADWAY_CURSES_UNDERLINE),
    ]
    return flags.reduce(0) { attributes.contains($1.0) ? $0 | UInt32($1.1) : $0 }
  }
}
