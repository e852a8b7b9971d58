import Glibc

/// The kernel's clocks (clock_gettime(2)). Swift's own types hide their origin; these readings can
/// be stored and compared between processes of one boot.
package enum SystemClocks {
  /// CLOCK_MONOTONIC: stands still in suspend.
  package static var awake: Duration { read(CLOCK_MONOTONIC) }

  /// CLOCK_BOOTTIME: runs through suspend.
  package static var continuous: Duration { read(CLOCK_BOOTTIME) }

  /// CLOCK_REALTIME, since 1970-01-01T00:00:00Z.
  package static var sinceEpoch: Duration { read(CLOCK_REALTIME) }

  /// Stops this thread for `pause`, or for less where a signal arrives (nanosleep(2)).
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
