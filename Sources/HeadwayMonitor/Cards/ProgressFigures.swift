import HeadwayCore

/// What a progress line shows of a card: its numbers, rounded as they are shown. With the same ones, and in
/// the same surroundings, it is the same line.
struct ProgressFigures: Equatable {
  /// Of measured units only.
  let percent: Int?
  let bar: ProgressBar?
  let counts: ShownCounts?
  let rate: ShownRate?
  let timeLeft: ShownTimeLeft?
  /// In whole seconds.
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
