import HeadwayMonitor

/// A small terminal that tests read pictures from: the sequences of ECMA-48 that curses uses for the
/// terminals of the tests, and those of the VT52.
///
/// A sequence that it doesn't know makes `unknown` say so, so that no test passes by accident.
struct ReferenceTerminal {
  /// The behaviour of a terminal at its right margin.
  enum Margin {
    /// The cursor waits at the margin until the next character (terminfo's `am` and `xenl`).
    case waits
    /// The cursor goes to the next line at once, and the last cell scrolls the screen (`am`).
    case wraps
    /// The cursor stays.
    case stays
  }

  struct Cell: Equatable {
    /// The base and its marks; empty in the right half of a wide cell.
    var text = " "
    var look = TerminalLook()
  }

  struct TerminalLook: Hashable {
    var attributes: Set<Int> = []
    var colour: [Int] = []
  }

  let (columns, rows): (Int, Int)
  let margin: Margin
  let isVT52: Bool
  private(set) var cells: [[Cell]]
  private(set) var unknown: [String] = []
  private(set) var (row, column) = (0, 0)
  private var waitsAtMargin = false
  private var look = TerminalLook()
  private var saved = (0, 0)
  private var region: ClosedRange<Int>
  private var lastDrawn: Unicode.Scalar = " "
  /// The cell that a combining mark goes to.
  private var lastPlace = (row: 0, column: 0)

  init(columns: Int, rows: Int, margin: Margin, isVT52: Bool = false) {
    (self.columns, self.rows, self.margin, self.isVT52) = (columns, rows, margin, isVT52)
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    region = 0...rows - 1
  }

  var lines: [String] {
    cells.map { row in
      var line = row.map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  mutating func write(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1B}": escape(&rest)
      case "\r": move(to: row, 0)
      case "\n": lineFeed()
      case "\u{08}": move(to: row, column - 1)
      case "\t": move(to: row, min(columns - 1, column / 8 * 8 + 8))
      case "\u{00}", "\u{07}", "\u{0E}", "\u{0F}": break
      default: draw(scalar)
      }
    }
  }

  private mutating func draw(_ scalar: Unicode.Scalar) {
    let width = cellWidth(scalar)
    if width == 0 {
      cells[lastPlace.row][lastPlace.column].text.unicodeScalars.append(scalar)
      return
    }
    if waitsAtMargin || column + width > columns, margin != .stays {
      lineFeed()
      move(to: row, 0)
    }
    lastDrawn = scalar
    blankHalves(column..<min(columns, column + width))
    cells[row][column] = Cell(text: String(scalar), look: look)
    lastPlace = (row, column)
    if width == 2, column + 1 < columns { cells[row][column + 1] = Cell(text: "", look: look) }
    if column + width < columns {
      column += width
    } else {
      column = columns - 1
      switch margin {
      case .waits: waitsAtMargin = true
      case .wraps:
        lineFeed()
        column = 0
      case .stays: break
      }
    }
  }

  /// Blanks the halves of wide cells that a write to `written` would split.
  private mutating func blankHalves(_ written: Range<Int>) {
    if cells[row][written.lowerBound].text.isEmpty, written.lowerBound > 0 {
      cells[row][written.lowerBound - 1].text = " "
    }
    if written.upperBound < columns, cells[row][written.upperBound].text.isEmpty {
      cells[row][written.upperBound].text = " "
    }
  }

  private mutating func move(to newRow: Int, _ newColumn: Int) {
    row = min(max(newRow, 0), rows - 1)
    column = min(max(newColumn, 0), columns - 1)
    waitsAtMargin = false
  }

  private mutating func lineFeed() {
    if row == region.upperBound { scroll(by: 1) } else { row = min(row + 1, rows - 1) }
    waitsAtMargin = false
  }

  private mutating func scroll(by count: Int) {
    for _ in 0..<abs(count) {
      let blank = Array(repeating: Cell(), count: columns)
      if count > 0 {
        cells.remove(at: region.lowerBound)
        cells.insert(blank, at: region.upperBound)
      } else {
        cells.remove(at: region.upperBound)
        cells.insert(blank, at: region.lowerBound)
      }
    }
  }

  private mutating func erase(_ place: Int, _ range: Range<Int>) {
    var blank = Cell()
    blank.look.colour = look.colour.filter { $0 >= 40 }
    for column in range where column < columns { cells[place][column] = blank }
  }

  private mutating func eraseBelow() {
    erase(row, column..<columns)
    for place in row + 1..<max(row + 1, rows) { erase(place, 0..<columns) }
  }

  private mutating func escape(_ rest: inout ArraySlice<Unicode.Scalar>) {
    guard let kind = rest.popFirst() else { return }
    if isVT52 { return vt52(kind, &rest) }
    switch kind {
    case "[": control(&rest)
    case "]":
      while let scalar = rest.popFirst(), scalar != "\u{07}" {
        if scalar == "\u{1B}" { return _ = rest.popFirst() }
      }
    case "(", ")", "#": _ = rest.popFirst()
    case "7": saved = (row, column)
    case "8": move(to: saved.0, saved.1)
    case "D": lineFeed()
    case "E":
      lineFeed()
      move(to: row, 0)
    case "M": if row == region.lowerBound { scroll(by: -1) } else { move(to: row - 1, column) }
    case "=", ">", "c", "<", "Z": break
    default: unknown.append("ESC \(kind)")
    }
  }

  private mutating func vt52(_ kind: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>) {
    switch kind {
    case "Y":
      guard let row = rest.popFirst(), let column = rest.popFirst() else { return }
      move(to: Int(row.value) - 32, Int(column.value) - 32)
    case "A": move(to: row - 1, column)
    case "B": move(to: row + 1, column)
    case "C": move(to: row, column + 1)
    case "D": move(to: row, column - 1)
    case "H": move(to: 0, 0)
    case "I": if row == 0 { scroll(by: -1) } else { move(to: row - 1, column) }
    case "J": eraseBelow()
    case "K": erase(row, column..<columns)
    // Focus, paste and mouse are asked for in the form of ECMA-48.
    case "[": while let scalar = rest.popFirst(), !(0x40...0x7E).contains(scalar.value) {}
    case "F", "G", "=", ">": break
    default: unknown.append("ESC \(kind)")
    }
  }

  private mutating func control(_ rest: inout ArraySlice<Unicode.Scalar>) {
    var text = ""
    var final: Unicode.Scalar = " "
    while let scalar = rest.popFirst() {
      if (0x40...0x7E).contains(scalar.value) {
        final = scalar
        break
      }
      text.unicodeScalars.append(scalar)
    }
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let first = max(1, (numbers.first ?? nil) ?? 1)
    switch final {
    case "H", "f":
      move(to: first - 1, max(1, (numbers.count > 1 ? numbers[1] : nil) ?? 1) - 1)
    case "A": move(to: row - first, column)
    case "B", "e": move(to: row + first, column)
    case "C", "a": move(to: row, column + first)
    case "D": move(to: row, column - first)
    case "G", "`": move(to: row, first - 1)
    case "d": move(to: first - 1, column)
    case "J":
      switch (numbers.first ?? nil) ?? 0 {
      case 0: eraseBelow()
      case 1:
        for place in 0..<row { erase(place, 0..<columns) }
        erase(row, 0..<column + 1)
      default: for place in 0..<rows { erase(place, 0..<columns) }
      }
    case "K":
      switch (numbers.first ?? nil) ?? 0 {
      case 0: erase(row, column..<columns)
      case 1: erase(row, 0..<column + 1)
      default: erase(row, 0..<columns)
      }
    case "X": erase(row, column..<min(columns, column + first))
    case "@":
      for _ in 0..<first {
        cells[row].insert(Cell(), at: column)
        cells[row].removeLast()
      }
    case "P":
      for _ in 0..<min(first, columns - column) {
        cells[row].remove(at: column)
        cells[row].append(Cell())
      }
    case "L",
      "M" where region.contains(row):
      let whole = region
      region = row...whole.upperBound
      scroll(by: final == "M" ? first : -first)
      region = whole
    case "S": scroll(by: first)
    case "T": scroll(by: -first)
    case "b": for _ in 0..<first { draw(lastDrawn) }
    case "Z": move(to: row, max(0, (column - 1) / 8 * 8))
    case "r":
      let last = (numbers.count > 1 ? numbers[1] : nil) ?? rows
      region = first - 1...max(first - 1, last - 1)
      move(to: 0, 0)
    case "m": setLook(numbers.map { $0 ?? 0 })
    case "h", "l", "t", "q", "n", "c", "p": break
    default: unknown.append("CSI \(text)\(final)")
    }
  }

  private mutating func setLook(_ numbers: [Int]) {
    var rest = (numbers.isEmpty ? [0] : numbers)[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: look = TerminalLook()
      case 1, 2, 4, 7: look.attributes.insert(number)
      case 22: look.attributes.subtract([1, 2])
      case 24, 27: look.attributes.remove(number - 20)
      case 10, 11: break
      case 38, 48:
        let count = rest.first == 5 ? 2 : 4
        look.colour = [number] + rest.prefix(count)
        rest = rest.dropFirst(count)
      case 39, 49: look.colour = []
      case 30...37, 90...97: look.colour = [number]
      default: unknown.append("SGR \(number)")
      }
    }
  }
}
