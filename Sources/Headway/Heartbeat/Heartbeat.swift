import HeadwayCore

/// Keeps a stretch of work that can't report from looking dead, without pretending that it is
/// further than it is: every two seconds a unit, shown as estimated, up to the next real boundary but
/// never there. A real reading takes over at once.
///
///     let heartbeat = Heartbeat(of: stage, upTo: 700)
///     await heartbeat.start()
///     defer { Task { await heartbeat.finish() } }
public actor Heartbeat {
  private let progress: HeadwayProgress
  private let boundary: Int64
  private let interval: Duration
  private let clock: any Clock<Duration>
  private var ticking: Task<Void, Never>?
  /// The reading that the estimated units are counted from.
  private var lastReading: Int64 = 0

  /// - Parameters:
  ///   - progress: the task, or the stage, that can't report.
  ///   - boundary: the units at which the next real reading is; nil is the total, and without a total
  ///     there are no estimated units, only the sign of life.
  ///   - interval: between two beats; at least a millisecond.
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

  /// Begins to beat; while it does, that changes nothing. After `finish` it begins again.
  public func start() {
    guard ticking == nil else { return }
    ticking = Task { [weak self, clock, interval] in
      while !Task.isCancelled {
        do { try await clock.sleep(for: interval) } catch { return }
        await self?.beat()
      }
    }
  }

  /// Stops beating: what was estimated goes. Any number of times.
  public func finish() {
    ticking?.cancel()
    ticking = nil
    progress.beat(estimatedEnd: 0)
  }

  func beat() {
    guard ticking != nil else { return }
    let reading = progress.completed
    let estimated = reading == lastReading ? progress.estimated : 0
    lastReading = reading
    progress.beat(
      estimatedEnd: reading + HeartbeatCurve.next(after: estimated, room: boundary - reading))
  }
}
