internal import HeadwayRecognition

/// From output to readings: at most 20 a second, the first at once, the last before the end.
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

  private var recogniser: ProgressRecogniser
  private var allowance = ByteAllowance(rate: rateLimit, burst: burstLimit)
  private var skipped = NewestBytes(capacity: tailLimit)
  private var intervalEnd: Duration = .zero
  private var lastOutput: Duration = .zero
  private var hasNews = false
  private var isSettled = true

  init(rules: [RecognitionRule] = [], command: [String] = []) {
    recogniser = ProgressRecogniser(rules: rules, command: command)
  }

  /// When to call ``reading(now:isFinal:)``.
  var deadline: Duration? {
    if hasNews { return intervalEnd }
    return isSettled ? nil : max(intervalEnd, lastOutput + ProgressRecogniser.quiet)
  }

  mutating func consume(_ bytes: UnsafeRawBufferPointer, now: Duration) {
    (hasNews, isSettled, lastOutput) = (true, false, now)
    let isGranted = allowance.take(bytes.count, now: now)
    if isGranted, skipped.isEmpty {
      recogniser.consume(bytes, at: now)
    } else {
      skipped.append(bytes)
    }
  }

  private mutating func readSkipped(now: Duration) {
    guard !skipped.isEmpty else { return }
    if skipped.dropped > 0 { recogniser.skip() }
    skipped.forEachPart { recogniser.consume($0, at: now) }
    skipped.removeAll()
  }

  private mutating func settle(now: Duration) {
    recogniser.settle(at: now)
    isSettled = true
  }

  /// Nil where nothing changed or the last one is too recent.
  mutating func reading(now: Duration, isFinal: Bool = false) -> RecognisedReading? {
    guard isFinal || deadline.map({ now >= $0 }) ?? false else { return nil }
    hasNews = false
    intervalEnd = now + Self.interval
    readSkipped(now: now)
    if isFinal || now >= lastOutput + ProgressRecogniser.quiet { settle(now: now) }
    return recogniser.takeReading()
  }
}
