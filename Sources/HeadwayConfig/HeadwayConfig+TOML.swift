import HeadwayModel
import TOMLKit

extension HeadwayConfig {
  /// Decodes a TOML document (toml.io).
  ///
  /// An unknown key is an error that names it, as an unknown option is for tmux and ssh. A misspelt
  /// `exit-atfer` that silently does nothing would cost more than a refusal. A byte-order mark at
  /// the start is ignored.
  ///
  /// ```swift
  /// let config = try HeadwayConfig.decode("[run]\ngrace = '10s'")
  /// config.run.grace   // .seconds(10)
  /// ```
  ///
  /// - Parameter home: The directory that `~` stands for at the start of a path; nil if it isn't
  ///   known.
  /// - Throws: ``ConfigError`` with the place of the fault, if there is one.
  package static func decode(
    _ text: String, home: String? = nil
  ) throws(ConfigError) -> HeadwayConfig {
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    let document = try parse(text)
    do {
      return try HeadwayConfig(document, home: home)
    } catch {
      throw error.placed(in: text)
    }
  }

  /// Decodes the sections in alphabetical order, so that of several faults always the same one is
  /// reported.
  private init(_ document: TOMLTable, home: String?) throws(ConfigError) {
    self.init()
    for section in document.keys.sorted() {
      switch section {
      case Rule.section: recognise = try Self.rules(document[section])
      case Counts.resources: resources = try Counts.ofResources(document[section])
      case Permissions.section:
        permitted = try Permissions.decode(document[section], home: home)
      case MonitorNames.styles: styles = try MonitorNames.ofStyles(document[section])
      case MonitorNames.keys: keys = try MonitorNames.ofKeys(document[section])
      case Hosts.list: (watchedHosts, tellsOfHosts) = try Hosts.list(document[section])
      case Hosts.section: hosts = try Hosts.tables(document[section])
      case Counts.groups: groups = try Counts.ofGroups(document[section])
      default: try apply(document[section], section: section)
      }
    }
  }

  /// Parses the document. ``ParserGuard`` goes first, since some documents would stop the process.
  static func parse(_ text: String) throws(ConfigError) -> TOMLTable {
    guard !text.utf8.contains(0) else {
      throw ConfigError(.notText, String(wire: "a NUL byte; the file must be text"))
    }
    try ParserGuard.check(text)
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw ConfigError(
        .syntax, at: .init(line: error.source.begin.line, column: error.source.begin.column),
        Self.advice(on: error.problem.onOneLine))
    } catch {
      throw ConfigError(.syntax, String(wire: "not TOML (toml.io)"))
    }
  }

  /// The error for a document that the parser refuses. The parser calls the line end of a text without
  /// its closing quote a control character.
  private static func advice(on problem: String) -> String {
    let isOpen = problem.contains("control character")
    return String(
      wire: isOpen
        ? "not valid TOML: a text lacks its closing quote"
        : "not valid TOML; put text in quotes: \(problem)")
  }

  /// Decodes the `[recognise.NAME]` tables, which have the key `match` and no other.
  private static func rules(_ value: (any TOMLValueConvertible)?) throws(ConfigError) -> [Rule] {
    guard let table = value?.table else { throw .wrongRule(nil) }
    var rules: [Rule] = []
    for name in table.keys.sorted() {
      guard let rule = table[name]?.table, rule.keys == [Rule.key],
        let match = rule[Rule.key]?.string
      else { throw .wrongRule(name) }
      rules.append(Rule(name: name, match: match))
    }
    return rules
  }

  /// Decodes a section of the table of settings.
  private mutating func apply(
    _ value: (any TOMLValueConvertible)?, section: String
  ) throws(ConfigError) {
    let settings = ConfigSetting.table.filter { $0.section == section }
    guard !settings.isEmpty else { throw .unknownSection(section) }
    guard let table = value?.table else {
      throw ConfigError(
        .wrongValue, in: [section],
        String(wire: "\"\(section)\" is a section: write [\(section)]"))
    }
    for key in table.keys.sorted() {
      guard let setting = settings.first(where: { $0.key == key }) else {
        throw .unknownKey(key, in: section, known: settings.map(\.key))
      }
      guard let value = table[key].flatMap(ConfigValue.init), setting.set(value, in: &self) else {
        throw .wrongValue(of: setting)
      }
    }
  }
}

/// The names of the section and of its only key.
extension HeadwayConfig.Rule {
  static let section = "recognise"
  static let key = "match"
}

extension ConfigValue {
  /// Makes a value of a TOML one; nil for the kinds that no setting has: fractions, dates, arrays.
  fileprivate init?(_ value: any TOMLValueConvertible) {
    if let text = value.string {
      self = .text(text)
    } else if let isOn = value.bool {
      self = .flag(isOn)
    } else if let count = value.int {
      self = .count(count)
    } else {
      return nil
    }
  }
}

extension ConfigError {
  /// The error for a rule; a nil name means the section as a whole.
  fileprivate static func wrongRule(_ name: String?) -> ConfigError {
    ConfigError(
      .wrongValue, in: [HeadwayConfig.Rule.section] + (name.map { [$0] } ?? []),
      String(
        wire: """
          a rule isn't understood; write it like [recognise.sheep] with one line: match = '^sheep \
          (?<completed>\\d+) of (?<total>\\d+)'
          """))
  }

  fileprivate static func unknownSection(_ name: String) -> ConfigError {
    var known: [String] = []
    for setting in ConfigSetting.table where !known.contains(setting.section) {
      known.append(setting.section)
    }
    known += [MonitorNames.styles, MonitorNames.keys, Counts.resources]
    known.append(Hosts.list)
    known += [Counts.groups, Hosts.section, Permissions.section, HeadwayConfig.Rule.section].map {
      "\($0).NAME"
    }
    let names = known.map { "[\($0)]" }.joined(separator: ", ")
    return ConfigError(
      .unknownKey, in: [name],
      String(wire: "unknown section or key \"\(name.onOneLine)\"; use one of \(names)"))
  }

  fileprivate static func unknownKey(
    _ key: String, in section: String, known: [String]
  ) -> ConfigError {
    let names = known.joined(separator: ", ")
    return ConfigError(
      .unknownKey, in: [section, key],
      String(wire: "unknown key \"\(key.onOneLine)\" in [\(section)]; use one of \(names)"))
  }

  fileprivate static func wrongValue(of setting: ConfigSetting) -> ConfigError {
    let (section, key, example) = (setting.section, setting.key, setting.example)
    return ConfigError(
      .wrongValue, in: [section, key],
      String(wire: "[\(section)] \(key) isn't understood; write it like \(example)"))
  }
}

extension TOMLParseError {
  /// The message of toml++ without its beginning, which says what the parser was doing.
  ///
  /// `Error while parsing value: expected digit, saw 'm'` becomes `expected digit, saw 'm'`.
  fileprivate var problem: String {
    guard description.hasPrefix("Error while"), let colon = description.firstRange(of: ": ") else {
      return description
    }
    return String(description[colon.upperBound...])
  }
}

extension String {
  /// The text without anything that could harm a terminal. A message may quote the file.
  fileprivate var onOneLine: String { SanitisedText(self).string }
}
