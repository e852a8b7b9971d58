import HeadwayCore

extension CardView {
  private var progress: TaskProgressView { card.progress }

  /// `▕████▍░░   ▏ 42%  1.2/3.0 GiB · 12.0 MiB/s · 4m10s left        2m3s`
  var progressLine: Line {
    let elapsed = elapsedText.map { [Span($0, .faint)] } ?? []
    var left: [Span] = []
    left.reserveCapacity(Self.usualSpanCount)
    left.append(indentation)
    if let percent {
      addBar(columns: context.barColumns, to: &left)
      left.append(Span(" "))
      left.append(Span(percent, .percent))
      left.append(Span("  "))
    }
    let used = left.reduce(Line.gap) { $0 + $1.width } + elapsed.reduce(0) { $0 + $1.width }
    addFacts(fitting: context.columns - used, to: &left)
    return Line(left: left, right: elapsed)
  }

  /// The indentation, a bar, the percent between two gaps, and three facts with what parts them.
  private static let usualSpanCount = 15

  func addBar(columns: Int, to spans: inout [Span]) {
    guard let fraction = progress.fraction else { return }
    let estimated = progress.estimatedFraction ?? fraction
    ProgressBar(fraction: fraction, estimatedFraction: estimated, columns: columns)
      .add(to: &spans, context.glyphs)
  }

  /// Four columns, measured units only.
  var percent: String? {
    guard let fraction = progress.fraction else { return nil }
    let percent = wholePercent(fraction)
    let padding = percent < 10 ? "  " : percent < 100 ? " " : ""
    return padding + String(percent) + "%"
  }

  /// Counts, rate and remaining time: where not all fit, the rate goes first, then the counts.
  private func addFacts(fitting room: Int, to spans: inout [Span]) {
    let quantity = Quantity(progress)
    let (counts, rate, eta) = (quantity.counts, quantity.rate, etaText)
    _ =
      add(counts, rate, eta, fitting: room, to: &spans)
      || add(counts, nil, eta, fitting: room, to: &spans)
      || add(nil, nil, eta, fitting: room, to: &spans)
  }

  /// What there is of the three, side by side; whether there was room for it.
  private func add(
    _ first: String?, _ second: String?, _ third: String?, fitting room: Int,
    to spans: inout [Span]
  ) -> Bool {
    let start = spans.count
    var width = 0
    func append(_ text: String) {
      spans.append(Span(text))
      width += cellWidth(text)
    }
    func appendFact(_ text: String?) {
      guard let text else { return }
      if spans.count > start { append(context.separator) }
      append(text)
    }
    appendFact(first)
    appendFact(second)
    appendFact(third)
    if width > room { spans.removeSubrange(start...) }
    return width <= room
  }

  var etaText: String? { card.eta(at: context.now).map { progress.etaText($0) + " left" } }

  var elapsedText: String? { card.elapsed(at: context.now)?.compact }
}
