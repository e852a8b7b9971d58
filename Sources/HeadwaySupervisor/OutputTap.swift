internal import HeadwayModel
internal import HeadwayRecognition
internal import HeadwaySystem

/// Copies passing output to the log and to the progress recognisers.
///
/// `Supervision` owns one tap. Each `OutputPump` calls ``pass(_:of:)`` with the bytes that it has
/// read, before it writes them.
final class OutputTap {
  /// The recogniser that a piece of output belongs to.
  ///
  /// Standard output that goes to a file or another program has a recogniser of its own.
  /// `pv FILE | …` writes data between two drawings of its bar; read as one stream, the data would
  /// hide the bar.
  enum Stream {
    /// A terminal, standard error, or both output streams in one pipe.
    case messages
    /// Standard output in a pipe of its own.
    case data
  }

  private let log: OutputLog?
  /// The log of standard error, if that has a log of its own.
  private let errorLog: OutputLog?
  /// The recogniser of the messages; nil until the first of them, because many commands are silent.
  private var messages: ProgressFeed?
  /// The recogniser for standard output in a pipe of its own; nil until the first byte there.
  private var data: ProgressFeed?
  /// Creates a recogniser.
  private let makeFeed: () -> ProgressFeed
  /// Whether output has passed since the last ``takeHasPassed()``.
  private var hasPassed = false

  /// Creates the logs whose paths `options` name.
  init(_ options: SupervisorOptions, _ plan: StreamPlan) {
    makeFeed = { ProgressFeed(rules: options.rules, command: options.command.map(\.string)) }
    // A terminal would wait for the disk. Nobody waits for the pipes of a detached command.
    let limitsRate = !plan.isDetached || plan.output == .terminal
    func log(at path: String?) -> OutputLog? {
      path.flatMap {
        OutputLog(path: $0, fileLimit: options.logByteLimit, limitsRate: limitsRate)
      }
    }
    self.log = log(at: options.logPath)
    errorLog = log(at: options.errorLogPath)
  }

  /// The next time at which ``readings(now:isFinal:)`` has something to do; nil if nothing is due.
  var deadline: AwakeTime? {
    .earliest(log?.deadline, errorLog?.deadline, messages?.deadline, data?.deadline)
  }

  /// Logs `bytes` and reads them for progress. `bytes` are valid during the call only.
  func pass(_ bytes: UnsafeRawBufferPointer, of stream: Stream) {
    let now = SystemClocks.awake
    hasPassed = true
    (stream == .messages ? errorLog ?? log : log)?.append(bytes, now: now)
    switch stream {
    case .messages: consume(bytes, by: &messages, now: now)
    case .data: consume(bytes, by: &data, now: now)
    }
  }

  private func consume(
    _ bytes: UnsafeRawBufferPointer, by feed: inout ProgressFeed?, now: AwakeTime
  ) {
    if feed == nil { feed = makeFeed() }
    feed?.consume(bytes, now: now)
  }

  /// Appends a line that Headway itself wrote to the log. `line` has no newline at its end.
  func keep(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { (errorLog ?? log)?.append(UnsafeRawBufferPointer($0), now: SystemClocks.awake) }
  }

  /// Returns one line that says why the log has stopped, the first time after it stopped; otherwise
  /// nil.
  func takeLogFailure() -> String? { log?.takeFailure() ?? errorLog?.takeFailure() }

  /// Returns whether output has passed since the last call.
  func takeHasPassed() -> Bool {
    defer { hasPassed = false }
    return hasPassed
  }

  /// The last line of the log, or of standard error's own log, that looks like an error message. Nil if none does.
  var errorLine: SanitisedText? {
    (errorLog ?? log).flatMap { ErrorLine.last(in: $0.newest(16 << 10)) }
  }

  /// The text of the line that the command hasn't ended yet, such as a prompt. Nil if it is blank.
  var openLine: SanitisedText? { messages?.openLine }

  /// Returns the progress that each stream has newly shown, and writes the log's due bytes.
  ///
  /// `isFinal` means that no more output comes: the tap then holds nothing back.
  func readings(now: AwakeTime, isFinal: Bool = false) -> [(Stream, RecognisedReading)] {
    log?.flush(now: now, isFinal: isFinal)
    errorLog?.flush(now: now, isFinal: isFinal)
    let said = messages?.reading(now: now, isFinal: isFinal).map { (Stream.messages, $0) }
    let written = data?.reading(now: now, isFinal: isFinal).map { (Stream.data, $0) }
    return [said, written].compactMap { $0 }
  }
}
