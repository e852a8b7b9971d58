/// The kinds of work that a hub notes before it does them, so that it is known what it died of.
///
/// The numbers are in a file that the next version reads too: add, never renumber.
public enum HubActivity: UInt32, CaseIterable, Hashable, Sendable {
  case waiting = 0
  case openingRecord = 1
  case loadingRecord = 2
  case readingSpool = 3
  case takingReports = 4
  case loadedTasks = 5
  case spooledEnd = 6
  case connection = 7
  case submission = 8
  case commit = 9
  case launch = 10
  case conditions = 11
  case begin = 12
  case report = 13
  case end = 14
  case restart = 15
  case adjustment = 16
  case clean = 17
  case cancel = 18
  case pause = 19
  case answer = 20
  case wait = 21
  case processExit = 22
  case wakeUp = 23
  case history = 24
  case simulation = 25
  case focus = 26
  case notification = 27
  case settings = 28
  case shutdown = 29
  case acknowledgement = 30
  case groupOrder = 31

  /// Words that follow "while". Files have them in English.
  public var words: Phrase {
    switch self {
    case .waiting: Phrase("waiting for something to do")
    case .openingRecord: Phrase("opening the record")
    case .loadingRecord: Phrase("loading the record")
    case .readingSpool: Phrase("reading the spool")
    case .takingReports: Phrase("processing reports")
    case .loadedTasks: Phrase("restoring tasks from the record")
    case .spooledEnd: Phrase("processing an end from the spool")
    case .connection: Phrase("noting that a client came or left")
    case .submission: Phrase("queueing a task")
    case .commit: Phrase("going on after a write to the record")
    case .launch: Phrase("launching a task")
    case .conditions: Phrase("checking the conditions that tasks wait for")
    case .begin: Phrase("processing a task's start")
    case .report: Phrase("processing a report")
    case .end: Phrase("processing a task's end")
    case .restart: Phrase("restarting a task")
    case .adjustment: Phrase("changing a queued task")
    case .groupOrder: Phrase("changing a group of the queue")
    case .acknowledgement: Phrase("acknowledging ended tasks")
    case .clean: Phrase("removing tasks from the record")
    case .cancel: Phrase("cancelling a task")
    case .pause: Phrase("pausing or resuming a task")
    case .answer: Phrase("processing an answer")
    case .wait: Phrase("answering a client that waits for an end")
    case .processExit: Phrase("noting that a process ended")
    case .wakeUp: Phrase("handling a deadline of a task")
    case .history: Phrase("comparing with earlier runs")
    case .simulation: Phrase("simulating a launch or an expiry")
    case .focus: Phrase("noting what a monitor shows")
    case .notification: Phrase("sending notifications")
    case .settings: Phrase("applying the config")
    case .shutdown: Phrase("shutting down")
    }
  }

  /// "while"-words for an activity and its task in English, as they are read from a note.
  ///
  /// - Parameters:
  ///   - number: the activity's number. One that this version doesn't know gives no words.
  ///   - taskNumber: 0 for none.
  ///   - key: the task's key, for a task without a number; nil for none.
  public static func words(_ number: UInt32, taskNumber: Int, key: TaskKey?) -> SanitisedText {
    guard let activity = HubActivity(rawValue: number) else { return .empty }
    let task = taskNumber > 0 ? "\(taskNumber)" : key?.description
    let words = activity.words.english
    return task.map { SanitisedText(wire: "\(words) (task \($0))") } ?? SanitisedText(words)
  }
}
