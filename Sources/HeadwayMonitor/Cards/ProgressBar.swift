import HeadwayCore

/// A bar in eighths of a cell: measured units solid, estimated ones apart from them.
struct ProgressBar {
  /// Measured, 0 to 1.
  var fraction: Double
  /// Measured and estimated, 0 to 1.
  var estimatedFraction: Double
  /// The whole bar with its two ends.
  var columns: Int

  func spans(_ glyphs: Glyphs) -> [Span] {
    let room = max(0, columns - 2)
    let measured = measuredCells(room, glyphs)
    let estimated = max(0, cells(estimatedFraction, of: room) - measured.count)
    let rest = max(0, room - measured.count - estimated)
    return [
      Span(glyphs.barStart, .frame),
      Span(measured.joined(), .measured),
      Span(String(repeating: glyphs.barEstimated, count: estimated), .estimated),
      Span(String(repeating: " ", count: rest)),
      Span(glyphs.barEnd, .frame),
    ]
  }

  /// Rounded down: only what is done whole looks done.
  private func measuredCells(_ room: Int, _ glyphs: Glyphs) -> [String] {
    guard let full = glyphs.barSteps.last else { return [] }
    let steps = cells(fraction, of: room * glyphs.barSteps.count)
    let (whole, part) = steps.quotientAndRemainder(dividingBy: glyphs.barSteps.count)
    let wholeCells = Array(repeating: full, count: whole)
    return part == 0 ? wholeCells : wholeCells + [glyphs.barSteps[part - 1]]
  }

  private func cells(_ fraction: Double, of count: Int) -> Int {
    fraction > 0 ? Int(min(fraction, 1) * Double(count)) : 0
  }
}
