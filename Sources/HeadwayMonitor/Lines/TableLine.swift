package import HeadwayModel

/// The column widths of a table, and the formatting of its lines. The last column takes the rest of
/// the width.
///
/// ```swift
/// let table = TableLine(widths: [3, 20], elastic: 1, dispensable: [0], columns: 80)
/// print(table.text(["7", "running", "Nightly backup"]))
/// ```
package struct TableLine: Sendable {
  /// The widths of all columns but the last, in cells. Nil for a column that is left out.
  private let widths: [Int?]
  /// The width of the terminal in cells. Nil for output that isn't cut.
  private let columns: Int?

  private static let gap = "  "
  /// The width that the last column keeps as long as the elastic column can shrink, in cells.
  private static let leastRest = 20
  /// The width that the last column keeps as long as another column can be left out, in cells.
  private static let readableRest = 14
  /// The width below which the elastic column doesn't shrink, in cells.
  private static let leastElastic = 12

  /// Fits the columns into the terminal. The column `elastic` shrinks first. Then the columns in
  /// `dispensable` are left out, in their order.
  package init(widths: [Int], elastic: Int?, dispensable: [Int], columns: Int?) {
    self.columns = columns
    guard let columns else {
      self.widths = widths
      return
    }
    var kept: [Int?] = widths
    if let elastic { kept[elastic] = min(widths[elastic], Self.leastElastic) }
    for column in dispensable where Self.used(kept) + Self.readableRest > columns {
      kept[column] = nil
    }
    let spare = columns - Self.used(kept) - Self.leastRest
    if let elastic {
      kept[elastic] = min(widths[elastic], max(0, spare) + (kept[elastic] ?? 0))
    }
    self.widths = kept
  }

  /// The lines of a table with these columns. The state shrinks first. Of the usual columns of a
  /// list, the least important are left out on a narrow terminal; columns that a person chose stay.
  package init(_ layout: [TaskColumn], widths: [Int], columns: Int?) {
    let usual: [TaskColumn] = layout == TaskColumn.list ? [.elapsed, .left, .done] : []
    let dispensable = usual.isEmpty && layout == TaskColumn.history ? [.elapsed, .ended] : usual
    self.init(
      widths: widths, elastic: layout.dropLast().firstIndex(of: .state),
      dispensable: dispensable.compactMap(layout.firstIndex(of:)), columns: columns)
  }

  private static func used(_ widths: [Int?]) -> Int {
    widths.reduce(0) { used, width in used + (width.map { $0 + gap.count } ?? 0) }
  }

  /// A line of the table. `cells` has a value for every column, also for the ones left out.
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

  /// The line of headings.
  package func heading(_ layout: [TaskColumn]) -> String { text(layout.map(\.heading)) }

  /// The line of a task.
  package func text(
    _ task: TaskSnapshot, _ layout: [TaskColumn], _ context: TableContext, isColoured: Bool
  ) -> String {
    text(
      layout.map { $0.cell(of: task, context) }, painting: layout.firstIndex(of: .state),
      isColoured ? TableColour(task) : nil)
  }

  /// A line of the table with the cell of `column` in a colour. A cell that the terminal is too
  /// narrow for stays as it is.
  func text(_ cells: [String], painting column: Int?, _ colour: TableColour?) -> String {
    let line = text(cells)
    guard let column, let colour, column < widths.count, let width = widths[column] else {
      return line
    }
    let before = widths[..<column].reduce(0) { $0 + ($1.map { $0 + Self.gap.count } ?? 0) }
    var (start, end): (String.Index?, String.Index?)
    var place = 0
    for index in line.indices {
      if place == before { start = start ?? index }
      if place == before + width { end = end ?? index }
      place += cellWidth(String(line[index]))
    }
    guard let start, let end else { return line }
    return "\(line[..<start])\u{1B}[\(colour.rawValue)m\(line[start..<end])\u{1B}[0m\(line[end...])"
  }

  private func fitted(_ text: String, to width: Int) -> String {
    columns == nil ? text : truncated(text, to: width, ellipsis: "…")
  }
}
