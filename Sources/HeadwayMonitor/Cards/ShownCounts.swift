import HeadwayModel

/// The completed and total units as text: `1.2/3.0 GiB`, `300 of 512+ files`, `12 files`. The plus
/// marks a total that still grows.
struct ShownCounts: Equatable, ShownText {
  private let completed: ShownAmount
  private let total: ShownAmount?
  private let isGrowing: Bool
  private let scale: AmountScale
  /// The unit's name. Nil for bytes, whose unit is part of the scale.
  private let unit: SanitisedText?

  /// Creates the text. Nil while nothing is known, and for a bare percentage.
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
