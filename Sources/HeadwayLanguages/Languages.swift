package import HeadwayModel

extension MessageCatalog {
  /// The Japanese sentences.
  package static let japanese = MessageCatalog(
    language: "ja", entries: japaneseSentences, wire: japaneseWireSentences, pluralForm: { _ in 0 })

  /// The catalog for the languages that a person wants. Nil for English.
  ///
  /// - Parameter variable: The value of a variable of the environment, nil if it isn't set.
  package static func wanted(by variable: (String) -> String?) -> MessageCatalog? {
    switch LanguageChoice(variable).best(of: ["ja"]) {
    case "ja": japanese
    default: nil
    }
  }
}
