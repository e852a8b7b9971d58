/// The cells a text takes, in order.
///
/// Not Swift's `Character`: a terminal draws a flag or a jamo sequence as several cells, and the
/// layout has to count as the terminal does. A skin tone is left out, and so is what makes one of
/// several emoji, because terminals disagree on their width.
struct CellClusters: Sequence, IteratorProtocol {
  private var scalars: String.UnicodeScalarView.Iterator
  /// Read already, and how wide it is.
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

  private mutating func takeMarks(_ cluster: inout CellCluster) {
    while let (mark, width) = measuredNext() {
      guard width == 0 else {
        pending = (mark, width)
        return
      }
      if Self.isDrawn(mark, on: cluster) { cluster.add(mark) }
    }
  }

  /// Returns whether a mark is drawn in a cell. Controls aren't, because they are for the terminal.
  /// Marks that join or separate letters are.
  private static func isDrawn(_ mark: Unicode.Scalar, on cluster: CellCluster) -> Bool {
    switch mark.properties.generalCategory {
    case .format where (0x200C...0x200D).contains(mark.value):
      cluster.text.unicodeScalars.first?.properties.isAlphabetic ?? false
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  /// A skin tone isn't.
  static func isDrawnAlone(_ scalar: Unicode.Scalar) -> Bool {
    !(0x1F3FB...0x1F3FF).contains(scalar.value)
  }
}
