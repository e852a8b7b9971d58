import HeadwayModel

/// The progress line of a card.
extension CardView {
  /// The numbers of the progress line.
  var progressFigures: ProgressFigures {
    ProgressFigures(
      card, barColumns: context.barColumns, context.glyphs, at: now,
      isPast: context.pastTime != nil)
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

  /// Appends the parts of `facts` that are known, with separators.
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
      text.append(String(localized: "\(timeLeft.text) left"))
    }
  }

  /// The time left in words. Nil if it isn't known.
  var etaText: String? {
    guard context.pastTime == nil else { return nil }
    return card.eta(at: now).map { String(localized: "\(card.progress.etaText($0)) left") }
  }

  var elapsedText: String? { card.elapsed(at: now)?.compact }
}

/// The content of a line below a card's title, before it is drawn. Comparing contents is much
/// cheaper than drawing, and most lines of a running task don't change with a report.
enum CardLine: Equatable {
  case subtitle(String)
  case progress(ProgressFigures)
  case other(Line)
}

extension CardView {
  /// Draws the content of a line.
  func line(_ line: CardLine) -> Line {
    switch line {
    case .subtitle(let text): Line(left: [indentation, Span(text, .faint)])
    case .progress(let figures): progressLine(figures)
    case .other(let line): line
    }
  }
}

/// The numbers of a progress line, rounded as on screen. In equal contexts, equal figures give the
/// same line, so the renderer compares figures instead of drawing.
struct ProgressFigures: Equatable {
  /// The percent of measured units. Nil if nothing was measured.
  let percent: Int?
  let bar: ProgressBar?
  let counts: ShownCounts?
  let rate: ShownRate?
  let timeLeft: ShownTimeLeft?
  /// The elapsed time in whole seconds. Nil before the start.
  let elapsed: Int64?

  /// - Parameter isPast: Whether the figures are those of a machine that was lost. A rate and a time
  ///   left would be guesses then.
  init(_ card: Card, barColumns: Int, _ glyphs: Glyphs, at now: Moment, isPast: Bool) {
    let progress = card.progress
    percent = progress.fraction.map(wholePercent)
    bar = ProgressBar(progress, columns: barColumns, glyphs)
    counts = ShownCounts(progress)
    rate = isPast ? nil : ShownRate(progress)
    timeLeft = isPast ? nil : card.eta(at: now).map { ShownTimeLeft($0, progress.etaConfidence) }
    elapsed = card.elapsed(at: now)?.components.seconds
  }
}

/// A progress bar that can fill a part of a cell. Measured units are solid; estimated units look
/// different.
struct ProgressBar: Equatable {
  /// The measured share, in parts of a cell.
  private let measured: Int
  /// The measured and estimated share together, in whole cells.
  private let estimated: Int
  /// The width of the bar with both ends, in cells.
  private let columns: Int

  /// Creates the bar for `progress`. Rounds down, so that only finished work fills the bar. Nil if
  /// nothing was measured.
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
