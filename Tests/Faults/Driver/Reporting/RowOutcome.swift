/// One line of the result.
struct RowOutcome {
  let row: FaultRow
  let count: Int
  let finding: Finding
  let took: Duration

  private static let detailLimit = 8

  var isBroken: Bool {
    !finding.losses.isEmpty || !finding.broken.isEmpty || !finding.late.isEmpty
  }

  private var isTried: Bool { finding.checkCount > 0 || isBroken }

  var verdict: String {
    if isBroken { return "BROKEN" }
    let reasons = Set(finding.untried).sorted().joined(separator: "; ")
    if !isTried { return "can't be tried here: \(reasons)" }
    return reasons.isEmpty ? "holds" : "holds; not tried here: \(reasons)"
  }

  var cells: [String] {
    [
      "\(row.number)", row.fault, extent, "\(finding.losses.count)",
      finding.figures.joined(separator: "; "), verdict,
    ]
  }

  private var extent: String {
    isTried
      ? ["\(count) \(row.unit)", finding.extent].compactMap { $0 }.joined(separator: ", ") : "–"
  }

  var line: String {
    let time = decimal(took / .seconds(1), 1)
    return "\(cells.joined(separator: " | ")) (\(time) s)"
  }

  /// What broke, the first few of each kind.
  var details: [String] {
    Self.first(of: finding.broken, as: "broken") + Self.first(of: finding.late, as: "late")
      + Self.first(of: finding.losses, as: "lost")
  }

  private static func first(of texts: [String], as kind: String) -> [String] {
    let rest = texts.count - detailLimit
    return texts.prefix(detailLimit).map { "\(kind): \($0)" }
      + (rest > 0 ? ["\(kind): … and \(rest) more"] : [])
  }
}
