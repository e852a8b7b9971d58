import Synchronization

/// The recognition of sentences that come from other programs in English, by the sentences with values of
/// a catalog. Thread-safe.
///
/// A sentence may be anybody's: its length, the sentences in it, and the work for it are bounded.
enum WireSentences {
  /// The number of sentences within sentences that are translated.
  private static let depthLimit = 4
  /// The largest sentence that is looked at, in bytes.
  private static let byteLimit = 2048
  /// The number of comparisons for one sentence with all that is in it.
  private static let comparisonLimit = 5000
  /// The number of sentences whose translations are kept.
  private static let keptLimit = 500

  /// All that is known of one catalog.
  private struct Known {
    let catalog: String
    let patterns: [WirePattern]
    var kept: [String: String] = [:]
  }

  private static let known = Mutex<Known?>(nil)

  /// The translation of a sentence. The sentence itself if there is none.
  static func translated(_ sentence: String, by catalog: MessageCatalog) -> String {
    guard sentence.utf8.count <= byteLimit else { return sentence }
    let (patterns, kept) = known.withLock { known -> ([WirePattern], String?) in
      if known?.catalog != catalog.name {
        known = Known(catalog: catalog.name, patterns: Self.patterns(of: catalog))
      }
      return (known?.patterns ?? [], known?.kept[sentence])
    }
    if let kept { return kept }
    var search = Search(catalog: catalog, patterns: patterns, comparisons: comparisonLimit)
    let result = search.translatedParts(of: sentence)
    known.withLock { known in
      guard known?.catalog == catalog.name else { return }
      if (known?.kept.count ?? 0) >= keptLimit { known?.kept = [:] }
      known?.kept[sentence] = result
    }
    return result
  }

  /// The patterns of a catalog, those with the most words first: they are the surest.
  private static func patterns(of catalog: MessageCatalog) -> [WirePattern] {
    catalog.wireKeys.compactMap(WirePattern.init).sorted { $0.letterCount > $1.letterCount }
  }

  /// The translation of one sentence and of those in it.
  private struct Search {
    let catalog: MessageCatalog
    let patterns: [WirePattern]
    /// The number of comparisons that are left.
    var comparisons: Int

    /// The translation of one sentence, or of several with semicolons between them, each of which is
    /// known. A sentence that has semicolons of its own comes first.
    mutating func translatedParts(of sentence: String) -> String {
      let parts = sentence.split(separator: "; ", maxSplits: 3).map(String.init)
      guard parts.count > 1, catalog.translation(of: sentence) == nil else {
        return translated(sentence, depth: 0)
      }
      if let whole = matched(sentence, depth: 0, by: \.hasSemicolon) { return whole }
      let own = parts.map { translated($0, depth: 1) }
      guard zip(own, parts).allSatisfy({ $0 != $1 }) else { return translated(sentence, depth: 0) }
      return own.joined(separator: .betweenSentences)
    }

    mutating func translated(_ sentence: String, depth: Int) -> String {
      // A single word within a sentence may be somebody's name: a group "memory".
      if depth == 0 || sentence.utf8.contains(UInt8(ascii: " ")),
        let translation = catalog.translation(of: sentence),
        !sentence.utf8.contains(UInt8(ascii: "%"))
      {
        return Self.form(translation)
      }
      if let time = Duration(spokenText: sentence) { return time.spoken }
      guard depth < WireSentences.depthLimit else { return sentence }
      return matched(sentence, depth: depth) { _ in true } ?? afterPlace(sentence, depth: depth)
    }

    /// The translation by the first pattern that the sentence has, among some of them.
    private mutating func matched(
      _ sentence: String, depth: Int, by isWanted: (WirePattern) -> Bool
    ) -> String? {
      let bytes = Array(sentence.utf8)
      for pattern in patterns where isWanted(pattern) {
        guard comparisons > 0 else { return nil }
        comparisons -= 1
        guard let values = pattern.values(in: bytes),
          let translation = catalog.translation(of: pattern.key)
        else { continue }
        return MessagePattern.filled(
          Self.form(translation), with: values.map { translated($0, depth: depth + 1) })
      }
      return nil
    }

    /// A sentence behind the place of what is wrong there: `/path: sentence`, `host: sentence`.
    private mutating func afterPlace(_ sentence: String, depth: Int) -> String {
      let bytes = Array(sentence.utf8)
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 2 < bytes.count,
        bytes[colon + 1] == UInt8(ascii: " "), !bytes[..<colon].contains(UInt8(ascii: " "))
      else { return sentence }
      let rest = String(decoding: bytes[(colon + 2)...], as: UTF8.self)
      return String(decoding: bytes[..<(colon + 2)], as: UTF8.self)
        + translated(rest, depth: depth + 1)
    }

    /// The last form of a plural: that of many.
    private static func form(_ translation: String) -> String {
      translation.split(separator: "\0").last.map(String.init) ?? translation
    }
  }
}

/// A sentence with places for values, as bytes of UTF-8.
struct WirePattern {
  /// The sentence in the table.
  let key: String
  /// The letters of its own words.
  let letterCount: Int
  /// Whether the sentence has a semicolon of its own.
  let hasSemicolon: Bool
  /// The words before the first value, between the values and behind the last one. Only the first and the
  /// last may be empty.
  private let words: [[UInt8]]

  /// The least number of letters that make a sentence one of ours.
  private static let letterMinimum = 3

  /// Reads a sentence of the table. Nil for a sentence without values, for one with hardly any words,
  /// and for one with two values side by side.
  init?(key: String) {
    var words: [[UInt8]] = [[]]
    for part in MessagePattern.parts(of: key) {
      switch part {
      case .words(let own): words[words.count - 1] += Array(own.utf8)
      case .value: words.append([])
      }
    }
    let count = key.count(where: \.isLetter) - (words.count - 1)
    guard words.count > 1, count >= Self.letterMinimum,
      words.dropFirst().dropLast().allSatisfy({ !$0.isEmpty })
    else { return nil }
    (self.key, self.words, letterCount) = (key, words, count)
    hasSemicolon = key.contains(";")
  }

  /// The values of a sentence that has this form. Nil if the sentence has another form.
  ///
  /// A value has at least one byte. It reaches to the first place where the words after it stand, and the
  /// last one to the words that end the sentence.
  func values(in sentence: [UInt8]) -> [String]? {
    let (first, last) = (words[0], words[words.count - 1])
    guard sentence.count > first.count + last.count, sentence.starts(with: first),
      sentence.suffix(last.count).elementsEqual(last)
    else { return nil }
    var rest = sentence[first.count..<(sentence.count - last.count)]
    var values: [String] = []
    for separator in words.dropFirst().dropLast() {
      guard let place = Self.place(of: separator, in: rest.dropFirst()) else { return nil }
      values.append(String(decoding: rest[..<place], as: UTF8.self))
      rest = rest[(place + separator.count)...]
    }
    guard !rest.isEmpty else { return nil }
    return values + [String(decoding: rest, as: UTF8.self)]
  }

  /// The first place of some words in a text.
  private static func place(of words: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard let head = words.first else { return nil }
    var rest = text
    while let start = rest.firstIndex(of: head) {
      rest = rest[start...]
      if rest.starts(with: words) { return start }
      rest = rest.dropFirst()
    }
    return nil
  }
}
