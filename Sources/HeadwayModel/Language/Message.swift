/// A sentence of Headway's own, with its values, in the language of the reader.
///
/// The English sentence is the key of its translations: the literal's parts, with `%s` for each
/// value. A sentence is translated when it is made, by ``MessageCatalog/current``. `demo/messages`
/// finds the sentences in the sources and writes them to `po/headway.pot`.
///
/// ```swift
/// let message: Message = "\(done) of \(count) done"  // "%s of %s done": "%2$s件中%1$s件完了"
/// ```
///
/// A value that is a sentence itself must be in the reader's language already.
public struct Message: ExpressibleByStringInterpolation, Sendable {
  /// The sentence in the language of the reader.
  public let text: String

  /// Makes a sentence without values.
  public init(stringLiteral value: String) {
    text = MessageCatalog.current?.translation(of: value) ?? value
  }

  /// Makes a sentence with values.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// A sentence that is being put together.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// The sentence in English.
    private var english = ""
    /// The key of the sentence and its values. Nil for an English reader, who needs neither.
    private var key: String?
    private var values: [String] = []

    /// Begins a sentence.
    public init(literalCapacity: Int, interpolationCount: Int) {
      if MessageCatalog.current != nil { key = "" }
    }

    /// Appends words of the sentence.
    public mutating func appendLiteral(_ literal: String) {
      english += literal
      guard key != nil else { return }
      key? += literal.contains("%") ? literal.replacing(percents: "%%") : literal
    }

    /// Appends a value.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      let text = "\(value)"
      english += text
      guard key != nil else { return }
      key? += "%s"
      values.append(text)
    }

    /// Appends a sentence that came from another program in English (see
    /// ``Swift/String/init(localizing:)``).
    public mutating func appendInterpolation(localizing text: some CustomStringConvertible) {
      appendInterpolation(String(localizing: "\(text)"))
    }

    /// The sentence in the language of the reader.
    fileprivate var text: String {
      guard let key, let pattern = MessageCatalog.current?.translation(of: key) else {
        return english
      }
      return MessagePattern.filled(pattern, with: values)
    }
  }
}

extension String {
  /// A sentence of Headway's own in the language of the reader.
  ///
  /// ```swift
  /// let words = String(localized: "\(count) of \(total) done")
  /// ```
  public init(localized message: Message) { self = message.text }

  /// A word of Headway's own in the language of the reader, where the English word alone doesn't
  /// say what it means.
  ///
  /// - Parameters:
  ///   - word: The English word, without values.
  ///   - context: What the word is used for, such as `key`: the `msgctxt` of its translation.
  public init(localized word: StaticString, context: StaticString) {
    self = Phrase(word, context: context).text
  }

  /// A sentence with a number, in the language of the reader, who may have other plural forms than
  /// English.
  ///
  /// ```swift
  /// let words = String(localized: count, one: "\(count) task", many: "\(count) tasks")
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number that decides the form.
  ///   - one: The English sentence for exactly one.
  ///   - many: The English sentence for every other number.
  public init(localized count: Int, one: PluralMessage, many: PluralMessage) {
    guard let catalog = MessageCatalog.current,
      let pattern = catalog.translation(of: many.key, count: count)
    else {
      self = count == 1 ? one.english : many.english
      return
    }
    self = MessagePattern.filled(pattern, with: many.values)
  }

  /// A sentence that goes to another program, and so stays English. Whoever shows the sentence
  /// translates it with ``init(localizing:)``.
  ///
  /// The sentence is the text itself; the name tells `demo/messages` that the sentence has
  /// translations.
  public init(wire sentence: String) { self = sentence }
}

extension SanitisedText {
  /// A sentence that goes to another program, and so stays English (see
  /// ``Swift/String/init(wire:)``).
  public init(wire sentence: String, limit: TextLimit = .title) {
    self.init(sentence, limit: limit)
  }
}

/// A plural form of an English sentence, with its values.
public struct PluralMessage: ExpressibleByStringInterpolation, Sendable {
  let english: String
  let key: String
  let values: [String]

  /// Makes a form without values.
  public init(stringLiteral value: String) { (english, key, values) = (value, value, []) }

  /// Makes a form with values.
  public init(stringInterpolation: StringInterpolation) {
    english = stringInterpolation.english
    key = stringInterpolation.key
    values = stringInterpolation.values
  }

  /// A form that is being put together.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var english = ""
    fileprivate var key = ""
    fileprivate var values: [String] = []

    /// Begins a form.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends words of the form.
    public mutating func appendLiteral(_ literal: String) {
      english += literal
      key += literal.replacing(percents: "%%")
    }

    /// Appends a value.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      let text = "\(value)"
      english += text
      key += "%s"
      values.append(text)
    }
  }
}

/// A word or sentence without values that is translated where it is shown, not where it is made:
/// an entry of a table.
///
/// ```swift
/// let label = Phrase("down", context: "key")
/// print(label.text)
/// ```
public struct Phrase: Sendable, Equatable {
  /// The text in English.
  public let english: String
  private let context: String?

  /// Makes a phrase. `context` is as in ``Swift/String/init(localized:context:)``.
  public init(_ english: StaticString, context: StaticString? = nil) {
    self.english = english.description
    self.context = context?.description
  }

  /// The text in the language of the reader.
  public var text: String {
    guard let catalog = MessageCatalog.current else { return english }
    return catalog.translation(of: context.map { "\($0)\u{4}\(english)" } ?? english) ?? english
  }
}

extension String {
  /// The text with each percent sign replaced.
  fileprivate func replacing(percents replacement: String) -> String {
    var result = ""
    for character in self {
      if character == "%" { result += replacement } else { result.append(character) }
    }
    return result
  }
}
