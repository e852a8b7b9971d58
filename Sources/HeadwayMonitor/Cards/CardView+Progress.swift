import HeadwayModel

/// The progress line of a card.
extension CardView {
  /// The numbers of the progress line.
  var progressFigures: ProgressFigures {
    ProgressFigures(card, barColumns: context.barColumns, context.glyphs, at: now)
  }

  /// Draws the line: `▕████▍░░   ▏ 42%  1.2/3.0 GiB · 12.0 MiB/s · 4m10s left        2m3s`.
  func progressLine(_ figures: ProgressFigures) -> Line {
    var right = StyledText()
    if let elapsed = figures.elapsed { right.append(Duration.seconds(elapsed).compact, .faint) }
    var left = StyledText(columns: context.columns)
    left.append(indentation)
    if let percent = figures.percent {
      figures.bar?.add(to: &left, context.glyphs)
      left.append(" ")
      left.append(padded(percent), .percent)
      left.append("  ")
    }
    add(figures, fitting: context.columns - Line.gap - left.width - right.width, to: &left)
    return Line(left: left, right: right)
  }

  /// Appends the bar. Appends nothing if no progress was measured.
  func addBar(columns: Int, to text: inout StyledText) {
    ProgressBar(card.progress, columns: columns, context.glyphs)?.add(to: &text, context.glyphs)
  }

  /// The percent of measured units, in four columns. Nil if nothing was measured.
  var percent: String? { card.progress.fraction.map { padded(wholePercent($0)) } }

  private func padded(_ percent: Int) -> String {
    let padding = percent < 10 ? "  " : percent < 100 ? " " : ""
    return padding + String(percent) + "%"
  }

  /// The parts of the line that may be left out.
  private struct Facts: OptionSet {
    let rawValue: Int

    static let counts = Facts(rawValue: 1)
    static let rate = Facts(rawValue: 2)
    static let timeLeft = Facts(rawValue: 4)
  }

  /// Appends counts, rate and time left. Leaves out the rate and then the counts if the line is too
  /// short.
  private func add(_ figures: ProgressFigures, fitting room: Int, to text: inout StyledText) {
    let start = text.width
    for facts: Facts in [[.counts, .rate, .timeLeft], [.counts, .timeLeft], .timeLeft] {
      add(facts, of: figures, to: &text)
      if text.width - start <= room { return }
      text.clip(to: start)
    }
  }

  /// Appends the known ones of `facts`, with separators.
  private func add(_ facts: Facts, of figures: ProgressFigures, to text: inout StyledText) {
    let start = text.width
    func part(_ text: inout StyledText) {
      if text.width > start { text.append(context.separator) }
    }
    if facts.contains(.counts), let counts = figures.counts { counts.write(to: &text) }
    if facts.contains(.rate), let rate = figures.rate {
      part(&text)
      rate.write(to: &text)
    }
    if facts.contains(.timeLeft), let timeLeft = figures.timeLeft {
      part(&text)
      text.append(timeLeft.text + " left")
    }
  }

  /// The time left in words. Nil if it isn't known.
  var etaText: String? { card.eta(at: now).map { card.progress.etaText($0) + " left" } }

  var elapsedText: String? { card.elapsed(at: now)?.compact }
}
