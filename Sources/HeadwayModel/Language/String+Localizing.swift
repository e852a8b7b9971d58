extension String {
  /// A sentence that came from another program in English, in the language of the reader.
  ///
  /// The sentence is compared with all that ``init(wire:)`` marks. A value in the sentence may be
  /// such a sentence itself, or a time such as `2m 5s`. What isn't known stays as it is.
  public init(localizing sentence: String) {
    self = MessageCatalog.current.map { WireSentences.translated(sentence, by: $0) } ?? sentence
  }
}

extension String {
  /// The mark between the words of a list in the language of the reader: `2 failed, 8 running`.
  public static var betweenWords: String { Phrase(", ", context: "mark between words").text }

  /// The mark between the parts of a row in the language of the reader, where a part may have commas
  /// of its own: `paused: the disk is full; pauses on failure`.
  public static var betweenParts: String { Phrase("; ", context: "mark between parts").text }

  /// The mark between two sentences in the language of the reader.
  public static var betweenSentences: String {
    Phrase("; ", context: "mark between sentences").text
  }
}

extension SanitisedText {
  /// The text as a sentence in the language of the reader (see ``Swift/String/init(localizing:)``).
  public var localized: String { String(localizing: string) }
}
