import HeadwayCore

/// Reads progress off what a command writes to its terminal.
///
/// `OSC 9;4` is believed at once and, once it measured anything, outranks every line for good.
/// Lines are read by the rules of `RecognitionRule.table` when they end or are drawn over, and
/// believed by `Belief`. Lines of more than 4 KiB, lines that aren't UTF-8 text, and what full-screen
/// programs draw, are not read. The outcome doesn't depend on how the output is split. Memory is bounded (under 10 KiB),
/// the cost per byte constant.
package struct ProgressRecogniser {
  private var scanner = TerminalScanner()
  private var line = TerminalLine()
  private var isFullScreen = false
  private var hasProgressCommand = false
  private var belief = Belief()
  private var phases = PhaseTracker()
  private var subtitles = SubtitleKeeper()

  package init() {}

  package mutating func consume(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while let token = scanner.next(in: bytes, from: &position) {
      switch token {
      case .text(let range):
        if !isFullScreen { line.append(UnsafeRawBufferPointer(rebasing: bytes[range])) }
      case .gap:
        if !isFullScreen { line.appendSpace() }
      case .binary: line.markIncomplete()
      case .lineFeed: endLine(nextIsRedraw: false)
      case .redraw: endLine(nextIsRedraw: true)
      case .command: obeyCommand()
      case .alternateScreen(let isOn):
        endLine(nextIsRedraw: true)
        isFullScreen = isOn
      }
    }
  }

  /// Output outran us: what comes next doesn't continue what came before.
  ///
  /// The rest of the line that was cut is passed over.
  package mutating func skip() {
    scanner = TerminalScanner()
    line.restart(asRedraw: false)
    line.markIncomplete()
  }

  /// What is newly known since the last call; nil when nothing is.
  package mutating func takeReading() -> RecognisedReading? {
    let reading = phases.takeReading()
    let subtitle = subtitles.takeSubtitle()
    if reading == nil, subtitle == nil { return nil }
    return RecognisedReading(reading: reading ?? ProgressReading(), subtitle: subtitle)
  }

  private mutating func endLine(nextIsRedraw: Bool) {
    readLine()
    if line.isMeaningful {
      subtitles.keep(&line, nextIsRedraw: nextIsRedraw)
    } else {
      line.restart(asRedraw: nextIsRedraw)
    }
  }

  private mutating func readLine() {
    guard line.isWhole, !hasProgressCommand, let sample = RecognitionRule.sample(of: line),
      line.isText, let measure = belief.weigh(sample)
    else { return }
    phases.advance(to: measure)
  }

  private mutating func obeyCommand() {
    switch ProgressCommand(scanner.sequence) {
    case nil, .clear: return
    case .measured(let percent):
      if let measure = percent.flatMap({ Measure.percent(hundredths: $0 * 100) }) {
        phases.advance(to: measure)
      }
    case .indeterminate: phases.becomeIndeterminate()
    }
    hasProgressCommand = true
  }
}
