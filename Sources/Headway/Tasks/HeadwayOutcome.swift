/// How a task ended.
public enum HeadwayOutcome: Hashable, Sendable {
  case completed
  case failed
  /// It stopped as it was told to, or by itself; with the reason it was given.
  case cancelled
}
