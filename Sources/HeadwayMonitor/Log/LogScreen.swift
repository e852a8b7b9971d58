import HeadwayModel

/// The state of the screen that shows one task's output: cursor, view, selection and search. Lines
/// are named by their numbers in ``OutputText``.
struct LogScreen: Sendable {
  /// The card at the time when the screen was opened.
  let card: Card
  /// The attempt whose output is shown. Nil for the last one, also of those to come.
  var attempt: Int?
  /// The line that keys act on.
  var cursor = 0
  /// The first line in view.
  var top = 0
  /// The first column in view. Long lines are scrolled sideways and never wrapped.
  var firstColumn = 0
  /// Whether the number of each line stands before the line.
  var showsNumbers = false
  /// Whether the cursor stays on the last line as output arrives.
  var isFollowing = true
  /// The line at which a selection of lines began. Nil while only the cursor's line is selected.
  var anchor: Int?
  /// The text that is highlighted and that `n` looks for. Empty for no search.
  var search = LogSearch("")
  /// The search as it is typed, with a caret.
  private(set) var searchField = EditedText(byteLimit: searchByteLimit)
  /// The state before the search that is being typed, for Escape. Nil while no search is typed.
  var searchOrigin: SearchOrigin?

  /// The length of the longest search, in bytes. Longer ones only come out of pastes.
  private static let searchByteLimit = 4096

  /// The cursor and the search to restore when a person drops a search.
  struct SearchOrigin: Sendable {
    let cursor: Int
    let former: LogSearch
  }

  /// Creates a screen that follows the end of the task's output.
  init(_ card: Card) { self.card = card }

  var key: CardKey { card.key }
  var title: SanitisedText { card.task.title }
  /// The number of the task, and its machine if it is another one.
  var name: String { card.task.reference }

  /// The selected lines, from the anchor to the cursor in either direction.
  var selection: ClosedRange<Int> {
    guard let anchor else { return cursor...cursor }
    return min(anchor, cursor)...max(anchor, cursor)
  }

  /// Starts a selection at the cursor, or ends the current one.
  mutating func toggleSelection() { anchor = anchor == nil ? cursor : nil }

  /// Begins to type a search. Remembers cursor and former search.
  mutating func openSearch() {
    searchOrigin = SearchOrigin(cursor: cursor, former: search)
    search = LogSearch("")
    searchField = EditedText(byteLimit: Self.searchByteLimit)
  }

  mutating func editSearch(_ edit: (inout EditedText) -> Void) { edit(&searchField) }

  /// Moves the cursor and stops following. The number is clamped by ``settle(in:rows:)``.
  mutating func move(to line: Int) {
    isFollowing = false
    cursor = line
  }

  /// Puts the cursor on an existing line and moves the view as little as possible to show it.
  /// `lines` may have lost old lines, and `rows` may have changed with the terminal.
  mutating func settle(in lines: Range<Int>, rows: Int) {
    let last = max(lines.lowerBound, lines.upperBound - 1)
    cursor = isFollowing ? last : min(max(cursor, lines.lowerBound), last)
    anchor = anchor.map { min(max($0, lines.lowerBound), last) }
    top = max(min(top, cursor), cursor - rows + 1)
    top = max(lines.lowerBound, min(top, lines.upperBound - rows))
  }
}

/// A text to look for in lines. Case matters only if the text has a capital letter, as with `-i` of
/// less(1).
///
/// The search compares bytes and folds the case of ASCII letters only: logs are searched on every
/// key, and most are ASCII.
struct LogSearch: Hashable, Sendable {
  let text: String
  private let pattern: [UInt8]
  private let mindsCase: Bool

  init(_ text: String) {
    self.text = text
    mindsCase = text.contains(where: \.isUppercase)
    pattern = Array(text.utf8)
  }

  var isEmpty: Bool { pattern.isEmpty }

  /// The byte ranges of all matches in `line`, without overlaps.
  func matches(in line: [UInt8]) -> [Range<Int>] {
    guard !isEmpty else { return [] }
    var found: [Range<Int>] = []
    var place = 0
    while place + pattern.count <= line.count {
      if isMatch(line, at: place) {
        found.append(place..<place + pattern.count)
        place += pattern.count
      } else {
        place += 1
      }
    }
    return found
  }

  private func isMatch(_ line: [UInt8], at place: Int) -> Bool {
    pattern.indices.allSatisfy { index in
      let byte = line[place + index]
      return (mindsCase ? byte : Self.lowercase(byte)) == pattern[index]
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

/// The search in a text.
extension OutputText {
  /// The rank of `line` among the lines with a match, starting at 1, and the number of these lines.
  /// For a line without a match, the rank of the last one before it.
  func rank(of line: Int, among search: LogSearch) -> (place: Int, count: Int) {
    lines.reduce(into: (0, 0)) { rank, number in
      guard !search.matches(in: utf8(line: number)).isEmpty else { return }
      rank.count += 1
      if number <= line { rank.place += 1 }
    }
  }

  /// The next line with a match after `line`, or before it with `backwards`. The search wraps
  /// around at either end. Nil if no line matches.
  func line(matching search: LogSearch, after line: Int, backwards: Bool = false) -> Int? {
    let all = lines
    guard !all.isEmpty, !search.isEmpty else { return nil }
    let origin = min(max(line, all.lowerBound - 1), all.upperBound) - all.lowerBound
    for distance in 1...all.count {
      let place = origin + (backwards ? all.count - distance : distance)
      let number = all.lowerBound + (place + all.count) % all.count
      if !search.matches(in: utf8(line: number)).isEmpty { return number }
    }
    return nil
  }
}
