import HeadwayModel
import Synchronization

/// A timer that shows that work is alive during a stretch that can't report.
///
/// Every two seconds the heartbeat adds an estimated unit, which the card shows apart from the
/// measured ones. The estimate approaches the next real reading but never reaches it. A real
/// reading replaces the estimate immediately.
///
/// ```swift
/// let heartbeat = Heartbeat(of: stage, upTo: 700)
/// await heartbeat.start()
/// let model = try await load()
/// await heartbeat.finish()
/// ```
///
/// A heartbeat that is released without ``finish()`` stops beating, and its estimate stays.
public actor Heartbeat {
  private let progress: HeadwayProgress
  private let boundary: Int64
  private let interval: Duration
  private let clock: any Clock<Duration>
  private var ticking: Task<Void, Never>?
  /// The measured units at the last beat. A change of this number restarts the estimate.
  private var lastReading: Int64 = 0

  /// Makes a heartbeat that doesn't beat yet.
  ///
  /// - Parameters:
  ///   - progress: the task or the stage that can't report.
  ///   - boundary: the number of units at the next real reading. Nil stands for the total. Without
  ///     a total the heartbeat sends signs of life, but no estimated units.
  ///   - interval: the time between two beats; at least a millisecond.
  ///   - clock: the clock that times the beats; a test passes one of its own.
  public init(
    of progress: HeadwayProgress, upTo boundary: Int64? = nil,
    every interval: Duration = .seconds(2), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.progress = progress
    self.boundary = min(boundary ?? progress.total ?? 0, UnitCounter.limit)
    self.interval = max(interval, .milliseconds(1))
    self.clock = clock
  }

  deinit { ticking?.cancel() }

  /// Starts beating: the first beat comes after one interval.
  ///
  /// A call while the heartbeat beats does nothing. A finished heartbeat can be started again.
  public func start() {
    guard ticking == nil else { return }
    ticking = Task { [weak self, clock, interval] in
      while !Task.isCancelled {
        do { try await clock.sleep(for: interval) } catch { return }
        await self?.beat()
      }
    }
  }

  /// Stops beating and removes the estimated units. Further calls do nothing more.
  public func finish() {
    ticking?.cancel()
    ticking = nil
    progress.beat(estimatedEnd: 0)
  }

  /// Does one beat. Tests call this function instead of waiting.
  func beat() {
    guard ticking != nil else { return }
    let reading = progress.completed
    let estimated = reading == lastReading ? progress.estimated : 0
    lastReading = reading
    progress.beat(
      estimatedEnd: reading + HeartbeatCurve.next(after: estimated, room: boundary - reading))
  }
}

/// The growth of estimated units towards a boundary that they never reach. They grow one by one at
/// first, then by a part of the remainder, until that part is less than a unit.
package enum HeartbeatCurve {
  /// Beyond seven tenths of the room, each step is this part of what remains.
  private static let divisor: Int64 = 25

  /// The estimated units after the next beat.
  ///
  /// - Parameters:
  ///   - estimated: those so far; none, where they don't fit any more.
  ///   - room: from the last real reading to the boundary.
  package static func next(after estimated: Int64, room: Int64) -> Int64 {
    guard room > 1 else { return 0 }
    guard (0..<room).contains(estimated) else { return 0 }
    let isNear = estimated >= room / 10 * 7 + room % 10 * 7 / 10
    return estimated + (isNear ? (room - estimated) / divisor : 1)
  }
}

/// The count of heartbeats of one task, shared by the task and its stages.
///
/// The reporter's thread compares the count with the last one that it saw.
final class Pulse: Sendable {
  let beats = Atomic<Int>(0)
}
