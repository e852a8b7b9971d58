/// A sentence with places for values, in the form that printf(3) and translators' tools know: `%s`
/// for the next value, `%2$s` for the second one, `%%` for a percent sign.
package enum MessagePattern {
  /// The pattern with its values. A place without a value stays empty.
  package static func filled(_ pattern: String, with values: [String]) -> String {
    var result = ""
    var next = 0
    for part in parts(of: pattern) {
      switch part {
      case .words(let words): result += words
      case .value(let place):
        let index = place ?? next
        if place == nil { next += 1 }
        if values.indices.contains(index) { result += values[index] }
      }
    }
    return result
  }

  /// A part of a pattern.
  enum Part: Equatable {
    case words(String)
    /// A value: the index that the pattern names, or nil for the next one.
    case value(Int?)
  }

  /// The parts of a pattern. What is no place for a value is words.
  static func parts(of pattern: String) -> [Part] {
    var parts: [Part] = []
    var words = ""
    var rest = Substring(pattern)
    while let percent = rest.firstIndex(of: "%") {
      words += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if rest.first == "%" {
        words += "%"
        rest = rest.dropFirst()
      } else if rest.first == "s" {
        (parts, words) = (parts + [.words(words), .value(nil)], "")
        rest = rest.dropFirst()
      } else if let place = Int(digits), place > 0, rest.dropFirst(digits.count).hasPrefix("$s") {
        (parts, words) = (parts + [.words(words), .value(place - 1)], "")
        rest = rest.dropFirst(digits.count + 2)
      } else {
        words += "%"
      }
    }
    return (parts + [.words(words + rest)]).filter { $0 != .words("") }
  }
}
