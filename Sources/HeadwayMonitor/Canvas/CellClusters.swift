/// What goes into one cell: a base scalar with its combining marks.
struct CellCluster: Hashable {
  var text: String
  /// 1 or 2 columns.
  var width: Int
}

/// The cells a text takes, in order.
///
/// Not Swift's `Character`: a terminal draws a flag or a jamo sequence as several cells, and the
/// layout has to count as the terminal does. A skin tone is left out, because terminals disagree
/// on its width.
struct CellClusters: Sequence, IteratorProtocol {
  private var scalars: Substring.UnicodeScalarView

  /// As many marks as curses keeps in a cell (CCHARW_MAX of curses.h, less the base).
  private static let markLimit = 4

  init(_ text: some StringProtocol) { scalars = Substring(text).unicodeScalars }

  mutating func next() -> CellCluster? {
    while let base = scalars.popFirst() {
      let width = cellWidth(base)
      guard width > 0, Self.isDrawnAlone(base) else { continue }
      return CellCluster(text: withMarks(base), width: width)
    }
    return nil
  }

  private mutating func withMarks(_ base: Unicode.Scalar) -> String {
    guard let next = scalars.first, cellWidth(next) == 0 else { return String(base) }
    var text = String.UnicodeScalarView([base])
    while let mark = scalars.first, cellWidth(mark) == 0 {
      scalars.removeFirst()
      if text.count <= Self.markLimit, Self.isDrawn(mark) { text.append(mark) }
    }
    return String(text)
  }

  /// Not a control: those are for the terminal, not for a cell of it.
  private static func isDrawn(_ mark: Unicode.Scalar) -> Bool {
    switch mark.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  /// A skin tone isn't.
  static func isDrawnAlone(_ scalar: Unicode.Scalar) -> Bool {
    !(0x1F3FB...0x1F3FF).contains(scalar.value)
  }
}
