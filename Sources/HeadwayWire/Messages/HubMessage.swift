package import HeadwayModel

/// A message from the hub to a client.
///
/// The article <doc:Protocol> describes the fields of each message.
package enum HubMessage: Hashable, Sendable {
  case hello(HubHello)
  case ok(OkMessage)
  case error(ErrorMessage)
  case begun(BegunMessage)
  case submitted(SubmittedMessage)
  case turn(TurnNotice)
  case ended(EndedMessage)
  case cancel(CancelNotice)
  case pause(PauseNotice)
  case resume(ResumeNotice)
  case question(QuestionNotice)
  case assertionAwaited(AssertionNotice)
  case terminal(TerminalNotice)
  case selection(SelectionNotice)
  indirect case task(TaskMessage)
  case snapshotEnd(SnapshotEnd)
  case group(GroupStateMessage)
  case environment(EnvironmentMessage)
  case metrics(MetricsMessage)
  case cleaned(CleanedMessage)
  indirect case change(ChangeMessage)
  case step(StepMessage)
  case removed(RemovedMessage)
  case summary(SummaryMessage)
  case notification(NotificationMessage)
  case settings(SettingsMessage)
  case goodbye(GoodbyeMessage)
  /// A message of a type that this version doesn't know; the client ignores it.
  case unknown(String)
}

extension HubMessage {
  /// Reads the message of one line, without its newline.
  ///
  /// - Throws: ``WireError``, with a reason that names the field. The hub sends the reason to the
  ///   client.
  package init(line: ArraySlice<UInt8>) throws(WireError) {
    self = try HubMessage(try MessageReader(line))
  }

  init(_ reader: MessageReader) throws(WireError) {
    self =
      switch reader.type {
      case HubHello.type: .hello(try reader.body())
      case OkMessage.type: .ok(try reader.body())
      case ErrorMessage.type: .error(try reader.body())
      case BegunMessage.type: .begun(try reader.body())
      case SubmittedMessage.type: .submitted(try reader.body())
      case TurnNotice.type: .turn(try reader.body())
      case EndedMessage.type: .ended(try reader.body())
      case CancelNotice.type: .cancel(try reader.body())
      case PauseNotice.type: .pause(try reader.body())
      case ResumeNotice.type: .resume(try reader.body())
      case QuestionNotice.type: .question(try reader.body())
      case AssertionNotice.type: .assertionAwaited(try reader.body())
      case TerminalNotice.type: .terminal(try reader.body())
      case SelectionNotice.type: .selection(try reader.body())
      case TaskMessage.type: .task(try reader.body())
      case SnapshotEnd.type: .snapshotEnd(try reader.body())
      case GroupStateMessage.type: .group(try reader.body())
      case EnvironmentMessage.type: .environment(try reader.body())
      case MetricsMessage.type: .metrics(try reader.body())
      case CleanedMessage.type: .cleaned(try reader.body())
      case ChangeMessage.type: .change(try reader.body())
      case StepMessage.type: .step(try reader.body())
      case RemovedMessage.type: .removed(try reader.body())
      case SummaryMessage.type: .summary(try reader.body())
      case NotificationMessage.type: .notification(try reader.body())
      case SettingsMessage.type: .settings(try reader.body())
      case GoodbyeMessage.type: .goodbye(try reader.body())
      default: .unknown(try reader.checkedType())
      }
  }
}

/// The hub's answer to a request that it carried out. A durable change is then in the record.
package struct OkMessage: MessageBody {
  package static let type = "ok"
  package var request: Int?
  /// The greatest number of seconds that a stopping hub waits for assertions; nil if it leaves
  /// immediately.
  package var within: Double?
  /// The reason why a stopping hub can't write its record; nil if no problem is known.
  ///
  /// The hub waits for the record without a limit.
  package var recordProblem: String?
  /// True if an update asked for less progress than the task has shown in this phase. The hub has
  /// kept the progress and applied the rest.
  package var progressKept: Bool?
  /// A line for people: the reason why a request had nothing to change and what to do, or a result
  /// of the request that they may not expect.
  package var notice: String?

  package init(
    request: Int?, within: Duration? = nil, recordProblem: String? = nil,
    progressKept: Bool = false, notice: String? = nil
  ) {
    self.request = request
    self.within = within?.inSeconds
    self.recordProblem = recordProblem
    self.progressKept = progressKept ? true : nil
    self.notice = notice
  }

  /// The time to wait for the hub to leave, cut off at the longest time that any hub waits.
  package var patience: Duration {
    min(within.flatMap(Duration.init(nonNegativeSeconds:)) ?? .zero, AssertionPatience.longest)
  }

  package static var unread: OkMessage { OkMessage(request: nil) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.field("within", &within)
    try fields.field("recordProblem", &recordProblem)
    try fields.field("progressKept", &progressKept)
    try fields.field("notice", &notice)
  }
}

/// The hub's answer to a request or a line that it refused.
///
/// ```json
/// {"type":"error","request":3,"code":"unknownTask","message":"no task 7; see: headway list"}
/// ```
package struct ErrorMessage: MessageBody {
  package static let type = "error"
  package var request: Int?
  /// A word of ``ErrorCode``, or a newer hub's word.
  package var code: String
  /// The error in one line for people: what happened, and what to do.
  package var message: String

  package init(request: Int? = nil, code: ErrorCode, message: String) {
    self.request = request
    self.code = code.rawValue
    self.message = message
  }

  package static var unread: ErrorMessage { ErrorMessage(code: .malformed, message: "") }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("code", &code)
    try fields.required("message", &message)
  }
}

/// The words of the field `code`. A word is never reused for another error.
package enum ErrorCode: String, Sendable, CaseIterable {
  case version, malformed, tooLong, helloExpected, unknownTask, ambiguous, ended, nothingAsked
  case limit, record, nothingWaiting
  case notPermitted, notNow, dependsOnItself, notQueued, stillLive, cannotRestart, awaited, config
  case notPausable, notRunning, suspended, nothingToWake, keyCleaned
  case unknownGroup, groupExists, groupInUse, environmentUnknown
}

/// The hub's answer to a begin that the record has.
package struct BegunMessage: MessageBody {
  package static let type = "begun"
  package var request: Int?
  package var key: TaskKey
  package var number: TaskNumber

  package init(request: Int?, key: TaskKey, number: TaskNumber) {
    self.request = request
    self.key = key
    self.number = number
  }

  package static var unread: BegunMessage {
    BegunMessage(request: nil, key: .unread, number: .first)
  }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("key", &key)
    try fields.required("number", &number)
  }
}

/// The hub's answer to an end that the record has, and to `wait`.
///
/// ```json
/// {"type":"ended","request":5,"key":"5f0c…0516","number":7,"reason":"failed","exitCode":2}
/// ```
package struct EndedMessage: MessageBody {
  package static let type = "ended"
  package var request: Int?
  package var key: TaskKey
  package var number: TaskNumber
  package var reason: EndWord
  package var detail: String?
  package var exitCode: Int32?
  package var signal: Int32?

  package init(request: Int?, key: TaskKey, number: TaskNumber, ending: TaskEnding) {
    self.request = request
    self.key = key
    self.number = number
    reason = ending.reason.word
    detail = ending.reason.detail
    (exitCode, signal) = ending.status.wireFields
  }

  /// The end in the hub's own terms.
  package var ending: TaskEnding {
    TaskEnding(wire: reason, detail: detail, exitCode: exitCode, signal: signal)
  }

  package static var unread: EndedMessage {
    EndedMessage(
      request: nil, key: .unread, number: .first, ending: TaskEnding(reason: .lost))
  }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("key", &key)
    try fields.required("number", &number)
    try fields.required("reason", &reason)
    try fields.field("detail", &detail)
    try fields.field("exitCode", &exitCode)
    try fields.field("signal", &signal)
  }
}

/// A task of a snapshot.
package struct TaskMessage: MessageBody {
  package static let type = "task"
  package var request: Int?
  package var task: TaskSnapshot

  package init(request: Int?, task: TaskSnapshot) {
    self.request = request
    self.task = task
  }

  package static var usualSize: Int { 768 }

  package static var unread: TaskMessage { TaskMessage(request: nil, task: .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
  }
}

/// The hub's answer to `clean`, with the number of deleted tasks.
package struct CleanedMessage: MessageBody {
  package static let type = "cleaned"
  package var request: Int?
  package var count: Int
  /// The value for `after` in the next request; nil if there are no more tasks.
  package var next: Int?

  package init(request: Int?, count: Int, next: Int?) {
    (self.request, self.count, self.next) = (request, count, next)
  }

  package static var unread: CleanedMessage { CleanedMessage(request: nil, count: 0, next: nil) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("count", &count)
    try fields.field("next", &next)
  }
}

/// The end mark of a snapshot or of a page of the history.
///
/// A snapshot is a sequence of lines, because thousands of tasks don't fit one line.
package struct SnapshotEnd: MessageBody {
  package static let type = "snapshotEnd"
  package var request: Int?
  /// The number of tasks that were sent.
  package var count: Int
  /// The value for `after` in the next `history` request; nil if there are no more tasks.
  package var next: Int?
  /// The value for `afterEnd` in the next `history` request by end.
  package var nextEnd: WallTime?

  package init(request: Int?, count: Int, next: Int? = nil, nextEnd: WallTime? = nil) {
    self.request = request
    self.count = count
    self.next = next
    self.nextEnd = nextEnd
  }

  package static var unread: SnapshotEnd { SnapshotEnd(request: nil, count: 0) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("count", &count)
    try fields.field("next", &next)
    try fields.field("nextEnd", &nextEnd)
  }
}
