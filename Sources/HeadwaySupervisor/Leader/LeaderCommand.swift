internal import HeadwaySystem

/// The command that a session leader starts, with everything that the command inherits.
struct LeaderCommand: Hashable, Sendable {
  /// The command's name and arguments; never empty.
  var words: [RawText]
  /// The command's environment, as `NAME=value`.
  var environment: [RawText]
  /// The command's soft resource limits.
  var limits: ResourceLimits
  /// Whether the command's group starts as the terminal's foreground group, if there is a terminal.
  var startsInForeground: Bool
}
