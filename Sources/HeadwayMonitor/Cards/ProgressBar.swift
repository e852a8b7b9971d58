import HeadwayModel

/// A progress bar with a resolution of parts of a cell. Measured units are solid; estimated units
/// look different.
struct ProgressBar: Equatable {
  /// The measured share, in parts of a cell.
  private let measured: Int
  /// The measured and estimated share together, in whole cells.
  private let estimated: Int
  /// The width of the bar with both ends, in cells.
  private let columns: Int

  /// Rounds down, so that only finished work fills the bar. Nil if nothing was measured.
  init?(_ progress: TaskProgressView, columns: Int, _ glyphs: Glyphs) {
    guard let fraction = progress.fraction else { return nil }
    let room = max(0, columns - 2)
    measured = Self.share(fraction, of: room * glyphs.barSteps.count)
    estimated = Self.share(progress.estimatedFraction ?? fraction, of: room)
    self.columns = columns
  }

  /// Appends the bar.
  func add(to text: inout StyledText, _ glyphs: Glyphs) {
    let (full, part) = measured.quotientAndRemainder(dividingBy: max(1, glyphs.barSteps.count))
    let measuredColumns = part > 0 ? full + 1 : full
    let estimatedColumns = max(0, estimated - measuredColumns)
    text.append(glyphs.barStart, .frame)
    text.append(glyphs.barSteps.last ?? .blank, .measured, times: full)
    if part > 0 { text.append(glyphs.barSteps[part - 1], .measured) }
    text.append(glyphs.barEstimated, .estimated, times: estimatedColumns)
    text.append(.blank, .plain, times: max(0, columns - 2 - measuredColumns - estimatedColumns))
    text.append(glyphs.barEnd, .frame)
  }

  private static func share(_ fraction: Double, of count: Int) -> Int {
    fraction > 0 ? Int(min(fraction, 1) * Double(count)) : 0
  }
}
