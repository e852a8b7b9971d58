internal import HeadwayCore
internal import HeadwayRecognition

/// From output to reports: at most 20 a second, the first at once, the last before the end.
///
/// Output that outruns the budget is skipped, never waited for; but for its newest piece, which says
/// where things stand.
struct ProgressFeed {
  static let interval: Duration = .milliseconds(50)
  /// What is read for progress, in bytes a second: more than anybody can read.
  static let rateLimit = 512 << 10
  static let burstLimit = 512 << 10
  /// What is read of skipped output, once an interval.
  static let tailLimit = 4 << 10

  private var recogniser = ProgressRecogniser()
  private var allowance = ByteAllowance(rate: rateLimit, burst: burstLimit)
  private var skipped = NewestBytes(capacity: tailLimit)
  private var intervalEnd: Duration = .zero
  private var hasNews = false

  /// When to call ``report(now:isFinal:)``.
  var deadline: Duration? { hasNews ? intervalEnd : nil }

  mutating func consume(_ bytes: UnsafeRawBufferPointer, now: Duration) {
    hasNews = true
    let isGranted = allowance.take(bytes.count, now: now)
    if isGranted, skipped.isEmpty {
      recogniser.consume(bytes)
    } else {
      skipped.append(bytes)
    }
  }

  private mutating func readSkipped() {
    guard !skipped.isEmpty else { return }
    if skipped.dropped > 0 { recogniser.skip() }
    skipped.forEachPart { recogniser.consume($0) }
    skipped.removeAll()
  }

  /// Nil where nothing changed or the last report is too recent.
  mutating func report(now: Duration, isFinal: Bool = false) -> WorkerReport? {
    guard hasNews, isFinal || now >= intervalEnd else { return nil }
    hasNews = false
    intervalEnd = now + Self.interval
    readSkipped()
    guard let found = recogniser.takeReading() else { return nil }
    var report = WorkerReport()
    report.reading = found.reading
    report.subtitle = found.subtitle
    return report
  }
}
