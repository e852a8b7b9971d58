import HeadwayModel

/// The numbers of a progress line, rounded as on screen. Equal figures in an equal context give the
/// same line, so the renderer compares them instead of drawing.
struct ProgressFigures: Equatable {
  /// The percent of measured units. Nil if nothing was measured.
  let percent: Int?
  let bar: ProgressBar?
  let counts: ShownCounts?
  let rate: ShownRate?
  let timeLeft: ShownTimeLeft?
  /// The elapsed time in whole seconds. Nil before the start.
  let elapsed: Int64?

  init(_ card: Card, barColumns: Int, _ glyphs: Glyphs, at now: Moment) {
    let progress = card.progress
    percent = progress.fraction.map(wholePercent)
    bar = ProgressBar(progress, columns: barColumns, glyphs)
    counts = ShownCounts(progress)
    rate = ShownRate(progress)
    timeLeft = card.eta(at: now).map { ShownTimeLeft($0, progress.etaConfidence) }
    elapsed = card.elapsed(at: now)?.components.seconds
  }
}
