internal import Glibc

/// CLOCK_MONOTONIC (clock_gettime(2)), for deadlines within this process.
package enum MonotonicTime {
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
