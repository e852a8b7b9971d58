import FoundationEssentials
import HeadwayModel

/// Actions on the output screen.
extension MonitorModel {
  /// Performs an action of the output screen. Only a copy returns a command.
  mutating func perform(_ action: LogAction, at now: Moment) -> [MonitorCommand] {
    switch action {
    case .move(let lines): moveInLog(by: lines)
    case .page(let pages): moveInLog(by: pages * max(1, logRows - 1))
    case .halfPage(let pages): moveInLog(by: pages * max(1, logRows / 2))
    case .toggleNumbers: log?.showsNumbers.toggle()
    case .first: moveInLog(toEnd: false)
    case .last: moveInLog(toEnd: true)
    case .scroll(let columns): scrollLog(byColumns: columns)
    case .follow: log?.isFollowing.toggle()
    case .select: log?.toggleSelection()
    case .copy: return copyFromLog(at: now)
    case .openSearch: log?.openSearch()
    case .keepSearch: keepSearch(at: now)
    case .dropSearch: dropSearch()
    case .find(let backwards): findNext(backwards: backwards, at: now)
    case .attempt(let step): showAttempt(by: step)
    case .close: log = nil
    }
    return []
  }

  /// Shows the output of the selected task, following its end.
  mutating func openLog() {
    guard let selected else { return }
    log = LogScreen(selected)
  }

  /// The attempts of the task on screen whose output may be kept, from the oldest to the last.
  var logAttempts: ClosedRange<Int> {
    guard let task = log.flatMap({ cards[$0.key]?.task }) else { return 1...1 }
    let first = max(1, task.attempt - task.terms.earlierEnds.count)
    return first...max(first, task.attempt)
  }

  /// Shows the output of an earlier or a later attempt.
  private mutating func showAttempt(by step: Int) {
    let attempts = logAttempts
    let current = log?.attempt ?? attempts.upperBound
    let wanted = min(max(current + step, attempts.lowerBound), attempts.upperBound)
    log?.attempt = wanted == attempts.upperBound ? nil : wanted
    log?.isFollowing = true
    log?.anchor = nil
  }

  /// The received output of the task on screen. Nil until the first bytes arrive.
  var logText: OutputText? { log.flatMap { taskOutput.texts[$0.key] } }

  /// The number of rows for lines of output, at least 1.
  var logRows: Int { max(1, areas.body.count) }

  private mutating func moveInLog(by lines: Int) {
    guard let cursor = log?.cursor else { return }
    log?.move(to: cursor + lines)
  }

  private mutating func moveInLog(toEnd: Bool) {
    guard let lines = logText?.lines else { return }
    log?.move(to: toEnd ? lines.upperBound - 1 : lines.lowerBound)
  }

  private mutating func scrollLog(byColumns columns: Int) {
    guard let first = log?.firstColumn else { return }
    log?.firstColumn = max(0, min(first + columns, Self.logColumnLimit))
  }

  /// The furthest column to scroll to, the length at which ``OutputText`` cuts lines.
  private static let logColumnLimit = 1 << 14

  /// Copies the selected lines, ends the selection, and reports how many lines fitted.
  private mutating func copyFromLog(at now: Moment) -> [MonitorCommand] {
    guard let log, let text = logText, !text.lines.isEmpty else { return [] }
    let selection = log.selection.clamped(to: text.lines.lowerBound...text.lines.upperBound - 1)
    self.log?.anchor = nil
    let copied = lines(selection, of: text)
    notice = Notice(Self.sentence(copied: copied.count, of: selection.count), at: now)
    return copied.isEmpty ? [] : [.copy(ClipboardText(text: copied.joined(separator: "\n")))]
  }

  /// The lines that fit the clipboard, from the first on.
  private func lines(_ numbers: ClosedRange<Int>, of text: OutputText) -> [String] {
    var room = settings.clipboardByteLimit
    var lines: [String] = []
    for number in numbers {
      let line = text[line: number]
      room -= line.utf8.count + 1
      if room < 0 { break }
      lines.append(line)
    }
    return lines
  }

  private static func sentence(copied count: Int, of all: Int) -> SanitisedText {
    let words =
      count < all
      ? String(
        localized: all, one: "Copied \(count) of \(all) line: a clipboard takes no more",
        many: "Copied \(count) of \(all) lines: a clipboard takes no more")
      : String(localized: all, one: "Copied \(all) line", many: "Copied \(all) lines")
    return SanitisedText(words, limit: .line)
  }

  /// Adjusts cursor and view after anything changed the lines, the rows or the cursor.
  mutating func settleLog() {
    guard var log else { return }
    log.settle(in: logText?.lines ?? 0..<0, rows: logRows)
    self.log = log
  }
}

/// The search on the output screen. The cursor jumps to the nearest match on every typed key.
extension MonitorModel {
  /// Looks for the typed text, and moves the cursor to the first match at or after the line where
  /// typing began.
  mutating func applySearch() {
    guard let text = log?.searchField.text else { return }
    log?.search = LogSearch(text)
    guard let origin = log?.searchOrigin else { return }
    log?.move(to: origin.cursor)
    if let log, let found = logText?.line(matching: log.search, after: origin.cursor - 1) {
      self.log?.move(to: found)
    }
  }

  /// Ends typing and reports the number of matches. An empty text ends the search.
  mutating func keepSearch(at now: Moment) {
    log?.searchOrigin = nil
    if let log, !log.search.isEmpty { sayFound(log.search, on: log.cursor, at: now) }
  }

  /// Ends typing and restores cursor and search.
  mutating func dropSearch() {
    guard let origin = log?.searchOrigin else { return }
    log?.searchOrigin = nil
    log?.search = origin.former
    log?.move(to: origin.cursor)
  }

  /// Moves the cursor to the next match and reports its rank. Reports a wrap around either end.
  mutating func findNext(backwards: Bool, at now: Moment) {
    guard let log, let text = logText else { return }
    let found = text.line(matching: log.search, after: log.cursor, backwards: backwards)
    let line = found ?? log.cursor
    let isAround = backwards ? line >= log.cursor : line <= log.cursor
    sayFound(log.search, on: line, isAround ? (backwards ? .end : .start) : nil, at: now)
    if let found { self.log?.move(to: found) }
  }

  /// The end of the output from which a search continued after it wrapped.
  private enum Turn: String { case start, end }

  private mutating func sayFound(
    _ search: LogSearch, on line: Int, _ turn: Turn? = nil, at now: Moment
  ) {
    let (place, count) = logText?.rank(of: line, among: search) ?? (0, 0)
    let words =
      if count == 0 {
        String(localized: "No line has \(search.text)")
      } else if turn == nil {
        String(localized: "match \(place) of \(count)")
      } else {
        String(localized: "match \(place) of \(count) (wrapped)")
      }
    notice = Notice(SanitisedText(words, limit: .line), at: now)
  }
}

/// A text for the clipboard of the terminal's user. Works over ssh, because the terminal and not
/// this machine stores the text.
package struct ClipboardText: Hashable, Sendable {
  package let text: String

  /// The largest text that terminals accept, in bytes.
  package static let byteLimit = 1 << 16
  /// The largest text that fits an argument of a tmux command, in bytes. tmux limits a message to
  /// 16 KiB.
  package static let tmuxByteLimit = 15_000

  /// The control sequence that sets the clipboard: OSC 52 of xterm's control sequences, with the
  /// text in base64.
  package var sequence: [UInt8] {
    Array("\u{1B}]52;c;".utf8) + Array(Data(text.utf8).base64EncodedString().utf8)
      + Array("\u{1B}\\".utf8)
  }
}
