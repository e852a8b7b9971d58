/// The scores as people read them.
package enum ScoreTable {
  private static let titles = [
    "recording", "readings", "right", "wrong", "first", "last", "truth", "shown", "",
  ]

  /// A line for each recording with progress, and one for all those without.
  package static func lines(progress: [Score], without: [Score]) -> [String] {
    let rows = [titles] + progress.map(row)
    let widths = titles.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let passed = progress.count { $0.complaints.isEmpty }
    let misread = without.filter { !$0.wrong.isEmpty }
    return rows.map { line($0, widths) } + [
      "", "\(passed) of \(progress.count) recordings with progress are read right",
      "\(without.count) recordings without: \(misread.map(\.wrong.count).reduce(0, +)) wrong readings"
        + (misread.isEmpty ? "" : ", in " + misread.map(\.name).joined(separator: ", ")),
    ]
  }

  private static func row(_ score: Score) -> [String] {
    [
      score.name, "\(score.readings)", "\(score.right)", "\(score.wrong.count)",
      score.firstSeen.map { "\($0.text) s" } ?? "-", score.last.text, score.lastTruth.text,
      "\(score.covered)/\(score.changes)", score.complaints.isEmpty ? "✓" : "✗",
    ]
  }

  private static func line(_ row: [String], _ widths: [Int]) -> String {
    zip(row, widths).enumerated().map { column, cell in
      let padding = String(repeating: " ", count: cell.1 - cell.0.count)
      return column == 0 ? cell.0 + padding : padding + cell.0
    }.joined(separator: "  ")
  }
}
