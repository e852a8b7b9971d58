import HeadwayCore

/// How much is done, and of how much, as it is shown: `1.2/3.0 GiB`, `300 of 512+ files`, `12 files`.
struct ShownCounts: Equatable, ShownText {
  private let completed: ShownAmount
  private let total: ShownAmount?
  private let isGrowing: Bool
  private let scale: AmountScale
  /// Nil where the scale says it.
  private let unit: SanitisedText?

  /// Nil while nothing is known, and for a bare percentage, where the percent says it all.
  init?(_ progress: TaskProgressView) {
    guard let completed = progress.completed, let kind = AmountKind(progress.unit) else {
      return nil
    }
    let scale = AmountScale(kind, for: Double(max(completed, progress.total ?? 0)))
    self.completed = scale.roundedDown(Double(completed))
    total = progress.total.map { scale.roundedDown(Double($0)) }
    isGrowing = progress.isGrowing
    unit = kind == .bytes ? nil : progress.unit
    self.scale = scale
  }

  func write(to text: inout some TextBuilder) {
    completed.write(to: &text)
    text.append(scale.symbol)
    if let total {
      text.append(isGrowing ? " of " : "/")
      total.write(to: &text)
      text.append(scale.symbol)
      if isGrowing { text.append("+") }
    }
    text.append(scale.suffix)
    if let unit {
      text.append(" ")
      text.append(unit.string)
    }
  }
}
