/// The languages that a person wants, in their order, from the variables that gettext(3) reads.
///
/// No locale has to be installed. `LC_ALL`, `LC_MESSAGES` and `LANG` name the locale: the first one
/// that isn't empty counts. `LANGUAGE` names several languages, and goes before the locale, unless
/// the locale is `C` or `POSIX`. Both are as in `ja_JP.UTF-8` or `ja`.
///
/// Languages whose words aren't ASCII need a terminal that shows them: the character set must be
/// UTF-8, and the Linux console (`TERM=linux`) has no such fonts.
public struct LanguageChoice: Sendable, Equatable {
  /// The languages as ISO 639 writes them, without region: `ja`. Empty for English.
  public let languages: [String]

  /// Reads the variables.
  ///
  /// - Parameter variable: The value of a variable of the environment, nil if it isn't set.
  public init(_ variable: (String) -> String?) {
    func first(_ names: String...) -> String {
      names.lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    }
    let locale = first("LC_ALL", "LC_MESSAGES", "LANG")
    let characters = first("LC_ALL", "LC_CTYPE", "LANG")
    guard !["", "C", "POSIX"].contains(locale), Self.isUTF8(characters),
      variable("TERM") != "linux"
    else {
      languages = []
      return
    }
    let wanted = first("LANGUAGE").split(separator: ":").prefix(Self.limit)
    languages = (wanted.isEmpty ? [Substring(locale)] : Array(wanted)).map(Self.language)
  }

  /// The first of the languages that there is, nil for English.
  ///
  /// - Parameter known: The languages that there are, besides English.
  public func best(of known: [String]) -> String? {
    let best = languages.first { known.contains($0) || ["en", "C", "POSIX"].contains($0) }
    return best.flatMap { known.contains($0) ? $0 : nil }
  }

  /// The number of languages of `LANGUAGE` that count.
  private static let limit = 20

  /// The language of a locale: what stands before the region, the character set and the variant.
  private static func language(of locale: Substring) -> String {
    let name = String(locale.prefix { !"_.@".contains($0) })
    return name == "C" || name == "POSIX" ? name : name.lowercased()
  }

  /// Whether the character set of a locale is UTF-8.
  private static func isUTF8(_ locale: String) -> Bool {
    guard let dot = locale.firstIndex(of: ".") else { return false }
    let characters = locale[locale.index(after: dot)...].prefix { $0 != "@" }
    return ["utf8", "utf-8"].contains(characters.lowercased())
  }
}
