import HeadwayModel
import TOMLKit

/// The sections whose keys are names from the monitor: `[style]` and `[keys]`.
///
/// Only their form is decoded here. The monitor knows its roles, actions, looks and keys, and reads
/// the texts itself.
enum MonitorNames {
  static let styles = "style"
  static let keys = "keys"

  /// Decodes `[style]`: a text for each role, as in `attention = "bold #ffaf00"`.
  ///
  /// - Throws: ``ConfigError`` for anything but a table of texts.
  static func ofStyles(_ value: (any TOMLValueConvertible)?) throws(ConfigError) -> [String: String]
  {
    guard let table = value?.table else { throw wrongStyle(nil) }
    var looks: [String: String] = [:]
    for name in table.keys.sorted() {
      guard let look = table[name]?.string else { throw wrongStyle(name) }
      looks[name] = look
    }
    return looks
  }

  /// Decodes `[keys]`: the keys of each action, as in `cancel = "d"` or `cancel = ["d", "Ctrl-X"]`.
  ///
  /// - Throws: ``ConfigError`` for anything but a table of texts and of lists of texts, and for an
  ///   empty list.
  static func ofKeys(_ value: (any TOMLValueConvertible)?) throws(ConfigError) -> [String: [String]]
  {
    guard let table = value?.table else { throw wrongKey(nil) }
    var keys: [String: [String]] = [:]
    for name in table.keys.sorted() {
      guard let own = texts(table[name]), !own.isEmpty else { throw wrongKey(name) }
      keys[name] = own
    }
    return keys
  }

  /// The one text or the list of texts that a value is; nil for anything else.
  private static func texts(_ value: (any TOMLValueConvertible)?) -> [String]? {
    if let text = value?.string { return [text] }
    guard let array = value?.array else { return nil }
    let texts = (0..<array.count).compactMap { array[$0].string }
    return texts.count == array.count ? texts : nil
  }

  private static func wrongStyle(_ name: String?) -> ConfigError {
    let place = "[style]\(name.map { " \($0)" } ?? "")"
    return ConfigError(
      .wrongValue, in: [styles] + (name.map { [$0] } ?? []),
      String(
        wire: """
          \(place) isn't understood; write it like "bold yellow", "dim" or "#ffaf00"
          """))
  }

  private static func wrongKey(_ name: String?) -> ConfigError {
    let place = "[keys]\(name.map { " \($0)" } ?? "")"
    return ConfigError(
      .wrongValue, in: [keys] + (name.map { [$0] } ?? []),
      String(
        wire: """
          \(place) isn't understood; write it like "d", "Ctrl-X", "Space" or ["d", "PgDn"]
          """))
  }
}
