internal import HeadwayModel
internal import HeadwayRecognition

/// Turns output into progress readings, at most 20 per second. The first reading comes at once, the
/// last one before the end.
///
/// Output that exceeds the budget is skipped and never waited for. The newest skipped bytes are
/// still read, since they show the current state. `OutputTap` owns one or two feeds.
struct ProgressFeed {
  /// The shortest time between two readings.
  static let interval: Duration = .milliseconds(50)
  /// The number of bytes per second that are read for progress. It is more than any person can
  /// read.
  static let rateLimit = 512 << 10
  /// The number of bytes that may come at once.
  static let burstLimit = 512 << 10
  /// The number of skipped bytes that are read once per ``interval``.
  static let tailLimit = 4 << 10

  private var recogniser: ProgressRecogniser
  private var allowance = ByteAllowance(rate: rateLimit, burst: burstLimit)
  private var skipped = NewestBytes(capacity: tailLimit)
  /// The earliest time of the next reading.
  private var intervalEnd: AwakeTime = .origin
  /// The time of the newest output.
  private var lastOutput: AwakeTime = .origin
  /// Whether output came since the last reading.
  private var hasNews = false
  /// Whether the recogniser was told that the output has paused.
  private var isSettled = true

  /// Creates a feed for `command`, with the user's `rules`.
  init(rules: [RecognitionRule] = [], command: [String] = []) {
    recogniser = ProgressRecogniser(rules: rules, command: command)
  }

  /// The time at which ``reading(now:isFinal:)`` must be called; nil if nothing is due.
  var deadline: AwakeTime? {
    if hasNews { return intervalEnd }
    return isSettled ? nil : max(intervalEnd, lastOutput + ProgressRecogniser.quiet)
  }

  /// The text of the line that hasn't ended yet. Nil if it is blank, or if output was skipped.
  var openLine: SanitisedText? { skipped.isEmpty ? recogniser.openLine : nil }

  /// Takes in output. The bytes are read at once, or kept as skipped while the stream is too fast.
  mutating func consume(_ bytes: UnsafeRawBufferPointer, now: AwakeTime) {
    (hasNews, isSettled, lastOutput) = (true, false, now)
    let isGranted = allowance.spend(bytes.count, now: now)
    if isGranted, skipped.isEmpty {
      recogniser.consume(bytes, at: now)
    } else {
      skipped.append(bytes)
    }
  }

  private mutating func readSkipped(now: AwakeTime) {
    guard !skipped.isEmpty else { return }
    if skipped.dropped > 0 { recogniser.skip() }
    skipped.forEachPart { recogniser.consume($0, at: now) }
    skipped.removeAll()
  }

  private mutating func settle(now: AwakeTime) {
    recogniser.settle(at: now)
    isSettled = true
  }

  /// Returns the newest reading; nil if nothing changed or the last reading is too recent.
  /// `isFinal` ignores the interval.
  mutating func reading(now: AwakeTime, isFinal: Bool = false) -> RecognisedReading? {
    guard isFinal || deadline.map({ now >= $0 }) ?? false else { return nil }
    hasNews = false
    intervalEnd = now + Self.interval
    readSkipped(now: now)
    if isFinal || now >= lastOutput + ProgressRecogniser.quiet { settle(now: now) }
    return recogniser.takeReading()
  }
}
