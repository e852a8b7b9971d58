internal import HeadwayCore

/// From output to reports: at most 20 a second, the first at once, the last before the end.
///
/// Output faster than the budget is skipped, never waited for; but for its last piece, which says
/// where things stand.
struct ProgressFeed {
  static let interval: Duration = .milliseconds(50)
  /// What is read for progress in one interval, at most.
  static let byteLimit = 1 << 17
  /// What is kept of skipped output.
  static let tailLimit = 1 << 12

  private var observer: any OutputObserver
  private var intervalEnd: Duration = .zero
  private var inInterval = 0
  private var hasNews = false
  private var tail: [UInt8] = []

  init(_ observer: any OutputObserver) { self.observer = observer }

  /// When to call ``report(now:)``.
  var deadline: Duration? { hasNews ? intervalEnd : nil }

  mutating func consume(_ bytes: UnsafeRawBufferPointer, now: Duration) {
    if now >= intervalEnd { inInterval = 0 }
    inInterval += bytes.count
    hasNews = true
    if inInterval <= Self.byteLimit {
      takeTail()
      observer.consume(bytes)
    } else {
      tail.removeAll(keepingCapacity: true)
      tail.append(contentsOf: bytes.suffix(Self.tailLimit))
    }
  }

  /// What was skipped ends here; its last piece is read.
  private mutating func takeTail() {
    guard !tail.isEmpty else { return }
    observer.skip()
    tail.withUnsafeBytes { observer.consume($0) }
    tail.removeAll(keepingCapacity: true)
  }

  /// Nil where nothing changed or the last report is too recent.
  mutating func report(now: Duration, isFinal: Bool = false) -> WorkerReport? {
    guard hasNews, isFinal || now >= intervalEnd else { return nil }
    hasNews = false
    intervalEnd = now + Self.interval
    inInterval = 0
    takeTail()
    guard let observed = observer.takeReading() else { return nil }
    var report = WorkerReport()
    report.reading = observed.reading
    report.subtitle = observed.subtitle
    return report
  }
}
