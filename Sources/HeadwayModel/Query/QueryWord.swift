/// A word of a query: `key:value`, `-key:value`, `text`, `"any text"`, `key:"any text"`.
struct QueryWord: Hashable, Sendable {
  var isNegated = false
  /// The word before the colon; nil for plain text.
  var key: String?
  /// A comma parts them where it isn't in quotes; text is one.
  var values: [String] = []
  /// The word as it was written.
  private var written: Substring = ""

  static func words(of text: String) throws(QueryError) -> [QueryWord] {
    var words: [QueryWord] = []
    var rest = text[...]
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if rest.isEmpty { return words }
      let start = rest.startIndex
      var word = try QueryWord(takingFrom: &rest)
      word.written = rest.base[start..<rest.startIndex]
      words.append(word)
    }
  }

  private init(takingFrom rest: inout Substring) throws(QueryError) {
    if rest.first == "-", rest.count > 1 {
      isNegated = true
      rest.removeFirst()
    }
    if let colon = Self.endOfKey(in: rest) {
      key = String(rest[..<colon])
      rest = rest[colon...].dropFirst()
    }
    values = [""]
    while let character = rest.first, !character.isWhitespace {
      rest.removeFirst()
      if character == "\"" {
        guard let end = rest.firstIndex(of: "\"") else { throw .openQuote }
        values[values.count - 1] += rest[..<end]
        rest = rest[end...].dropFirst()
      } else if character == ",", key != nil {
        values.append("")
      } else {
        values[values.count - 1].append(character)
      }
    }
  }

  /// Whether one of the values is the newest task.
  private var namesNewest: Bool {
    key == QueryKey.n.rawValue && values.contains(QueryCondition.newestWord)
  }

  /// The word with the number of the newest task in the place of `last`.
  func text(naming newest: Int) -> String {
    guard namesNewest, let key else { return String(written) }
    let numbers = values.map { $0 == QueryCondition.newestWord ? "\(newest)" : $0 }
    return "\(isNegated ? "-" : "")\(key):\(numbers.joined(separator: ","))"
  }

  /// Letters and a colon.
  private static func endOfKey(in text: Substring) -> Substring.Index? {
    guard let end = text.firstIndex(where: { !$0.isASCII || !$0.isLetter }), end > text.startIndex,
      text[end] == ":"
    else { return nil }
    return end
  }
}

extension TaskQuery.Term {
  init(_ word: QueryWord) throws(QueryError) {
    isNegated = word.isNegated
    guard let name = word.key else {
      conditions = word.values.map { .text(Wildcard($0)) }
      return
    }
    guard let key = QueryKey(rawValue: name) else { throw .unknownKey(SanitisedText(name)) }
    conditions = []
    for value in word.values {
      guard let condition = QueryCondition(key, value) else {
        throw .wrongValue(key: key, SanitisedText(value))
      }
      conditions.append(condition)
    }
  }
}
