import HeadwayCore
import TOMLKit

/// The sections whose keys are names from the monitor: `[style]` and `[keys]`.
enum MonitorLooks {
  static let styles = "style"
  static let keys = "keys"

  /// Decodes `[style]`: the look of each role, as in `attention = "bold #ffaf00"`.
  ///
  /// - Throws: ``ConfigError`` for an unknown role and for a look that isn't understood.
  static func ofStyles(
    _ value: (any TOMLValueConvertible)?
  ) throws(ConfigError) -> [StyleRole: Look] {
    guard let table = value?.table else { throw wrongStyle(nil) }
    var looks: [StyleRole: Look] = [:]
    for name in table.keys.sorted() {
      guard let role = StyleRole(rawValue: name) else {
        throw .unknownName(name, in: styles, known: StyleRole.allCases.map(\.rawValue))
      }
      guard let look = table[name]?.string.flatMap(Look.init) else { throw wrongStyle(name) }
      looks[role] = look
    }
    return looks
  }

  /// Decodes `[keys]`: the keys of each action, as in `cancel = "d"` or `cancel = ["d", "Ctrl-X"]`.
  ///
  /// - Throws: ``ConfigError`` for an unknown action, for a key that isn't understood, and for a
  ///   key that two actions have.
  static func ofKeys(
    _ value: (any TOMLValueConvertible)?
  ) throws(ConfigError) -> [KeyAction: [Key]] {
    guard let table = value?.table else { throw wrongKey(nil) }
    var actions: [KeyAction: [Key]] = [:]
    for name in table.keys.sorted() {
      guard let action = KeyAction(rawValue: name) else {
        throw .unknownName(name, in: keys, known: KeyAction.allCases.map(\.rawValue))
      }
      guard let own = texts(table[name])?.map(Key.init), let all = own as? [Key], !all.isEmpty
      else {
        throw wrongKey(name)
      }
      if let other = actions.first(where: { !Set($0.value).isDisjoint(with: all) })?.key {
        throw ConfigError(
          .wrongValue, in: [keys, name],
          "[keys] \(name) has a key of \(other.rawValue); give each its own")
      }
      actions[action] = all
    }
    return actions
  }

  /// The one text or the list of texts that a value is; nil for anything else.
  private static func texts(_ value: (any TOMLValueConvertible)?) -> [String]? {
    if let text = value?.string { return [text] }
    guard let array = value?.array else { return nil }
    let texts = (0..<array.count).compactMap { array[$0].string }
    return texts.count == array.count ? texts : nil
  }

  private static func wrongStyle(_ name: String?) -> ConfigError {
    ConfigError(
      .wrongValue, in: [styles] + (name.map { [$0] } ?? []),
      "[style]\(name.map { " \($0)" } ?? "") isn't understood; write it like \"bold yellow\", "
        + "\"dim\" or \"#ffaf00\"")
  }

  private static func wrongKey(_ name: String?) -> ConfigError {
    ConfigError(
      .wrongValue, in: [keys] + (name.map { [$0] } ?? []),
      "[keys]\(name.map { " \($0)" } ?? "") isn't understood; write it like \"d\", \"Ctrl-X\", "
        + "\"Space\" or [\"d\", \"PgDn\"]")
  }
}

extension ConfigError {
  /// The error for an unknown name in a section. It lists the known ones.
  fileprivate static func unknownName(
    _ name: String, in section: String, known: [String]
  ) -> ConfigError {
    ConfigError(
      .unknownKey, in: [section, name],
      "unknown key \"\(SanitisedText(name))\" in [\(section)]; it has "
        + known.joined(separator: ", "))
  }
}
