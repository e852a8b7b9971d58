/// A point of civil time: milliseconds since 1970-01-01T00:00:00Z. For display and the record.
public struct WallTime: Hashable, Comparable, Sendable {
  /// The milliseconds since 1970, from 0 to the last millisecond of the year 9999.
  public let millisecondsSinceEpoch: Int64

  /// Clamped to the years 1970 to 9999.
  public init(millisecondsSinceEpoch: Int64) {
    self.millisecondsSinceEpoch = min(max(millisecondsSinceEpoch, 0), Self.latest)
  }

  private static let latest: Int64 = 253_402_300_799_999

  /// The whole seconds since 1970. A fraction isn't counted.
  public var wholeSeconds: Int64 { millisecondsSinceEpoch / 1000 }

  /// Returns the time that is later by `duration`, within the range of times.
  public func advanced(by duration: Duration) -> WallTime {
    let (sum, overflow) = millisecondsSinceEpoch.addingReportingOverflow(
      duration.wholeMilliseconds)
    return WallTime(millisecondsSinceEpoch: overflow ? Self.latest : sum)
  }

  /// Returns the time since `earlier`, negative if the wall clock was set back.
  public func since(_ earlier: WallTime) -> Duration {
    .milliseconds(millisecondsSinceEpoch - earlier.millisecondsSinceEpoch)
  }

  /// Returns whether `left` is the earlier time.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
  }
}

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
