import HeadwayModel
import TOMLKit

/// The `[permitted."ID"]` tables: the identifiers that may be used, and the commands that they
/// start.
///
/// The hub runs these commands as the user when something submits work under an identifier. An
/// identifier without a table starts nothing.
///
/// ```swift
/// // [permitted."com.example.export.*"]
/// // command = ['./export', '--all']
/// // directory = "~/work"
/// ```
enum Permissions {
  static let section = "permitted"

  /// The keys of such a table, for messages and the help text.
  static let keys = [
    "command", "directory", "group", "needs", "priority", "retry", "title",
  ]

  /// Decodes the tables.
  ///
  /// - Parameter home: The directory that `~` stands for; nil if it isn't known.
  /// - Throws: ``ConfigError`` for an identifier, a key or a value that isn't understood.
  static func decode(
    _ value: (any TOMLValueConvertible)?, home: String?
  ) throws(ConfigError) -> PermittedIdentifiers {
    guard let table = value?.table else {
      let sentence = String(
        wire: "[permitted] needs a section for each identifier: [permitted.\"com.example.*\"]")
      throw wrong(Place(), sentence)
    }
    var permitted = PermittedIdentifiers()
    for name in table.keys.sorted() {
      let place = Place(name)
      guard let pattern = IdentifierPattern(name) else {
        let sentence = String(
          wire: """
            \(place) isn't a valid identifier; only its last part may be *, as in \
            "com.example.export.*"
            """)
        throw wrong(place, sentence)
      }
      guard let entry = table[name]?.table else {
        let sentence = String(
          wire: "\(place) must be a section, in brackets and quotes, with command = … below")
        throw wrong(place, sentence)
      }
      permitted[pattern] = try handler(entry, place: place, home: home)
    }
    return permitted
  }

  /// Decodes the table of one identifier.
  private static func handler(
    _ table: TOMLTable, place: Place, home: String?
  ) throws(ConfigError) -> TaskHandler {
    var handler = TaskHandler()
    for key in table.keys.sorted() {
      let value = table[key]
      switch key {
      case "command": handler.command = try command(value, place)
      case "directory": handler.directory = try directory(value, place, home: home)
      case "group": handler.group = try text(value, of: key, place)
      case "title": handler.title = try text(value, of: key, place)
      case "needs": handler.needs = try needs(value, place)
      case "priority":
        handler.priority = try count(value, of: key, in: LaunchTerms.priorities, place)
      case "retry":
        handler.retries = try count(value, of: key, in: 0...LaunchTerms.retryLimit, place)
      default:
        let (unknown, known) = (SanitisedText(key), keys.joined(separator: ", "))
        throw ConfigError(
          .unknownKey, in: place.path + [key],
          String(wire: "unknown key \"\(unknown)\" in \(place); use one of \(known)"))
      }
    }
    return handler
  }

  /// Decodes a command: a text is a script for a shell, a list is the words of a program's command
  /// line.
  private static func command(
    _ value: (any TOMLValueConvertible)?, _ place: Place
  ) throws(ConfigError) -> HandlerCommand {
    let problem = String(
      wire: """
        \(place) command isn't understood; write "./export --all" for a shell, or ['./export', \
        '--all']
        """)
    if let script = value?.string {
      guard script.contains(where: { !$0.isWhitespace }) else {
        throw wrong(place, key: "command", problem)
      }
      return .script(script)
    }
    let words = value?.array?.map { $0.string } ?? []
    let known = words.compactMap { $0 }
    guard known.count == words.count, known.first?.isEmpty == false else {
      throw wrong(place, key: "command", problem)
    }
    return .words(known)
  }

  /// Decodes a directory, which begins with `/` or `~/`: the hub has no working directory of use.
  private static func directory(
    _ value: (any TOMLValueConvertible)?, _ place: Place, home: String?
  ) throws(ConfigError) -> String {
    let path = value?.string ?? ""
    if path.hasPrefix("/") { return path }
    if path == "~" || path.hasPrefix("~/"), let home, home.hasPrefix("/") {
      return home + path.dropFirst()
    }
    throw wrong(
      place, key: "directory",
      String(
        wire: """
          \(place) directory isn't understood; write an absolute path, or one that begins with ~/
          """))
  }

  /// Decodes a text that isn't empty.
  private static func text(
    _ value: (any TOMLValueConvertible)?, of key: String, _ place: Place
  ) throws(ConfigError) -> String {
    guard let text = value?.string, !text.isEmpty else {
      throw wrong(
        place, key: key,
        String(wire: "\(place) \(key) isn't understood; write it like \(key) = \"ml\""))
    }
    return text
  }

  /// Decodes the resources that a handler needs: `"gpu=2"`, or a list of such texts.
  private static func needs(
    _ value: (any TOMLValueConvertible)?, _ place: Place
  ) throws(ConfigError) -> [String: Int] {
    let entries = value?.string.map { [$0] } ?? value?.array?.map { $0.string ?? "" } ?? [""]
    var needs: [String: Int] = [:]
    for entry in entries {
      guard let need = ResourceNeed(entry) else {
        throw wrong(
          place, key: "needs",
          String(wire: "\(place) needs isn't understood; write it like needs = \"gpu=2\""))
      }
      needs[need.name] = need.count
    }
    return needs
  }

  /// Decodes a whole number within `range`.
  private static func count(
    _ value: (any TOMLValueConvertible)?, of key: String, in range: ClosedRange<Int>,
    _ place: Place
  ) throws(ConfigError) -> Int {
    guard let count = value?.int, range.contains(count) else {
      throw wrong(
        place, key: key,
        String(
          wire: """
            \(place) \(key) isn't understood; write a number, \(range.lowerBound) to \
            \(range.upperBound)
            """))
    }
    return count
  }

  /// The error for a table, or for a key in it.
  private static func wrong(
    _ place: Place, key: String? = nil, _ sentence: String
  ) -> ConfigError {
    ConfigError(.wrongValue, in: place.path + (key.map { [$0] } ?? []), sentence)
  }

  /// The section, or the table of one identifier, as errors name it.
  private struct Place: CustomStringConvertible {
    let path: [String]

    init(_ name: String? = nil) { path = [section] + (name.map { [$0] } ?? []) }

    var description: String {
      path.count > 1 ? "[\(section).\"\(SanitisedText(path[1]))\"]" : "[\(section)]"
    }
  }
}
