internal import HeadwayCore
internal import HeadwayRecognition
internal import HeadwaySystem

/// What output passes on its way: the log and the recognisers.
final class OutputTap {
  /// Two streams that mingle on no screen are read apart: data between two drawings of a bar, as
  /// `pv FILE | …` writes them, would hide it.
  enum Stream {
    /// A terminal, standard error, or both streams in one.
    case messages
    /// Standard output that goes elsewhere.
    case data
  }

  private let log: OutputLog?
  private var messages: ProgressFeed
  /// Where the plan separates it.
  private var data: ProgressFeed?
  /// Output went by since it was last asked.
  private var hasPassed = false

  init(_ options: SupervisorOptions, _ plan: StreamPlan) {
    func feed() -> ProgressFeed {
      ProgressFeed(rules: options.rules, command: options.command.map(\.string))
    }
    messages = feed()
    data = plan.separatesData ? feed() : nil
    log = options.logPath.flatMap { OutputLog(path: $0, fileLimit: options.logByteLimit) }
  }

  var deadline: Duration? {
    .earliest(log?.deadline, messages.deadline, data?.deadline)
  }

  func pass(_ bytes: UnsafeRawBufferPointer, of stream: Stream) {
    let now = SystemClocks.awake
    hasPassed = true
    log?.append(bytes, now: now)
    switch stream {
    case .messages: messages.consume(bytes, now: now)
    case .data: data?.consume(bytes, now: now)
    }
  }

  /// A line of this process's own, in the log.
  func keep(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { log?.append(UnsafeRawBufferPointer($0), now: SystemClocks.awake) }
  }

  /// Why the log stops, in one line; nil while it goes on, and once that was said.
  func takeLogFailure() -> String? { log?.takeFailure() }

  func takeHasPassed() -> Bool {
    defer { hasPassed = false }
    return hasPassed
  }

  /// What the output newly said by now.
  func readings(now: Duration, isFinal: Bool = false) -> [(Stream, RecognisedReading)] {
    log?.flush(now: now, isFinal: isFinal)
    let said = messages.reading(now: now, isFinal: isFinal).map { (Stream.messages, $0) }
    let written = data?.reading(now: now, isFinal: isFinal).map { (Stream.data, $0) }
    return [said, written].compactMap { $0 }
  }
}
