internal import HeadwayModel

/// A person's own looks and keys. They replace looks of the theme and keys of the key table.
///
/// The config file holds looks and keys as texts. The command that shows the monitor reads the
/// texts with this type.
///
/// ```swift
/// let own = try MonitorPreferences(
///   styles: ["attention": "bold #ffaf00"], keys: ["cancel": ["d", "Ctrl-X"]])
/// let theme = own.applied(to: .dark)
/// let keys = KeyTable(own.keys)
/// ```
package struct MonitorPreferences: Sendable {
  /// The looks that differ from the theme's.
  package private(set) var styles: [StyleRole: Look] = [:]
  /// The actions with other keys. Each action has at least one key, and no key has two actions.
  package private(set) var keys: [KeyAction: [Key]] = [:]

  /// Creates the preferences of a person who changes nothing.
  package init() {}

  /// Reads the texts in the order of their names, so that the same fault is always found first.
  ///
  /// - Throws: ``PreferenceError`` for an unknown role or action, for a look or key that isn't
  ///   understood, and for a key that two actions have.
  package init(styles: [String: String], keys: [String: [String]]) throws(PreferenceError) {
    for (name, text) in styles.sorted(by: { $0.key < $1.key }) {
      guard let role = StyleRole(rawValue: name) else {
        throw .unknown(name, in: .style, known: StyleRole.allCases.map(\.rawValue))
      }
      guard let look = Look(text) else {
        throw PreferenceError(
          .style, name, "isn't understood; write it like \"bold yellow\", \"dim\" or \"#ffaf00\"")
      }
      self.styles[role] = look
    }
    for (name, texts) in keys.sorted(by: { $0.key < $1.key }) {
      guard let action = KeyAction(rawValue: name) else {
        throw .unknown(name, in: .keys, known: KeyAction.allCases.map(\.rawValue))
      }
      let own = texts.compactMap(Key.init)
      guard !own.isEmpty, own.count == texts.count else {
        throw PreferenceError(
          .keys, name,
          "isn't understood; write it like \"d\", \"Ctrl-X\", \"Space\" or [\"d\", \"PgDn\"]")
      }
      if let other = self.keys.first(where: { !Set($0.value).isDisjoint(with: own) })?.key {
        throw PreferenceError(
          .keys, name, "has a key of \(other.rawValue); give each action its own key")
      }
      self.keys[action] = own
    }
  }

  /// Returns `theme` with these looks.
  package func applied(to theme: Theme) -> Theme {
    styles.reduce(into: theme) { $0[$1.key] = $1.value }
  }
}

/// The reason why a person's own look or key can't be used.
package struct PreferenceError: Error, Hashable, Sendable {
  /// The section of the config file that holds the text. The raw value is its name.
  package enum Section: String, Hashable, Sendable {
    case style, keys
  }

  package let section: Section
  /// The name of the role or the action, as it was written.
  package let name: String
  /// Whether no role or action has this name.
  package let isUnknown: Bool
  /// The fault and the remedy, on one line.
  package let message: String

  fileprivate init(_ section: Section, _ name: String, _ problem: String) {
    self.section = section
    self.name = name
    isUnknown = false
    message = "[\(section.rawValue)] \(SanitisedText(name)) \(problem)"
  }

  private init(unknown name: String, in section: Section, message: String) {
    (self.section, self.name, self.message) = (section, name, message)
    isUnknown = true
  }

  /// The error for an unknown name. The message lists the known names.
  fileprivate static func unknown(
    _ name: String, in section: Section, known: [String]
  ) -> PreferenceError {
    PreferenceError(
      unknown: name, in: section,
      message: "unknown key \"\(SanitisedText(name))\" in [\(section.rawValue)]; use one of "
        + known.joined(separator: ", "))
  }
}
