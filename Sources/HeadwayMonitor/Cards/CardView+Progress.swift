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

  private struct Facts: OptionSet {
    let rawValue: Int

    static let counts = Facts(rawValue: 1)
    static let rate = Facts(rawValue: 2)
    static let eta = Facts(rawValue: 4)
  }

  /// Counts, rate and remaining time: where not all fit, the rate goes first, then the counts.
  private func addFacts(fitting room: Int, to text: inout StyledText) {
    let start = text.width
    for facts: Facts in [[.counts, .rate, .eta], [.counts, .eta], .eta] {
      add(facts, to: &text)
      if text.width - start <= room { return }
      text.clip(to: start)
    }
  }

  /// What is known of `facts`, side by side.
  private func add(_ facts: Facts, to text: inout StyledText) {
    let quantity = Quantity(progress)
    let start = text.width
    func add(_ fact: Facts, _ write: (inout StyledText) -> Bool) {
      guard facts.contains(fact) else { return }
      let end = text.width
      if end > start { text.append(context.separator) }
      if !write(&text) { text.clip(to: end) }
    }
    add(.counts) { quantity.writeCounts(to: &$0) }
    add(.rate) { quantity.writeRate(to: &$0) }
    add(.eta) { text in
      guard let etaText else { return false }
      text.append(etaText)
      return true
    }
  }

  var etaText: String? { card.eta(at: now).map { progress.etaText($0) + " left" } }

  var elapsedText: String? { card.elapsed(at: now)?.compact }
}
