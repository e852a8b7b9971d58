import CCurses
import HeadwayModel
import HeadwayMonitor

/// The bytes of one frame: cells at their places and in their looks. The frame ends in the look of
/// plain text. Used from the thread of the screen, while it is open.
struct Frame {
  private var bytes: [UInt8] = []
  private var size = CanvasSize(columns: 0, rows: 0)
  private let scrollsAtEnd = headway_curses_scrolls_at_end()
  private var looks: TerminalLooks
  /// The look of the next text; nil for plain text, with which a frame begins.
  private var current: (style: CellStyle, look: TerminalLooks.Look)?

  init(_ looks: TerminalLooks) { self.looks = looks }

  /// Begins a frame on a screen of `size`. Cells outside of it are left out.
  mutating func begin(on size: CanvasSize) {
    bytes.removeAll(keepingCapacity: true)
    self.size = size
  }

  /// All that is to be sent.
  mutating func end() -> [UInt8] {
    endLook()
    return bytes
  }

  /// Puts `cells`, of one look, side by side from an absolute place on.
  mutating func put(_ cells: Span<Cell>, row: Int, column: Int) {
    guard row < size.rows, column < size.columns else { return }
    bytes.append(bytesOf: { headway_curses_place(Int32(row), Int32(column), $0) })
    beginLook(of: cells[0].style)
    let room = scrollsAtEnd && row == size.rows - 1 ? size.columns - 1 : size.columns
    var end = column
    for place in cells.indices {
      end += cells[place].width
      guard end <= room else { return }
      put(cells[place])
    }
  }

  private mutating func beginLook(of style: CellStyle) {
    if current?.style == style { return }
    endLook()
    let look = looks.look(of: style)
    bytes += look.start
    current = (style, look)
  }

  private mutating func endLook() {
    if let current { bytes += current.look.end }
    current = nil
  }

  /// Adds a cell. Question marks hold the place of a text that the C library takes for another
  /// width than the canvas, so that columns stay aligned.
  private mutating func put(_ cell: Cell) {
    guard cell.width > 0 else { return }
    if let scalar = cell.onlyScalar, (0x20..<0x7F).contains(scalar.value) {
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      return
    }
    let scalars = cell.text.unicodeScalars
    let start = bytes.count
    if Self.width(of: scalars) == cell.width, scalars.allSatisfy({ put($0) }) { return }
    bytes.removeSubrange(start...)
    for _ in 0..<cell.width { bytes.append(UInt8(ascii: "?")) }
  }

  /// Whether the locale has it.
  private mutating func put(_ scalar: Unicode.Scalar) -> Bool {
    let start = bytes.count
    bytes.append(bytesOf: { headway_curses_encode(scalar.value, $0) })
    return bytes.count > start
  }

  /// Returns the width of a cell's text; nil if the C library can't draw it in one cell.
  private static func width(of scalars: String.UnicodeScalarView) -> Int? {
    guard let base = scalars.first,
      scalars.dropFirst().allSatisfy({ headway_curses_width($0.value) == 0 })
    else { return nil }
    return Int(headway_curses_width(base.value))
  }
}
