import NIOPosix
import Synchronization

/// Counts the ticks of an event loop: in each the loop looks for input once, then runs all tasks
/// that are due, also those that become due meanwhile. Safe from any thread.
final class LoopTicks: NIOEventLoopMetricsDelegate {
  private let ended = Atomic<UInt64>(0)

  /// The ticks that have ended.
  var count: UInt64 { ended.load(ordering: .relaxed) }

  func processedTick(info: NIOEventLoopTickInfo) {
    ended.wrappingAdd(1, ordering: .relaxed)
  }
}
