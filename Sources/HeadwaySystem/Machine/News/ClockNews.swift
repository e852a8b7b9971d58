import CHeadwaySystem

/// News that the wall clock was set, or that the machine has slept (timerfd_create(2)).
package final class ClockNews: KernelNews {
  private let timer: OwnedDescriptor

  /// Starts the timer. Throws if the kernel has no such timer.
  package init() throws(SystemError) {
    timer = try OwnedDescriptor(opening: "timerfd_create", headway_clock_watch_make())
  }

  package var descriptor: CInt { timer.raw }

  package func take() -> Bool { headway_clock_watch_drain(timer.raw) != 0 }
}
