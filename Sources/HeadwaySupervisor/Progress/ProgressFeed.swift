internal import HeadwayCore

/// From output to reports: at most 20 a second, the first at once, the last before the end.
///
/// Output faster than the budget is skipped, never waited for.
struct ProgressFeed {
  static let interval: Duration = .milliseconds(50)
  /// What is read for progress in one interval, at most.
  static let byteLimit = 1 << 20

  private var observer: any OutputObserver
  private var intervalEnd: Duration = .zero
  private var inInterval = 0
  private var hasNews = false

  init(_ observer: any OutputObserver) { self.observer = observer }

  /// When to call ``report(now:)``.
  var deadline: Duration? { hasNews ? intervalEnd : nil }

  mutating func consume(_ bytes: UnsafeRawBufferPointer, now: Duration) {
    if now >= intervalEnd { inInterval = 0 }
    inInterval += bytes.count
    hasNews = true
    if inInterval <= Self.byteLimit { observer.consume(bytes) } else { observer.skip() }
  }

  /// Nil where nothing changed or the last report is too recent.
  mutating func report(now: Duration, isFinal: Bool = false) -> WorkerReport? {
    guard hasNews, isFinal || now >= intervalEnd else { return nil }
    hasNews = false
    intervalEnd = now + Self.interval
    inInterval = 0
    guard let observed = observer.takeReading() else { return nil }
    var report = WorkerReport()
    report.reading = observed.reading
    report.subtitle = observed.subtitle
    return report
  }
}
