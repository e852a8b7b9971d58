/// An instant of the awake clock, which stands still while the machine is suspended.
///
/// Stall timers, deadlines and patience use the awake clock: a laptop that was closed overnight
/// must not wake to a row of stalled tasks. The origin of the clock is arbitrary but the same for
/// all processes of one boot (CLOCK_MONOTONIC, clock_gettime(2)). An instant of the awake clock
/// can't be compared with one of the running clock: `RunningTime` is a type of its own.
///
/// ```swift
/// let deadline = now.awake + .seconds(30)
/// let left: Duration = deadline - now.awake
/// ```
public struct AwakeTime: Hashable, Comparable, Sendable {
  /// The length of time since the origin of the clock. Negative before the origin.
  public var sinceOrigin: Duration

  /// The origin of the clock.
  public static let origin = AwakeTime(sinceOrigin: .zero)

  /// Makes the instant at a length of time since the origin.
  @inlinable public init(sinceOrigin: Duration) { self.sinceOrigin = sinceOrigin }

  /// Returns the instant that is later by `length`.
  @inlinable public static func + (time: AwakeTime, length: Duration) -> AwakeTime {
    AwakeTime(sinceOrigin: time.sinceOrigin + length)
  }

  /// Returns the instant that is earlier by `length`.
  @inlinable public static func - (time: AwakeTime, length: Duration) -> AwakeTime {
    AwakeTime(sinceOrigin: time.sinceOrigin - length)
  }

  /// Moves the instant forward by `length`.
  @inlinable public static func += (time: inout AwakeTime, length: Duration) {
    time.sinceOrigin += length
  }

  /// Moves the instant back by `length`.
  @inlinable public static func -= (time: inout AwakeTime, length: Duration) {
    time.sinceOrigin -= length
  }

  /// The length of time from `right` to `left`. Negative if `left` is the earlier instant.
  @inlinable public static func - (left: AwakeTime, right: AwakeTime) -> Duration {
    left.sinceOrigin - right.sinceOrigin
  }

  /// Returns whether `left` is the earlier instant.
  @inlinable public static func < (left: AwakeTime, right: AwakeTime) -> Bool {
    left.sinceOrigin < right.sinceOrigin
  }

  /// Returns the earlier of two deadlines. Nil stands for no deadline.
  @inlinable public static func earlier(_ one: AwakeTime?, _ other: AwakeTime?) -> AwakeTime? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// Returns the earliest of up to four deadlines. Nil stands for no deadline.
  ///
  /// The function takes no array: a loop calls it with every piece of output.
  @inlinable public static func earliest(
    _ first: AwakeTime?, _ second: AwakeTime?, _ third: AwakeTime?, _ fourth: AwakeTime? = nil
  ) -> AwakeTime? {
    earlier(earlier(first, second), earlier(third, fourth))
  }
}
