/// An instant of the running clock, which goes on while the machine is suspended.
///
/// Elapsed times and forecasts use the running clock: a download that took all night took all
/// night, whether or not the machine slept. The origin of the clock is arbitrary but the same for
/// all processes of one boot (CLOCK_BOOTTIME, clock_gettime(2)). An instant of the running clock
/// can't be compared with one of the awake clock: `AwakeTime` is a type of its own.
///
/// ```swift
/// let elapsed: Duration = now.running - startedRunning
/// ```
public struct RunningTime: Hashable, Comparable, Sendable {
  /// The length of time since the origin of the clock. Negative before the origin.
  public var sinceOrigin: Duration

  /// The origin of the clock.
  public static let origin = RunningTime(sinceOrigin: .zero)

  /// Makes the instant at a length of time since the origin.
  @inlinable public init(sinceOrigin: Duration) { self.sinceOrigin = sinceOrigin }

  /// Returns the instant that is later by `length`.
  @inlinable public static func + (time: RunningTime, length: Duration) -> RunningTime {
    RunningTime(sinceOrigin: time.sinceOrigin + length)
  }

  /// Returns the instant that is earlier by `length`.
  @inlinable public static func - (time: RunningTime, length: Duration) -> RunningTime {
    RunningTime(sinceOrigin: time.sinceOrigin - length)
  }

  /// Moves the instant forward by `length`.
  @inlinable public static func += (time: inout RunningTime, length: Duration) {
    time.sinceOrigin += length
  }

  /// Moves the instant back by `length`.
  @inlinable public static func -= (time: inout RunningTime, length: Duration) {
    time.sinceOrigin -= length
  }

  /// The length of time from `right` to `left`. Negative if `left` is the earlier instant.
  @inlinable public static func - (left: RunningTime, right: RunningTime) -> Duration {
    left.sinceOrigin - right.sinceOrigin
  }

  /// Returns whether `left` is the earlier instant.
  @inlinable public static func < (left: RunningTime, right: RunningTime) -> Bool {
    left.sinceOrigin < right.sinceOrigin
  }
}
