import HeadwayModel
import TOMLKit

extension HeadwayConfig {
  /// The range of every count of units of a resource in the file. More is taken for a typing
  /// error.
  package static let counts = 1...1024
}

/// The sections with counts under names of the user's own: `[resources]` and `[group.NAME]`.
enum Counts {
  static let resources = "resources"
  static let groups = "group"
  private static let slots = "slots"
  private static let pauseOnFailure = "pause-on-failure"
  private static let engine = "engine"

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

  /// Decodes the `[group.NAME]` tables.
  ///
  /// Each has at least one of the keys `slots`, `pause-on-failure` and `engine`, as in `[group.ml]` with
  /// `slots = 1`, and no other.
  ///
  /// - Throws: ``ConfigError`` for anything else.
  static func ofGroups(
    _ value: (any TOMLValueConvertible)?
  ) throws(ConfigError) -> [String: GroupTerms] {
    guard let table = value?.table else { throw wrongGroup([]) }
    var groups: [String: GroupTerms] = [:]
    for name in table.keys {
      guard let group = table[name]?.table, !group.isEmpty else { throw wrongGroup([name]) }
      groups[name] = try terms(of: name, group)
    }
    return groups
  }

  private static func terms(
    of name: String, _ table: TOMLTable
  ) throws(ConfigError) -> GroupTerms {
    var terms = GroupTerms()
    for key in table.keys.sorted() {
      switch key {
      case slots:
        guard let limit = slotLimit(table[key]) else { throw wrongGroup([name, key]) }
        terms.slots = limit
      case pauseOnFailure:
        guard let pauses = table[key]?.bool else { throw wrongGroup([name, key]) }
        terms.pausesOnFailure = pauses
      case engine:
        guard table[key]?.string == "slurm" else { throw wrongGroup([name, key]) }
        terms.engine = "slurm"
      default: throw wrongGroup([name, key])
      }
    }
    return terms
  }

  /// Reads a number within ``SlotLimit/counts`` or `"unlimited"`; nil for anything else.
  private static func slotLimit(_ value: (any TOMLValueConvertible)?) -> SlotLimit? {
    if let count = value?.int { return SlotLimit("\(count)") }
    return value?.string == SlotLimit.unlimited.text ? .unlimited : nil
  }

  /// The error for a resource; a nil name means the section as a whole.
  private static func wrongResource(_ name: String?) -> ConfigError {
    ConfigError(
      .wrongValue, in: [resources] + (name.map { [$0] } ?? []),
      String(wire: "[resources] isn't understood; write each as a name and a number: gpu = 2"))
  }

  private static func wrongGroup(_ path: [String]) -> ConfigError {
    ConfigError(
      .wrongValue, in: [groups] + path,
      String(
        wire: """
          a group isn't understood; write it like [group.ml] with one line: slots = 1 (or 0, \
          "unlimited"; also: pause-on-failure = true, engine = "slurm")
          """))
  }
}
