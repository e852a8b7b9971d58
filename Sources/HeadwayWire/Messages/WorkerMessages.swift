package import HeadwayModel

/// The begin of a task, also sent again by a worker that reconnects.
///
/// Two begins with the same `key` are one task. A repeated begin carries the whole state of the
/// worker, so that a new hub learns everything.
///
/// ```json
/// {"type":"begin","key":"5f0c9a7e21d34b6f8a90c1d2e3f40516","title":"Export","total":200}
/// ```
package struct BeginMessage: MessageBody {
  package static let type = "begin"
  package var request: Int?
  package var description: TaskDescription
  package var report: WorkerReport

  /// Makes a begin. A title in the report replaces the title of the description.
  package init(_ task: TaskDescription, _ report: WorkerReport, request: Int? = nil) {
    self.request = request
    description = task
    description.command = task.command.map(boundedCommand)
    if let title = report.title { description.title = title }
    self.report = report
    self.report.title = nil
  }
}

extension BeginMessage {
  package static var usualSize: Int { 512 }

  package static var unread: BeginMessage {
    BeginMessage(TaskDescription(key: .unread, title: .empty), WorkerReport())
  }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("key", &description.key)
    try fields.required("title", &description.title)
    try report.visit(&fields)
    try description.visit(&fields)
    guard fields.isReading else { return }
    description.title = SanitisedText(description.title.string)
    description.command = description.command.map(boundedCommand)
  }
}

/// The fields of a description but its key and title, which begin the message.
extension TaskDescription {
  fileprivate mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.text("identifier", &identifier, limit: .identifier)
    try fields.field("command", &command)
    try fields.field("directory", &directory)
    try fields.field("parent", &parent)
    try fields.text("group", &group, limit: .identifier)
    try fields.field("startedAt", &startedAt)
    try fields.field("sensitive", &sensitive, usual: false)
    try fields.field("notify", &notifiesOfEnd, usual: false)
    try fields.field("retry", &isRetry, usual: false)
    try fields.field("launch", &launch, usual: 1)
    try fields.field("onStall", &stallPolicy.action, usual: .ask)
    try fields.seconds("stallAfter", &stallPolicy.after)
    var grace = grace == Self.defaultGrace ? nil : grace
    try fields.seconds("grace", &grace)
    try fields.seconds("timeLimit", &timeLimit)
    guard fields.isReading else { return }
    self.grace = grace ?? Self.defaultGrace
    launch = max(1, launch)
  }
}

/// Returns as many words of a command as fit 8 KiB, at most 256, so that a task always fits one
/// line.
func boundedCommand(_ words: [SanitisedText]) -> [SanitisedText] {
  var room = 8192
  return words.prefix(256).prefix { word in
    room -= word.string.utf8.count + 3
    return room >= 0
  }
}

/// A report of progress.
///
/// ```json
/// {"type":"update","task":"5f0c9a7e21d34b6f8a90c1d2e3f40516","completed":50}
/// ```
package struct UpdateMessage: MessageBody {
  package static let type = "update"
  package var request: Int?
  package var task: TaskReference
  package var report: WorkerReport
  /// Whether the report was read from the command's output.
  ///
  /// Such a report stops counting once the command itself reports for the task.
  package var isRecognised: Bool

  package init(
    task: TaskReference, _ report: WorkerReport, isRecognised: Bool = false, request: Int? = nil
  ) {
    self.request = request
    self.task = task
    self.report = report
    self.isRecognised = isRecognised
  }
}

extension UpdateMessage {
  package static var usualSize: Int { 256 }

  package static var unread: UpdateMessage { UpdateMessage(task: .unread, WorkerReport()) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("task", &task)
    try fields.text("title", &report.title, limit: .title)
    try report.visit(&fields)
    try fields.field("request", &request)
    try fields.field("recognised", &isRecognised, usual: false)
  }
}

/// The fields of a report but the title, which stands elsewhere in a begin. They stand beside the
/// fields of the message that carries the report. A field that is left out keeps its value in the
/// hub.
extension WorkerReport {
  fileprivate mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("subtitle", &subtitle)
    try fields.field("completed", &reading.completed)
    try fields.field("total", &reading.total)
    try fields.field("unit", &reading.unit)
    try fields.field("estimated", &reading.estimated)
    try fields.field("phase", &reading.phase)
    try fields.field("resting", &reading.isResting)
    try fields.field("advance", &reading.advance)
    try fields.field("foreground", &foreground)
    try fields.field("attachable", &isAttachable)
    try fields.field("pausable", &isPausable)
    try fields.field("waitingForInput", &inputWait)
    try fields.field("interactive", &isInteractive)
    try fields.field("programState", &programState)
    try fields.field("toldSubtasks", &toldSubtasks)
    try fields.field("paused", &isPaused)
    try fields.field("halt", &halt)
    try fields.field("limitAt", &limitEndsAt)
    try fields.field("assertion", &assertion)
    try fields.field("leakedAssertion", &leakedAssertion)
  }
}

/// A subtask that a program tells of itself, in a report and in a list.
extension ToldSubtask: FieldObject, FieldValue {
  package static var unread: ToldSubtask { ToldSubtask(id: .empty, name: .empty, state: .working) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("id", &id)
    try fields.required("name", &name)
    try fields.required("state", &state)
    try fields.field("percent", &percent)
    try fields.field("message", &message)
    guard fields.isReading else { return }
    self = ToldSubtask(
      id: id, name: name, state: state, percent: percent.map { min(max($0, 0), 100) },
      message: message)
  }
}

/// A sign of life without measured progress.
package struct HeartbeatMessage: MessageBody {
  package static let type = "heartbeat"
  package var request: Int?
  package var task: TaskReference
  /// The number of estimated units; nil to leave it unchanged.
  package var estimated: Int64?

  package init(task: TaskReference, estimated: Int64? = nil, request: Int? = nil) {
    self.request = request
    self.task = task
    self.estimated = estimated
  }

  package static var unread: HeartbeatMessage { HeartbeatMessage(task: .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
    try fields.field("estimated", &estimated)
  }
}

/// The end of a task. The first end counts.
///
/// ```json
/// {"type":"end","request":2,"task":"5f0c9a7e21d34b6f8a90c1d2e3f40516","reason":"completed"}
/// ```
package struct EndMessage: MessageBody {
  package static let type = "end"
  package var request: Int?
  package var task: TaskReference
  package var reason: EndWord
  package var detail: String?
  package var exitCode: Int32?
  package var signal: Int32?
  /// The time of the end; nil for now. A worker sets the time if the hub was stopped or away.
  package var endedAt: WallTime?
  /// The number of the launch that ended; nil for the first. The hub ignores the end of an earlier
  /// launch.
  package var launch: Int?

  package init(
    task: TaskReference, _ ending: TaskEnding, launch: Int = 1, endedAt: WallTime? = nil,
    request: Int? = nil
  ) {
    self.request = request
    self.launch = launch > 1 ? launch : nil
    self.task = task
    self.endedAt = endedAt
    reason = ending.reason.word
    detail = ending.reason.detail
    (exitCode, signal) = ending.status.wireFields
  }

  /// The end in the hub's own terms.
  package var ending: TaskEnding {
    TaskEnding(wire: reason, detail: detail, exitCode: exitCode, signal: signal)
  }

  package static var unread: EndMessage { EndMessage(task: .unread, TaskEnding(reason: .lost)) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
    try fields.required("reason", &reason)
    try fields.field("detail", &detail)
    try fields.field("exitCode", &exitCode)
    try fields.field("signal", &signal)
    try fields.field("endedAt", &endedAt)
    try fields.field("launch", &launch)
  }
}

extension TaskEnding {
  /// Combines the four fields of an end on the wire. A detail that this version doesn't know counts
  /// as none.
  init(wire reason: EndWord, detail: String?, exitCode: Int32?, signal: Int32?) {
    let fallback = EndReason(word: reason, detail: nil) ?? .lost
    self.init(
      reason: EndReason(word: reason, detail: detail) ?? fallback,
      status: ExitStatus(exitCode: exitCode, signal: signal))
  }
}

extension ExitStatus {
  /// Combines the two fields of the wire; nil if neither has a valid value. The signal takes
  /// precedence.
  init?(exitCode: Int32?, signal: Int32?) {
    if let signal, (1...127).contains(signal) {
      self = .signal(signal)
    } else if let exitCode, (0...255).contains(exitCode) {
      self = .code(exitCode)
    } else {
      return nil
    }
  }
}

extension ExitStatus? {
  /// The fields `exitCode` and `signal` of a status; at most one of them has a value.
  var wireFields: (exitCode: Int32?, signal: Int32?) {
    switch self {
    case .code(let code): (code, nil)
    case .signal(let signal): (nil, signal)
    case nil: (nil, nil)
    }
  }
}

/// A request to be told whether the supervisor of a task has a terminal: now, and at each change.
///
/// A program within the task asks, which has no task of its own. Each request of a connection
/// replaces the one before. The hub answers with a ``TerminalNotice``, and doesn't confirm the
/// request.
///
/// ```json
/// {"type":"terminal","key":"5f0c…0516"}
/// ```
package struct TerminalRequest: MessageBody {
  package static let type = "terminal"
  package var key: TaskKey

  package init(_ key: TaskKey) { self.key = key }

  package static var unread: TerminalRequest { TerminalRequest(.unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
  }
}
