/// A reading of the three clocks that a decision may need.
///
/// This module reads no clock: the caller hands a `Moment` to each function that depends on time.
public struct Moment: Hashable, Sendable {
  /// The awake clock, for stall timers and deadlines.
  public var awake: AwakeTime
  /// The running clock, for elapsed times and forecasts.
  public var running: RunningTime
  /// Wall time, for display and for the record. Wall time may jump.
  public var wall: WallTime

  /// Makes a reading of the three clocks.
  public init(awake: AwakeTime, running: RunningTime, wall: WallTime) {
    self.awake = awake
    self.running = running
    self.wall = wall
  }

  /// Returns the moment that is `duration` later on all three clocks, on a machine that stays
  /// awake.
  public func advanced(by duration: Duration) -> Moment {
    Moment(
      awake: awake + duration, running: running + duration, wall: wall.advanced(by: duration))
  }
}
