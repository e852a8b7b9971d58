import HeadwayCore

extension CardView {
  private var progress: TaskProgressView { card.snapshot.progress }

  /// `▕████▍░░   ▏ 42%  1.2/3.0 GiB · 12.0 MiB/s · 4m10s left        2m3s`
  var progressLine: Line {
    let elapsed = elapsedText.map { [Span($0, .faint)] } ?? []
    let head = barAndPercent
    let used = [indentation] + head + elapsed
    let room = context.columns - used.reduce(Line.gap) { $0 + $1.width }
    return Line(left: [indentation] + head + [Span(facts(fitting: room))], right: elapsed)
  }

  private var barAndPercent: [Span] {
    guard let percent else { return [] }
    return bar(columns: context.barColumns) + [Span(" "), Span(percent, .percent), Span("  ")]
  }

  func bar(columns: Int) -> [Span] {
    guard let fraction = progress.fraction else { return [] }
    let estimated = progress.estimatedFraction ?? fraction
    return ProgressBar(fraction: fraction, estimatedFraction: estimated, columns: columns)
      .spans(context.glyphs)
  }

  /// Four columns, measured units only.
  var percent: String? {
    guard let fraction = progress.fraction else { return nil }
    let percent = wholePercent(fraction)
    let padding = percent < 10 ? "  " : percent < 100 ? " " : ""
    return padding + String(percent) + "%"
  }

  /// Counts, rate and remaining time: where not all fit, the rate goes first, then the counts.
  private func facts(fitting room: Int) -> String {
    let quantity = Quantity(progress)
    let (counts, rate, eta) = (quantity.counts, quantity.rate, etaText)
    for choice in [[counts, rate, eta], [counts, eta]] {
      let text = joined(choice)
      if cellWidth(text) <= room { return text }
    }
    return eta.flatMap { cellWidth($0) <= room ? $0 : nil } ?? ""
  }

  var etaText: String? { card.eta(at: context.now).map { progress.etaText($0) + " left" } }

  var elapsedText: String? { card.elapsed(at: context.now)?.compact }
}
