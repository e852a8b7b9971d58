/// The cells that a text takes, in their order.
///
/// The type doesn't use Swift's `Character`. A terminal draws a flag or a jamo sequence as several
/// cells, and the layout must count as the terminal does. Skin tones are left out, and so are the
/// characters that join several emoji into one, because terminals disagree on their width.
struct CellClusters: Sequence, IteratorProtocol {
  private var scalars: String.UnicodeScalarView.Iterator
  /// The next scalar and its width, if they were read ahead in search of marks.
  private var pending: (scalar: Unicode.Scalar, width: Int)?

  init(_ text: String) { scalars = text.unicodeScalars.makeIterator() }

  mutating func next() -> CellCluster? {
    while let (base, width) = pending ?? measuredNext() {
      pending = nil
      guard width > 0, Self.isDrawnAlone(base) else { continue }
      var cluster = CellCluster(base, width: width)
      takeMarks(&cluster)
      return cluster
    }
    return nil
  }

  private mutating func measuredNext() -> (scalar: Unicode.Scalar, width: Int)? {
    scalars.next().map { ($0, cellWidth($0)) }
  }

  /// Adds the combining marks that follow the base in the text.
  private mutating func takeMarks(_ cluster: inout CellCluster) {
    while let (mark, width) = measuredNext() {
      guard width == 0 else {
        pending = (mark, width)
        return
      }
      if Self.isDrawn(mark, on: cluster) { cluster.add(mark) }
    }
  }

  /// Whether a mark without a width of its own is drawn in the cell of `cluster`. Control
  /// characters aren't drawn, because a terminal acts on them. The joiner and the non-joiner are
  /// drawn only after a letter.
  private static func isDrawn(_ mark: Unicode.Scalar, on cluster: CellCluster) -> Bool {
    switch mark.properties.generalCategory {
    case .format where (0x200C...0x200D).contains(mark.value):
      cluster.text.unicodeScalars.first?.properties.isAlphabetic ?? false
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  /// Whether a scalar gets a cell of its own. A skin tone doesn't.
  static func isDrawnAlone(_ scalar: Unicode.Scalar) -> Bool {
    !(0x1F3FB...0x1F3FF).contains(scalar.value)
  }
}
