/// A line of a table for people: columns of given widths, and a last one that takes the rest.
package struct TableLine: Sendable {
  /// In cells, of all columns but the last; nil for one that there is no room for.
  private let widths: [Int?]
  /// The terminal's; nil where nothing is to be cut.
  private let columns: Int?

  private static let gap = "  "
  /// The last column is cut to no less where the elastic one can be.
  private static let leastRest = 20
  /// Nor to less than that where another column can be left out.
  private static let readableRest = 14
  private static let leastElastic = 12

  /// Where there would be too little left for the last column, `elastic` gives way, and then those of
  /// `dispensable` are left out, the first of them first.
  package init(widths: [Int], elastic: Int, dispensable: [Int], columns: Int?) {
    self.columns = columns
    guard let columns else {
      self.widths = widths
      return
    }
    var kept: [Int?] = widths
    kept[elastic] = min(widths[elastic], Self.leastElastic)
    for column in dispensable where Self.used(kept) + Self.readableRest > columns {
      kept[column] = nil
    }
    let spare = columns - Self.used(kept) - Self.leastRest
    kept[elastic] = min(widths[elastic], max(0, spare) + (kept[elastic] ?? 0))
    self.widths = kept
  }

  private static func used(_ widths: [Int?]) -> Int {
    widths.reduce(0) { used, width in used + (width.map { $0 + gap.count } ?? 0) }
  }

  package func text(_ cells: [String]) -> String {
    let padded = zip(cells, widths).compactMap { cell, width in
      width.map { width in
        let cell = fitted(drawn(cell), to: width)
        return cell + String(repeating: " ", count: max(0, width - cellWidth(cell)))
      }
    }
    let line = (padded + cells.dropFirst(widths.count)).joined(separator: Self.gap)
    return fitted(line, to: columns ?? .max)
  }

  private func fitted(_ text: String, to width: Int) -> String {
    columns == nil ? text : truncated(text, to: width, ellipsis: "…")
  }
}
