/// The end of an attempt that another attempt followed.
public struct AttemptEnd: Hashable, Sendable {
  /// The end of the attempt.
  public var ending: TaskEnding
  /// The time at which the attempt began.
  public var startedAt: WallTime
  /// The time at which the attempt ended.
  public var endedAt: WallTime

  /// Makes an attempt's end of its values.
  public init(_ ending: TaskEnding, startedAt: WallTime, endedAt: WallTime) {
    self.ending = ending
    self.startedAt = startedAt
    self.endedAt = endedAt
  }
}
