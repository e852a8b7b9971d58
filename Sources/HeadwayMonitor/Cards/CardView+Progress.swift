import HeadwayCore

extension CardView {
  private var progress: TaskProgressView { card.progress }

  /// `▕████▍░░   ▏ 42%  1.2/3.0 GiB · 12.0 MiB/s · 4m10s left        2m3s`
  var progressLine: Line {
    var right = StyledText()
    if let elapsedText { right.append(elapsedText, .faint) }
    var left = StyledText(columns: context.columns)
    left.append(indentation)
    if let percent {
      addBar(columns: context.barColumns, to: &left)
      left.append(" ")
      left.append(percent, .percent)
      left.append("  ")
    }
    addFacts(fitting: context.columns - Line.gap - left.width - right.width, to: &left)
    return Line(left: left, right: right)
  }

  func addBar(columns: Int, to text: inout StyledText) {
    guard let fraction = progress.fraction else { return }
    let estimated = progress.estimatedFraction ?? fraction
    ProgressBar(fraction: fraction, estimatedFraction: estimated, columns: columns)
      .add(to: &text, context.glyphs)
  }

  /// Four columns, measured units only.
  var percent: String? {
    guard let fraction = progress.fraction else { return nil }
    let percent = wholePercent(fraction)
    let padding = percent < 10 ? "  " : percent < 100 ? " " : ""
    return padding + String(percent) + "%"
  }

  /// Counts, rate and remaining time: where not all fit, the rate goes first, then the counts.
  private func addFacts(fitting room: Int, to text: inout StyledText) {
    let quantity = Quantity(progress)
    let (counts, rate, eta) = (quantity.counts, quantity.rate, etaText)
    _ =
      add(counts, rate, eta, fitting: room, to: &text)
      || add(counts, nil, eta, fitting: room, to: &text)
      || add(nil, nil, eta, fitting: room, to: &text)
  }

  /// What there is of the three, side by side; whether there was room for it.
  private func add(
    _ first: String?, _ second: String?, _ third: String?, fitting room: Int,
    to text: inout StyledText
  ) -> Bool {
    let start = text.width
    for case let fact? in [first, second, third] {
      if text.width > start { text.append(context.separator) }
      text.append(fact)
    }
    if text.width - start <= room { return true }
    text.clip(to: start)
    return false
  }

  var etaText: String? { card.eta(at: context.now).map { progress.etaText($0) + " left" } }

  var elapsedText: String? { card.elapsed(at: context.now)?.compact }
}
