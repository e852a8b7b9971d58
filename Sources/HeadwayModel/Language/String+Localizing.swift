extension String {
  /// A sentence that came from another program in English, in the language of the reader.
  ///
  /// The sentence is compared with all that ``init(wire:)`` marks. A value in the sentence may be
  /// such a sentence itself, or a time such as `2m 5s`. What isn't known stays as it is.
  public init(localizing sentence: String) {
    self = MessageCatalog.current.map { WireSentences.translated(sentence, by: $0) } ?? sentence
  }
}

extension SanitisedText {
  /// The text as a sentence in the language of the reader (see ``Swift/String/init(localizing:)``).
  public var localized: String { String(localizing: string) }
}
