package import HeadwayModel

/// Reads progress off the bytes that a command writes to its terminal.
///
/// The sequence `OSC 9;4` is the command's own report. It is believed at once, and silences every
/// line until the command takes it back. Lines are read by rules: the user's own first, then
/// ``RecognitionRule/table``.
///
/// These are not read:
///
/// - lines of more than 4 KiB
/// - lines that aren't UTF-8 text
/// - the screens of full-screen programs
/// - the 4 KiB behind a control character that no text has, and the line with that character
///
/// A fast command draws many states of a line at one instant. ``RedrawSieve`` chooses those that are
/// read.
///
/// The outcome doesn't depend on how the output is split into pieces. Memory is bounded: under 24
/// KiB and the compiled rules that were needed. The cost for each byte is constant. Not
/// thread-safe: each command has its own recogniser, used by one thread.
///
/// ```swift
/// var recogniser = ProgressRecogniser(command: ["rsync", "-a", "--progress", "src/", "dst/"])
/// recogniser.consume(bytes, at: now)
/// let news = recogniser.takeReading()   // nil unless something changed
/// ```
package struct ProgressRecogniser {
  /// The time without output after which ``settle(at:)`` is due.
  package static let quiet: Duration = .milliseconds(5)

  private var rules: RuleBook
  private var scanner = TerminalScanner()
  private var line = TerminalLine()
  private var row = 0
  /// The lowest row so far. A line on a row above has text that it draws over.
  private var lowestRow = 0
  /// Whether the latest token was a carriage return. A line feed may follow and change its meaning.
  private var hasReturned = false
  private var isFullScreen = false
  /// Whether an `OSC 9;4` report holds. Lines aren't read until the command takes it back.
  private var hasProgressCommand = false
  /// The number of bytes of output up to the end of the latest token.
  private var offset = 0
  /// The value of `offset` from which output counts as text again.
  private var textOffset = 0
  private var sieve = RedrawSieve()
  /// The latest line that was drawn over without having been read, if ``RedrawSieve/owed`` is set.
  private var overdrawn = TerminalLine()
  /// The number of ended lines that were read, for a test.
  private(set) var readCount = 0
  private var judge = ProgressJudge()
  private var subtitles = SubtitleKeeper()

  /// The number of bytes behind a binary character that aren't read.
  ///
  /// Short pieces of binary output look like anything, also like a percent that advances.
  private static let textDistance = 4096

  /// Makes a recogniser for one command.
  ///
  /// - Parameters:
  ///   - rules: The user's own rules. They go before the built-in ones.
  ///   - command: The command line, as far as it is known. Some rules and the number of transfers
  ///     depend on it.
  package init(rules: [RecognitionRule] = [], command: [String] = []) {
    self.rules = RuleBook(own: rules, command: command)
  }

  /// Takes in output.
  ///
  /// - Parameter now: The time at which the output came. The clock is the caller's; it never goes
  ///   back.
  package mutating func consume(_ bytes: UnsafeRawBufferPointer, at now: AwakeTime) {
    var position = 0
    let start = offset
    if sieve.isNew(now) { readOverdrawn() }
    while let token = scanner.next(in: bytes, from: &position) {
      if hasReturned { settleReturn(before: token, at: now) }
      offset = start + position
      switch token {
      case .text(let range):
        if !isFullScreen { line.append(UnsafeRawBufferPointer(rebasing: bytes[range])) }
      case .gap:
        if !isFullScreen { line.appendSpace() }
      case .binary:
        readOverdrawn()
        line.markIncomplete()
        textOffset = offset + Self.textDistance
      case .carriageReturn: hasReturned = true
      case .lineFeed: endLine(by: .lineFeed, rows: 1, at: now)
      case .redraw:
        endLine(by: .redraw, at: now)
        line.forgetColumn()
      case .column(let column): moveTo(column: column, at: now)
      case .rows(let rows):
        endLine(by: rows < 0 ? .up : .redraw, rows: rows, at: now)
        line.forgetColumn()
      case .place(let row):
        self.row = row ?? self.row
        endLine(by: .redraw, isPlaced: true, at: now)
        line.forgetColumn()
      case .command: obeyCommand()
      case .alternateScreen(let isOn):
        endLine(by: .redraw, at: now)
        isFullScreen = isOn
      }
    }
    offset = start + bytes.count
    if hasReturned, sieve.owed == nil { readUnended(at: now) }
  }

  /// Follows the cursor to a column. Behind the end of the line there is a gap, as between words. A
  /// column before the end means that what follows is drawn over.
  private mutating func moveTo(column: Int, at now: AwakeTime) {
    let side = line.side(of: column)
    if side == .end { return }
    if side != .right { endLine(by: .redraw, at: now) }
    if column > 1, !isFullScreen { line.jump(toColumn: column) }
  }

  /// Ends the line at a carriage return, unless a line feed follows: `\r\n` is one line end.
  private mutating func settleReturn(before token: TerminalScanner.Token, at now: AwakeTime) {
    hasReturned = false
    if token != .lineFeed { endLine(by: .redraw, at: now) }
  }

  /// Reads the line that is being drawn over, once output has been quiet for ``quiet``.
  ///
  /// A progress bar has no end until it is drawn again. After the pause its text is whole.
  package mutating func settle(at now: AwakeTime) {
    readOverdrawn()
    readUnended(at: now, isOpen: !line.place.isRedraw && !hasReturned)
  }

  /// Reads the current line before it has ended.
  ///
  /// The line is read again when it ends, with the same outcome. The number of remaining stages is
  /// the exception: it counts only on lines that stay, so that such a line only gives its amount
  /// here.
  ///
  /// - Parameter isOpen: Whether the line stays. Only rules for open lines are then asked.
  private mutating func readUnended(at now: AwakeTime, isOpen: Bool = false) {
    guard let finding = find(isOpen: isOpen) else { return }
    if let stage = finding.stage, !stage.isCurrent {
      judge.noteAmount(finding, on: line, at: now)
      return
    }
    let leads = judge.weigh(finding, on: line, line.place, at: now)
    if finding.trust != .generic {
      subtitles.keep(finding, of: line, leads: leads)
    } else if leads, line.isMeaningful {
      subtitles.keep(copyOf: line)
    }
  }

  /// The text of the line that hasn't ended yet, such as a prompt. Nil if it is blank.
  package var openLine: SanitisedText? {
    guard line.isWhole, line.isText else { return nil }
    let text = SanitisedText(String(decoding: line.bytes, as: UTF8.self), limit: .line)
    return text.isBlank ? nil : text
  }

  /// Forgets the line in progress, because the caller has left out some output.
  ///
  /// The rest of the cut line is passed over.
  package mutating func skip() {
    readOverdrawn()
    scanner = TerminalScanner()
    hasReturned = false
    line.restart(at: LinePlace(row: row))
    line.markIncomplete()
  }

  /// The news since the last call; nil if there is none.
  package mutating func takeReading() -> RecognisedReading? {
    if let instant = sieve.owed {
      readOverdrawn()
      if hasReturned { readUnended(at: instant) }
    }
    let news = judge.takeReading()
    if news != nil { subtitles.share = judge.share }
    let subtitle = subtitles.takeSubtitle()
    if news == nil, subtitle == nil { return nil }
    return RecognisedReading(
      reading: news?.reading ?? ProgressReading(), subtitle: subtitle,
      isPart: news?.isPart ?? false)
  }

  /// Ends the current line, has it judged, and begins the next one.
  ///
  /// - Parameters:
  ///   - rows: The number of rows that the cursor moved down; negative for up.
  ///   - isPlaced: Whether the cursor went to an absolute place.
  private mutating func endLine(
    by end: LineEnd, rows: Int = 0, isPlaced: Bool = false, at now: AwakeTime
  ) {
    row &+= rows
    line.end(by: end)
    let next = LinePlace(
      row: row, isRedraw: end != .lineFeed || row <= lowestRow, isPlaced: isPlaced)
    lowestRow = max(lowestRow, row)
    let isOverdrawn = end == .redraw && rows == 0 && !isPlaced
    if isOverdrawn, line.bytes.isEmpty, sieve.owed == now { return line.restart(at: next) }
    if isOverdrawn, !line.bytes.isEmpty, sieve.holdsBack(at: now) {
      if !isPastBinary { line.markIncomplete() }
      if sieve.owed != nil {
        let isFurther = line.isFurther(than: overdrawn)
        if !sieve.mayDrop || !isFurther { readOverdrawn() }
        if !isFurther { sieve.beginStretch() }
      }
      swap(&line, &overdrawn)
      line.restart(at: next)
      sieve.owe(at: now)
    } else {
      if !isOverdrawn { sieve.beginStretch() }
      readOverdrawn()
      readEnded(next: next, at: now)
    }
  }

  /// Reads the latest line that was drawn over unread, if there is one.
  private mutating func readOverdrawn() {
    guard let instant = sieve.takeOwed() else { return }
    swap(&line, &overdrawn)
    readEnded(next: overdrawn.place, at: instant)
    swap(&line, &overdrawn)
  }

  /// Has the ended line judged, and restarts it.
  private mutating func readEnded(next: LinePlace, at now: AwakeTime) {
    readCount &+= 1
    let (isKept, isProse) = keepLine(at: now)
    judge.look(at: line, isProse: isProse, at: now)
    if isKept {
      line.restart(at: next)
    } else if isPastBinary, line.isMeaningful, !line.isHeading {
      subtitles.keep(&line, next: next)
    } else {
      line.restart(at: next)
    }
  }

  /// Reads the ended line. Returns whether a tool's rule spoke for it (such a rule also chose the
  /// subtitle), and whether no rule did.
  private mutating func keepLine(at now: AwakeTime) -> (isKept: Bool, isProse: Bool) {
    guard let finding = find() else { return (false, true) }
    let leads = judge.weigh(finding, on: line, line.place, at: now)
    guard finding.trust != .generic else { return (false, false) }
    subtitles.keep(finding, of: line, leads: leads)
    return (true, false)
  }

  private var isPastBinary: Bool { offset >= textOffset }

  /// The finding of the current line; nil if the line isn't to be read or no rule matches.
  private mutating func find(isOpen: Bool = false) -> Finding? {
    guard isPastBinary, line.isWhole, !hasProgressCommand,
      let finding = rules.read(line, isOpen: isOpen), line.isText
    else { return nil }
    return finding
  }

  /// Takes in an `OSC 9;4`. A clear without a report before it changes nothing: some programs clear
  /// at their start.
  private mutating func obeyCommand() {
    guard let command = ProgressCommand(scanner.sequence) else { return }
    readOverdrawn()
    if hasProgressCommand || command != .clear { judge.apply(command) }
    hasProgressCommand = command != .clear
  }
}

/// News about the progress of a command, read from its output or its files.
package struct RecognisedReading: Hashable, Sendable {
  /// The state of the stretch of work that is measured now; empty if only the subtitle is new.
  package var reading: ProgressReading
  /// The last line with words in it; nil if it is the one given before. An empty text takes it
  /// back.
  package var subtitle: SanitisedText?
  /// Whether the stretch is one of several whose share of the whole nobody knows.
  package var isPart: Bool

  package init(reading: ProgressReading, subtitle: SanitisedText? = nil, isPart: Bool = false) {
    self.reading = reading
    self.subtitle = subtitle
    self.isPart = isPart
  }

  /// The reading for the card of the whole work.
  ///
  /// The reading of a part would be misleading there: 90 % of one file of many isn't 90 %. The
  /// result then has no percent. It only says that the work is in several parts.
  ///
  /// ```swift
  /// let part = RecognisedReading(reading: ninetyPercent, isPart: true)
  /// part.ofWhole.completed   // nil
  /// part.ofWhole.phase       // "in several parts"
  /// ```
  package var ofWhole: ProgressReading {
    guard isPart, reading != ProgressReading() else { return reading }
    return ProgressReading(
      total: 0, unit: .empty, phase: Self.partPhase, isResting: reading.isResting,
      advance: reading.advance)
  }

  private static let partPhase = SanitisedText(wire: "in several parts")
}
