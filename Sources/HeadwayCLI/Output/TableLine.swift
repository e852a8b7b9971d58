import HeadwayMonitor
import HeadwaySystem

/// A line of a table for people: columns of given widths, and a last one that takes the rest.
struct TableLine {
  /// In cells, of all columns but the last.
  private let widths: [Int]
  /// The terminal's; nil where nothing is to be cut.
  private let columns: Int?

  private static let gap = "  "
  /// A title is cut to no less where something else can be.
  private static let leastRest = 20
  private static let leastElastic = 12

  /// The column `elastic` gives way where there would be too little left for the last.
  init(widths: [Int], elastic: Int, columns: Int?) {
    self.columns = columns
    var widths = widths
    if let columns {
      let missing = Self.used(widths) + Self.leastRest - columns
      let least = min(widths[elastic], Self.leastElastic)
      widths[elastic] = max(least, widths[elastic] - max(0, missing))
    }
    self.widths = widths
  }

  private static func used(_ widths: [Int]) -> Int { widths.reduce(0) { $0 + $1 + gap.count } }

  /// Of the terminal that standard output is; nil where it is none, and what is read on is never cut.
  static var terminalColumns: Int? {
    guard let size = try? WindowSize(of: 1), size.columns > 0 else { return nil }
    return Int(size.columns)
  }

  func text(_ cells: [String]) -> String {
    let padded = zip(cells, widths).map { cell, width in
      let cell = fitted(cell, to: width)
      return cell + String(repeating: " ", count: max(0, width - cellWidth(cell)))
    }
    let room = columns.map { max(1, $0 - Self.used(widths)) }
    let rest = cells.dropFirst(widths.count).map { fitted($0, to: room ?? .max) }
    return (padded + rest).joined(separator: Self.gap)
  }

  private func fitted(_ cell: String, to width: Int) -> String {
    columns == nil ? cell : truncated(cell, to: width, ellipsis: "…")
  }
}
