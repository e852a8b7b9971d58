import Glibc
package import HeadwayModel

/// The kernel's clocks (clock_gettime(2)).
///
/// Readings can be stored and compared between processes of one boot. Swift's own clock types hide
/// the origin of their instants; `AwakeTime` and `RunningTime` don't.
package enum SystemClocks {
  /// CLOCK_MONOTONIC, which stops while the machine sleeps. Stall timers and deadlines use it.
  package static var awake: AwakeTime { AwakeTime(sinceOrigin: read(CLOCK_MONOTONIC)) }

  /// CLOCK_BOOTTIME, which goes on while the machine sleeps. Elapsed times use it.
  package static var running: RunningTime { RunningTime(sinceOrigin: read(CLOCK_BOOTTIME)) }

  /// CLOCK_REALTIME since 1970-01-01T00:00:00Z, for display only.
  package static var sinceEpoch: Duration { read(CLOCK_REALTIME) }

  /// Blocks this thread for `pause`, or until a signal arrives (nanosleep(2)).
  package static func rest(for pause: Duration) {
    let (seconds, attoseconds) = pause.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    nanosleep(&time, nil)
  }

  private static func read(_ clock: CInt) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return Duration(
      secondsComponent: Int64(time.tv_sec),
      attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
  }
}
