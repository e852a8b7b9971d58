import HeadwayCore

/// The output of one task over the whole screen: where a person is in it, and what they look for.
struct LogScreen: Sendable {
  let key: TaskKey
  let title: SanitisedText
  let number: TaskNumber
  /// The number of the line that keys act on.
  var cursor = 0
  /// The first line in view.
  var top = 0
  /// What is further left isn't in view.
  var firstColumn = 0
  /// The cursor stays on what came last.
  var isFollowing = true
  /// The other end of a selection of lines.
  var anchor: Int?
  var search = LogSearch("")
  /// While a search is typed: where it began, and what was looked for before.
  var searchOrigin: SearchOrigin?

  struct SearchOrigin: Sendable {
    let cursor: Int
    let former: LogSearch
  }

  init(_ snapshot: TaskSnapshot) {
    key = snapshot.key
    title = snapshot.title
    number = snapshot.number
  }

  var selection: ClosedRange<Int> {
    guard let anchor else { return cursor...cursor }
    return min(anchor, cursor)...max(anchor, cursor)
  }

  mutating func toggleSelection() { anchor = anchor == nil ? cursor : nil }

  mutating func move(to line: Int) {
    isFollowing = false
    cursor = line
  }

  /// Keeps the cursor on a line that is there and in view, moving the view as little as possible.
  mutating func settle(in lines: Range<Int>, rows: Int) {
    let last = max(lines.lowerBound, lines.upperBound - 1)
    cursor = isFollowing ? last : min(max(cursor, lines.lowerBound), last)
    anchor = anchor.map { min(max($0, lines.lowerBound), last) }
    top = max(min(top, cursor), cursor - rows + 1)
    top = max(lines.lowerBound, min(top, lines.upperBound - rows))
  }
}

/// A text to be found in lines; case matters where it has a capital letter (as less(1), `-i`).
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

  /// Where it is in a line, as places of its bytes.
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

extension OutputText {
  /// Which of the lines with a match `line` is, from 1 on, and how many there are.
  func standing(of line: Int, among search: LogSearch) -> (place: Int, count: Int) {
    lines.reduce(into: (0, 0)) { standing, number in
      guard !search.matches(in: utf8(line: number)).isEmpty else { return }
      standing.count += 1
      if number <= line { standing.place += 1 }
    }
  }

  /// The next line with a match after `line`, or before it; around the end where there is none. Nil
  /// where there is none at all.
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
