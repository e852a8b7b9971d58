/// The result as Markdown.
struct MarkdownTable {
  private let rows: [[String]]

  private static let heads = ["#", "fault", "count", "losses", "measured", "verdict"]

  init(_ outcomes: [RowOutcome]) { rows = outcomes.map(\.cells) }

  var text: String {
    let rule = Self.heads.map { _ in "---" }
    return ([Self.heads, rule] + rows).map(Self.line).joined(separator: "\n")
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}
