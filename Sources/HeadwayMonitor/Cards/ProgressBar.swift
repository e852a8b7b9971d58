import HeadwayCore

/// A bar in eighths of a cell: measured units solid, estimated ones apart from them.
struct ProgressBar {
  /// Measured, 0 to 1.
  var fraction: Double
  /// Measured and estimated, 0 to 1.
  var estimatedFraction: Double
  /// The whole bar with its two ends.
  var columns: Int

  func add(to text: inout StyledText, _ glyphs: Glyphs) {
    let room = max(0, columns - 2)
    let measured = measuredCells(room, glyphs)
    let estimated = max(0, cells(estimatedFraction, of: room) - measured.columns)
    let rest = max(0, room - measured.columns - estimated)
    text.append(glyphs.barStart, .frame)
    text.append(measured.full, .measured, times: measured.count)
    if let part = measured.part { text.append(part, .measured) }
    text.append(glyphs.barEstimated, .estimated, times: estimated)
    text.append(.blank, .plain, times: rest)
    text.append(glyphs.barEnd, .frame)
  }

  /// Whole cells, and what is done of the next one.
  private typealias MeasuredCells = (
    full: CellCluster, count: Int, part: CellCluster?, columns: Int
  )

  /// Rounded down: only what is done whole looks done.
  private func measuredCells(_ room: Int, _ glyphs: Glyphs) -> MeasuredCells {
    guard let full = glyphs.barSteps.last else { return (.blank, 0, nil, 0) }
    let steps = cells(fraction, of: room * glyphs.barSteps.count)
    let (whole, part) = steps.quotientAndRemainder(dividingBy: glyphs.barSteps.count)
    return part == 0
      ? (full, whole, nil, whole) : (full, whole, glyphs.barSteps[part - 1], whole + 1)
  }

  private func cells(_ fraction: Double, of count: Int) -> Int {
    fraction > 0 ? Int(min(fraction, 1) * Double(count)) : 0
  }
}
