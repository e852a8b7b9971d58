internal import HeadwaySystem

/// What a session leader is to start.
struct LeaderCommand: Hashable, Sendable {
  /// Its name and arguments; never empty.
  var words: [RawText]
  /// `NAME=value`.
  var environment: [RawText]
  /// Its soft limits.
  var limits: ResourceLimits
  /// Its group has the terminal, where there is one.
  var startsInForeground: Bool
}
