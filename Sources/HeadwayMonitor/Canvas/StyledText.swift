import HeadwayModel

/// Text with its looks, laid out in cells: one for each column.
struct StyledText: Equatable {
  private(set) var cells: [Cell] = []
  /// The buttons from left to right.
  private var buttons: [Button] = []

  /// The columns in which a click presses a key.
  private struct Button: Equatable {
    var columns: Range<Int>
    var key: Key
  }

  /// Creates an empty text with room for `columns` cells.
  init(columns: Int = 0) { cells.reserveCapacity(max(0, columns)) }

  init(_ spans: [Span]) {
    self.init(columns: spans.reduce(0) { $0 + $1.text.utf8.count * $1.count })
    for span in spans { append(span) }
  }

  /// The width in columns.
  var width: Int { cells.count }

  /// The text in grey.
  var faint: StyledText {
    var text = self
    text.cells = cells.map { $0.styled(.role(.faint)) }
    return text
  }

  /// Returns the key that a click at `column` presses. Nil if no button is there.
  func key(at column: Int) -> Key? { buttons.first { $0.columns.contains(column) }?.key }

  mutating func append(_ span: Span) {
    let start = width
    append(span.text, span.style, times: span.count)
    if let key = span.key { buttons.append(Button(columns: start..<width, key: key)) }
  }

  mutating func append(_ text: String, _ role: StyleRole) { append(text, .role(role)) }

  /// Appends a cluster of one column `count` times.
  mutating func append(_ cluster: CellCluster, _ role: StyleRole, times count: Int = 1) {
    guard count > 0 else { return }
    let cell = Cell(cluster, .role(role))
    cells.append(addingCapacity: count) { cells in cells.append(repeating: cell, count: count) }
  }

  /// Appends `text` `count` times. Leaves out control characters, and combining marks without a
  /// base.
  private mutating func append(_ text: String, _ style: CellStyle, times count: Int) {
    guard count > 0 else { return }
    let start = width
    append(text, style)
    if count > 1 { repeatCells(from: start, times: count) }
  }

  /// Removes everything after the first `columns` columns. Also removes a wide character that the
  /// cut would split.
  mutating func clip(to columns: Int) {
    guard width > columns else { return }
    cells.removeSubrange(max(0, columns)...)
    if cells.last?.width == 2 { cells.removeLast() }
    buttons = buttons.compactMap { button in
      let columns = button.columns.clamped(to: 0..<width)
      return columns.isEmpty ? nil : Button(columns: columns, key: button.key)
    }
  }

  /// Returns the text in at most `columns`. A text that doesn't fit ends in `ellipsis`. If only the
  /// ellipsis would fit, nothing remains.
  func truncated(to columns: Int, ellipsis: String) -> StyledText {
    guard width > columns else { return self }
    let room = columns - cellWidth(ellipsis)
    guard room > 0 else { return StyledText() }
    var kept = self
    kept.clip(to: room)
    while kept.cells.last?.onlyScalar == " " { kept.clip(to: kept.width - 1) }
    kept.append(ellipsis, cells[room].style)
    return kept
  }

  /// Appends text. Each byte of printable ASCII is a cell.
  private mutating func append(_ text: String, _ style: CellStyle) {
    var text = text
    let isPlain = text.withUTF8 { bytes in
      guard bytes.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return false }
      cells.append(addingCapacity: bytes.count) { cells in
        for byte in bytes {
          cells.append(Cell(CellCluster(Unicode.Scalar(byte), width: 1), style))
        }
      }
      return true
    }
    if !isPlain { appendClusters(of: text, style) }
  }

  private mutating func appendClusters(of text: String, _ style: CellStyle) {
    for cluster in CellClusters(text) {
      cells.append(Cell(cluster, style))
      if cluster.width == 2 { cells.append(.rightHalf(style)) }
    }
  }

  /// Repeats the cells from `start` on, so that they appear `count` times.
  private mutating func repeatCells(from start: Int, times count: Int) {
    let once = start..<width
    cells.reserveCapacity(start + once.count * count)
    for _ in 1..<count {
      for place in once { cells.append(cells[place]) }
    }
  }
}

/// Builds text in the plain look.
extension StyledText: TextBuilder {
  mutating func append(_ text: String) { append(text, .plain) }

  mutating func append(number: Int64) {
    if number < 0 { append("-") }
    let start = cells.count
    var rest = number.magnitude
    repeat {
      let digit = Unicode.Scalar(UInt8(ascii: "0") + UInt8(rest % 10))
      cells.append(Cell(CellCluster(digit, width: 1), .role(.plain)))
      rest /= 10
    } while rest > 0
    cells[start...].reverse()
  }
}

/// A text that is built from words and numbers. ``StyledText`` writes numbers into its cells,
/// without a string in between.
protocol TextBuilder {
  mutating func append(_ text: String)
  mutating func append(number: Int64)
}

/// A value that is shown as text.
protocol ShownText {
  func write(to text: inout some TextBuilder)
}

extension ShownText {
  /// The value as a string.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }
}

extension String: TextBuilder {
  mutating func append(number: Int64) { append(String(number)) }
}
