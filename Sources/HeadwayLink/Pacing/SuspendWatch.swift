package import HeadwayModel

/// Notices that the machine was suspended: the running clock goes on meanwhile, and the awake clock
/// doesn't. Pure: the watch is told the times.
///
/// ```swift
/// var watch = SuspendWatch()
/// if watch.hasSlept(awake: SystemClocks.awake, running: SystemClocks.running) { reconnect() }
/// ```
package struct SuspendWatch: Hashable, Sendable {
  private var asleep: Duration?

  /// The shortest suspend that counts.
  private static let least: Duration = .seconds(1)

  package init() {}

  /// Whether the machine was suspended since the last call.
  package mutating func hasSlept(awake: AwakeTime, running: RunningTime) -> Bool {
    let total = running.sinceOrigin - awake.sinceOrigin
    defer { asleep = total }
    return asleep.map { total - $0 >= Self.least } ?? false
  }
}
