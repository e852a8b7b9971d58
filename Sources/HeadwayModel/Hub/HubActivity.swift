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

  /// Words that follow "while".
  public var words: StaticString {
    switch self {
    case .waiting: "waiting for something to do"
    case .openingRecord: "opening the record"
    case .loadingRecord: "loading the record"
    case .readingSpool: "reading the spool"
    case .takingReports: "processing reports"
    case .loadedTasks: "restoring tasks from the record"
    case .spooledEnd: "processing an end from the spool"
    case .connection: "noting that a client came or left"
    case .submission: "queueing a task"
    case .commit: "going on after a write to the record"
    case .launch: "launching a task"
    case .conditions: "checking the conditions that tasks wait for"
    case .begin: "processing a task's start"
    case .report: "processing a report"
    case .end: "processing a task's end"
    case .restart: "restarting a task"
    case .adjustment: "changing a queued task"
    case .groupOrder: "changing a group of the queue"
    case .acknowledgement: "acknowledging ended tasks"
    case .clean: "removing tasks from the record"
    case .cancel: "cancelling a task"
    case .pause: "pausing or resuming a task"
    case .answer: "processing an answer"
    case .wait: "answering a client that waits for an end"
    case .processExit: "noting that a process ended"
    case .wakeUp: "handling a deadline of a task"
    case .history: "comparing with earlier runs"
    case .simulation: "simulating a launch or an expiry"
    case .focus: "noting what a monitor shows"
    case .notification: "sending notifications"
    case .settings: "applying the config"
    case .shutdown: "shutting down"
    }
  }

  /// "while"-words for an activity and its task, as they are read from a note.
  ///
  /// - Parameters:
  ///   - number: the activity's number. One that this version doesn't know gives no words.
  ///   - taskNumber: 0 for none.
  ///   - key: the task's key, for a task without a number; nil for none.
  public static func words(_ number: UInt32, taskNumber: Int, key: TaskKey?) -> SanitisedText {
    guard let activity = HubActivity(rawValue: number) else { return .empty }
    let task = taskNumber > 0 ? "\(taskNumber)" : key?.description
    return SanitisedText("\(activity.words)" + (task.map { " (task \($0))" } ?? ""))
  }
}
