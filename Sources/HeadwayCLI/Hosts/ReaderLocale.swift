import HeadwayLanguages
import HeadwayModel
import HeadwaySystem

/// The locale of a person who runs a command on another machine: that of the near terminal.
///
/// Its text is the locale of the characters, such as `ja_JP.UTF-8`. The language follows as a modifier
/// if the person reads another one than that of the locale, `en_US.UTF-8@headway=ja`: an older Headway
/// takes all of it for a locale, which is then as good as none.
struct ReaderLocale: Equatable {
  /// The locale of the characters on the terminal (locale(7)); empty if the user has set none.
  let characters: String
  /// The language of the person, if the characters don't say it: `ja`.
  private let language: String?

  private init(characters: String, language: String?) {
    (self.characters, self.language) = (characters, language)
  }

  /// Reads the text that another machine has passed. Nil for a user without a locale.
  init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    let end = text.firstRange(of: Self.mark)
    self.init(
      characters: String(text[..<(end?.lowerBound ?? text.endIndex)]),
      language: end.map { String(text[$0.upperBound...]) })
  }

  /// The locale of this terminal, with the language that this program speaks.
  static var here: ReaderLocale {
    let (characters, language) = (characters, MessageCatalog.current?.language)
    let own = ReaderLocale(characters: characters, language: nil)
    let isSaid =
      characters.isEmpty || MessageCatalog.wanted(by: own.variable)?.language == language
    return isSaid ? own : ReaderLocale(characters: characters, language: language ?? "en")
  }

  /// The locale of the characters on this process's terminal; empty if the user has set none.
  static var characters: String {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { ProcessEnvironment.variable($0) }
      .first { !$0.isEmpty } ?? ""
  }

  /// The form in which the locale is passed to another machine.
  var text: String { characters + (language.map { Self.mark + $0 } ?? "") }

  /// The text between the locale and a language of its own.
  private static let mark = "@headway="

  /// The value of a variable of the environment, as far as it names a language.
  func variable(_ name: String) -> String? {
    switch name {
    case "LC_ALL": characters
    case "LANGUAGE": language
    default: nil
    }
  }
}
