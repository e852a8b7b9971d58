internal import HeadwayRecognition
internal import HeadwaySystem

/// What output passes on its way: the log and the recogniser.
final class OutputTap {
  private let log: OutputLog?
  private var progress: ProgressFeed
  /// Output went by since it was last asked.
  private var hasPassed = false

  init(_ options: SupervisorOptions) {
    progress = ProgressFeed(rules: options.rules, command: options.command.map(\.string))
    log = options.logPath.flatMap { OutputLog(path: $0, fileLimit: options.logByteLimit) }
  }

  var deadline: Duration? {
    [log?.deadline, progress.deadline].compactMap { $0 }.min()
  }

  func pass(_ bytes: UnsafeRawBufferPointer) {
    let now = SystemClocks.awake
    hasPassed = true
    log?.append(bytes, now: now)
    progress.consume(bytes, now: now)
  }

  /// A line of this process's own, in the log.
  func keep(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { log?.append(UnsafeRawBufferPointer($0), now: SystemClocks.awake) }
  }

  func takeHasPassed() -> Bool {
    defer { hasPassed = false }
    return hasPassed
  }

  /// What the output newly said by now.
  func reading(now: Duration, isFinal: Bool = false) -> RecognisedReading? {
    log?.flush(now: now, isFinal: isFinal)
    return progress.reading(now: now, isFinal: isFinal)
  }
}
