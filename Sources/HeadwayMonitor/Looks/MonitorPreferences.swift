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
        throw .misunderstood(
          name, in: .style, examples: "\"bold yellow\", \"dim\"", "\"#ffaf00\"")
      }
      self.styles[role] = look
    }
    for (name, texts) in keys.sorted(by: { $0.key < $1.key }) {
      guard let action = KeyAction(rawValue: name) else {
        throw .unknown(name, in: .keys, known: KeyAction.allCases.map(\.rawValue))
      }
      let own = texts.compactMap(Key.init)
      guard !own.isEmpty, own.count == texts.count else {
        throw .misunderstood(
          name, in: .keys, examples: "\"d\", \"Ctrl-X\", \"Space\"", "[\"d\", \"PgDn\"]")
      }
      if let other = self.keys.first(where: { !Set($0.value).isDisjoint(with: own) })?.key {
        let place = PreferenceError.Section.keys.place(of: name)
        throw PreferenceError(
          .keys, name,
          String(
            localized: "\(place) has a key of \(other.rawValue); give each action its own key"))
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

    /// The section with a name in it, as messages write them: `[keys] cancel`.
    fileprivate func place(of name: String) -> String { "[\(rawValue)] \(SanitisedText(name))" }
  }

  package let section: Section
  /// The name of the role or the action, as it was written.
  package let name: String
  /// Whether no role or action has this name.
  package let isUnknown: Bool
  /// The fault and the remedy, on one line.
  package let message: String

  fileprivate init(
    _ section: Section, _ name: String, isUnknown: Bool = false, _ message: String
  ) {
    (self.section, self.name, self.isUnknown) = (section, name, isUnknown)
    self.message = message
  }

  /// The error for a text that isn't understood. The message has examples.
  fileprivate static func misunderstood(
    _ name: String, in section: Section, examples: String, _ last: String
  ) -> PreferenceError {
    let place = section.place(of: name)
    return PreferenceError(
      section, name,
      String(localized: "\(place) isn't understood; write it like \(examples) or \(last)"))
  }

  /// The error for an unknown name. The message lists the known names.
  fileprivate static func unknown(
    _ name: String, in section: Section, known: [String]
  ) -> PreferenceError {
    let (key, names) = (SanitisedText(name), known.joined(separator: ", "))
    return PreferenceError(
      section, name, isUnknown: true,
      String(
        localized: "unknown key \"\(key)\" in [\(section.rawValue)]; use one of \(names)"))
  }
}
