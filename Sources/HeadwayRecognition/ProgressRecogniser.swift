internal import HeadwayCore

/// Reads progress off what a command writes to its terminal.
///
/// `OSC 9;4` is believed at once, and outranks every line until it is taken back.
/// Lines are read by rules (`RecognitionRule.table`, after the user's own) when they end or are
/// drawn over. Lines of more than 4 KiB, lines that aren't UTF-8 text, what full-screen programs draw,
/// and what comes within 4 KiB of a character that no text has, are not read. The outcome doesn't
/// depend on how the output is split. Memory is bounded (under 20 KiB and the compiled rules that were
/// needed), the cost per byte constant.
package struct ProgressRecogniser {
  /// How long output must be quiet before ``settle(at:)``.
  package static let quiet: Duration = .milliseconds(5)

  private var rules: RuleBook
  private var scanner = TerminalScanner()
  private var line = TerminalLine()
  private var row = 0
  /// What is above it was written to before.
  private var lowestRow = 0
  private var hasReturned = false
  private var isFullScreen = false
  private var hasProgressCommand = false
  /// How much output there was up to the end of the latest token.
  private var offset = 0
  /// Where output counts as text again.
  private var textOffset = 0
  private var judge = ProgressJudge()
  private var subtitles = SubtitleKeeper()

  /// Short pieces of binary output look like anything, a percent that advances too.
  private static let textDistance = 4096

  /// `rules` are the user's own; `command` is the command line, as far as it is known: what some
  /// tools print means something only in their own output.
  package init(rules: [RecognitionRule] = [], command: [String] = []) {
    self.rules = RuleBook(own: rules, command: command)
  }

  /// Takes in output that came at `now`, which never goes back.
  package mutating func consume(_ bytes: UnsafeRawBufferPointer, at now: Duration) {
    var position = 0
    let start = offset
    while let token = scanner.next(in: bytes, from: &position) {
      if hasReturned { settleReturn(before: token, at: now) }
      offset = start + position
      switch token {
      case .text(let range):
        if !isFullScreen { line.append(UnsafeRawBufferPointer(rebasing: bytes[range])) }
      case .gap:
        if !isFullScreen { line.appendSpace() }
      case .binary:
        line.markIncomplete()
        textOffset = offset + Self.textDistance
      case .carriageReturn: hasReturned = true
      case .lineFeed: endLine(by: .lineFeed, rows: 1, at: now)
      case .redraw: endLine(by: .redraw, at: now)
      case .rows(let rows): endLine(by: rows < 0 ? .up : .redraw, rows: rows, at: now)
      case .place(let row):
        self.row = row ?? self.row
        endLine(by: .redraw, isPlaced: true, at: now)
      case .command: obeyCommand()
      case .alternateScreen(let isOn):
        endLine(by: .redraw, at: now)
        isFullScreen = isOn
      }
    }
    offset = start + bytes.count
    if hasReturned { readUnended(at: now) }
  }

  /// A line feed behind a carriage return makes one line end of the two.
  private mutating func settleReturn(before token: TerminalScanner.Token, at now: Duration) {
    hasReturned = false
    if token != .lineFeed { endLine(by: .redraw, at: now) }
  }

  /// Output has been quiet for a while: what stands on a line that is drawn over is all there is.
  package mutating func settle(at now: Duration) {
    if line.place.isRedraw || hasReturned { readUnended(at: now) }
  }

  /// It is read again where it ends, with the same outcome; what is left is told by lines that stay.
  private mutating func readUnended(at now: Duration) {
    guard let finding = find() else { return }
    if let stage = finding.stage, !stage.isCurrent {
      judge.noteAmount(finding, on: line, at: now)
      return
    }
    let leads = judge.take(finding, on: line, line.place, at: now)
    if finding.trust != .generic {
      subtitles.keep(finding, of: line, leads: leads)
    } else if leads, line.isMeaningful {
      subtitles.keep(copyOf: line)
    }
  }

  /// Output outran us: what comes next doesn't continue what came before.
  ///
  /// The rest of the line that was cut is passed over.
  package mutating func skip() {
    scanner = TerminalScanner()
    hasReturned = false
    line.restart(at: LinePlace(row: row))
    line.markIncomplete()
  }

  /// What is newly known since the last call; nil when nothing is.
  package mutating func takeReading() -> RecognisedReading? {
    let news = judge.takeReading()
    if news != nil { subtitles.share = judge.share }
    let subtitle = subtitles.takeSubtitle()
    if news == nil, subtitle == nil { return nil }
    return RecognisedReading(
      reading: news?.reading ?? ProgressReading(), subtitle: subtitle,
      isPart: news?.isPart ?? false)
  }

  private mutating func endLine(
    by end: LineEnd, rows: Int = 0, isPlaced: Bool = false, at now: Duration
  ) {
    row &+= rows
    line.end(by: end)
    let next = LinePlace(
      row: row, isRedraw: end != .lineFeed || row <= lowestRow, isPlaced: isPlaced)
    lowestRow = max(lowestRow, row)
    let (isKept, isProse) = keepLine(at: now)
    judge.look(at: line, isProse: isProse, at: now)
    if isKept {
      line.restart(at: next)
    } else if isPastBinary, line.isMeaningful {
      subtitles.keep(&line, next: next)
    } else {
      line.restart(at: next)
    }
  }

  /// Whether a tool's rule spoke for the line: it says which part of it is worth reading. And whether
  /// none did.
  private mutating func keepLine(at now: Duration) -> (isKept: Bool, isProse: Bool) {
    guard let finding = find() else { return (false, true) }
    let leads = judge.take(finding, on: line, line.place, at: now)
    guard finding.trust != .generic else { return (false, false) }
    subtitles.keep(finding, of: line, leads: leads)
    return (true, false)
  }

  private var isPastBinary: Bool { offset >= textOffset }

  private mutating func find() -> Finding? {
    guard isPastBinary, line.isWhole, !hasProgressCommand, let finding = rules.read(line),
      line.isText
    else { return nil }
    return finding
  }

  private mutating func obeyCommand() {
    guard let command = ProgressCommand(scanner.sequence) else { return }
    if hasProgressCommand || command != .clear { judge.take(command) }
    hasProgressCommand = command != .clear
  }
}
