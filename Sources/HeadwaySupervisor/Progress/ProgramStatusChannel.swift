internal import HeadwayModel
internal import HeadwayRecognition
internal import HeadwaySystem

/// The supervisor's side of the Program Status Protocol (OSC 7501): the supervisor is the command's
/// terminal, so it answers the command's questions and takes in what the command tells.
///
/// Everything is shown and nothing is acted upon. The reports stay in the command's output.
final class ProgramStatusChannel {
  private let master: OwnedDescriptor
  /// Whether a terminal is there that answers the command's other questions.
  private let isAnswered: () -> Bool
  private var scanner = ProgramStatusScanner()
  private var board = ProgramStatusBoard()
  private var phases = ProgramStatusPhases()
  /// The state of the last ``news(now:isFinal:)``.
  private var told: ProgramStatusBoard.Summary?
  /// The subtasks of the last news that had them.
  private var toldSubtasks: [ToldSubtask] = []
  /// The earliest time of the next news with subtasks.
  private var subtasksEnd: AwakeTime = .origin
  private var hasNews = false
  /// The earliest time of the next ``news(now:isFinal:)``.
  private var intervalEnd: AwakeTime = .origin

  /// The number of answers in the current second, and its end. What echoes the answer, which is the
  /// question, would otherwise be answered for ever.
  private var answers: (count: Int, until: AwakeTime) = (0, .origin)

  private static let answersPerSecond = 8
  /// The shortest time between two reports.
  private static let interval: Duration = .milliseconds(50)
  /// The shortest time between two reports with subtasks, which are many.
  private static let subtaskInterval: Duration = .milliseconds(500)
  /// The answer to a question for the primary attributes (DA1): a VT220 (62) with colours (22).
  private static let attributes = Array("\u{1B}[?62;22c".utf8)

  /// Makes a channel whose answers are typed at the pty `master`.
  ///
  /// - Parameter isAnswered: whether a terminal answers the command's other questions.
  init(master: OwnedDescriptor, isAnswered: @escaping () -> Bool) {
    (self.master, self.isAnswered) = (master, isAnswered)
  }

  /// The news of a command that tells its status.
  struct News {
    var state: ProgramState
    /// The progress; nil if it stays as it was.
    var reading: ProgressReading?
    /// The line for a person; empty to take the line before back, nil if it stays as it was.
    var message: SanitisedText?
    /// All subtasks; nil if they stayed as they were.
    var subtasks: [ToldSubtask]?
  }

  /// The time at which ``news(now:isFinal:)`` has something to say; nil if there is no news.
  var deadline: AwakeTime? { hasNews ? intervalEnd : nil }

  /// Scans the command's output, and answers its questions.
  func pass(_ bytes: UnsafeRawBufferPointer) {
    scanner.consume(bytes) { event in
      switch event {
      case .command(.query): type(ProgramStatusCommand.answer)
      case .attributesQuery: if !isAnswered() { type(Self.attributes) }
      case .command, .prompt, .reset:
        board.note(event)
        hasNews = true
      }
    }
  }

  /// Types an answer. A command that reads nothing gets no answer: its terminal takes no more keys.
  private func type(_ answer: [UInt8]) {
    let now = SystemClocks.awake
    if now >= answers.until { answers = (0, now + .seconds(1)) }
    guard answers.count < Self.answersPerSecond else { return }
    answers.count += 1
    _ = answer.withUnsafeBytes { Transfer.write(master.raw, $0) }
  }

  /// Returns what the command has newly told; nil if that is nothing, or if the last news is too
  /// recent. `isFinal` ignores the interval.
  func news(now: AwakeTime, isFinal: Bool = false) -> News? {
    guard hasNews, isFinal || now >= intervalEnd else { return nil }
    let subtasks = newSubtasks(now: now, isFinal: isFinal)
    let summary = board.summary
    guard summary != told || subtasks != nil else { return nil }
    defer { told = summary }
    let message = summary?.message == told?.message ? nil : summary?.message ?? .empty
    return News(
      state: summary?.state ?? .working, reading: phases.reading(of: summary), message: message,
      subtasks: subtasks)
  }

  /// Returns the subtasks if they have changed and are due. Schedules the next news: subtasks that
  /// aren't due yet are news later.
  private func newSubtasks(now: AwakeTime, isFinal: Bool) -> [ToldSubtask]? {
    (hasNews, intervalEnd) = (false, now + Self.interval)
    let subtasks = board.subtasks
    guard subtasks != toldSubtasks else { return nil }
    guard isFinal || now >= subtasksEnd else {
      (hasNews, intervalEnd) = (true, subtasksEnd)
      return nil
    }
    (toldSubtasks, subtasksEnd) = (subtasks, now + Self.subtaskInterval)
    return subtasks
  }
}
