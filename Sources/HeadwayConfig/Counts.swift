import TOMLKit

extension HeadwayConfig {
  /// The range of every count in the file: slots, units of a resource. More is taken for a typing
  /// error.
  package static let counts = 1...1024
}

/// The sections with counts under names of the user's own: `[resources]` and `[group.NAME]`.
enum Counts {
  static let resources = "resources"
  static let groups = "group"
  private static let slots = "slots"

  /// Decodes `[resources]`: the units of each resource, as in `gpu = 2`.
  ///
  /// - Throws: ``ConfigError`` for a value that is no number within ``HeadwayConfig/counts``.
  static func ofResources(
    _ value: (any TOMLValueConvertible)?
  ) throws(ConfigError) -> [String: Int] {
    guard let table = value?.table else { throw wrongResource(nil) }
    var counts: [String: Int] = [:]
    for name in table.keys {
      guard let count = table[name]?.int, HeadwayConfig.counts.contains(count) else {
        throw wrongResource(name)
      }
      counts[name] = count
    }
    return counts
  }

  /// Decodes the `[group.NAME]` tables: the slots of each group.
  ///
  /// Each has exactly one key, as in `[group.ml]` with `slots = 1`.
  ///
  /// - Throws: ``ConfigError`` for anything else.
  static func ofGroups(_ value: (any TOMLValueConvertible)?) throws(ConfigError) -> [String: Int] {
    guard let table = value?.table else { throw wrongGroup([]) }
    var counts: [String: Int] = [:]
    for name in table.keys {
      guard let group = table[name]?.table, group.contains(key: slots) else {
        throw wrongGroup([name])
      }
      if let other = group.keys.first(where: { $0 != slots }) { throw wrongGroup([name, other]) }
      guard let count = group[slots]?.int, HeadwayConfig.counts.contains(count) else {
        throw wrongGroup([name, slots])
      }
      counts[name] = count
    }
    return counts
  }

  /// The error for a resource; a nil name means the section as a whole.
  private static func wrongResource(_ name: String?) -> ConfigError {
    ConfigError(
      .wrongValue, in: [resources] + (name.map { [$0] } ?? []),
      "[resources] isn't understood; write each as a name and a number: gpu = 2")
  }

  private static func wrongGroup(_ path: [String]) -> ConfigError {
    ConfigError(
      .wrongValue, in: [groups] + path,
      "a group isn't understood; write it like [group.ml] with one line: slots = 1")
  }
}
