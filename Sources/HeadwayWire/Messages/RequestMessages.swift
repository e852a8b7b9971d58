package import HeadwayModel

/// A request to stop a task.
///
/// ```json
/// {"type":"cancel","request":3,"task":7,"force":true}
/// ```
package struct CancelMessage: MessageBody {
  package static let type = "cancel"
  package var request: Int?
  package var task: TaskReference
  /// True if the task must be killed immediately; nil otherwise.
  package var force: Bool?
  /// The reason in a person's words. The card shows it as the task's cancel note.
  package var note: SanitisedText?
  /// The number of the signal that asks the command to stop; nil for SIGTERM.
  package var signal: Int?

  /// Makes a request. Only a hub with ``HubFeature/stopSignals`` knows `signal`.
  package init(
    task: TaskReference, force: Bool = false, signal: StopSignal? = nil,
    note: SanitisedText? = nil, request: Int? = nil
  ) {
    self.signal = signal.map { Int($0.number) }
    self.request = request
    self.task = task
    self.force = force ? true : nil
    self.note = note
  }

  package static var unread: CancelMessage { CancelMessage(task: .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
    try fields.field("force", &force)
    try fields.field("note", &note)
    try fields.field("signal", &signal)
    guard fields.isReading, signal != nil else { return }
    guard stopSignal != nil else { throw .wrong("signal", "no signal that can end a command") }
  }

  /// The chosen signal.
  package var stopSignal: StopSignal? {
    signal.flatMap { Int32(exactly: $0) }.flatMap { StopSignal($0) }
  }
}

/// An answer to the question "continue or stop?".
///
/// ```json
/// {"type":"answer","request":4,"task":7,"answer":"continue"}
/// ```
package struct AnswerMessage: MessageBody {
  package static let type = "answer"
  package var request: Int?
  package var task: TaskReference
  package var answer: StallAnswer

  package init(task: TaskReference, answer: StallAnswer, request: Int? = nil) {
    self.request = request
    self.task = task
    self.answer = answer
  }

  package static var unread: AnswerMessage { AnswerMessage(task: .unread, answer: .stop) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
    try fields.required("answer", &answer)
  }
}

/// A request to be told when a task has ended. The hub answers with `ended`, however long that
/// takes.
///
/// ```json
/// {"type":"wait","request":5,"task":7}
/// ```
package struct WaitMessage: MessageBody {
  package static let type = "wait"
  package var request: Int?
  package var task: TaskReference

  package init(task: TaskReference, request: Int? = nil) {
    self.request = request
    self.task = task
  }

  package static var unread: WaitMessage { WaitMessage(task: .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
  }
}

/// A request for one snapshot of the live list.
package struct ListMessage: MessageBody {
  package static let type = "list"
  package var request: Int?
  /// True to get tasks that only the record holds, too.
  package var all: Bool?

  package init(all: Bool = false, request: Int? = nil) {
    self.request = request
    self.all = all ? true : nil
  }

  package static var unread: ListMessage { ListMessage() }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.field("all", &all)
  }
}

/// A request to simulate an event that the system causes in its own time, for the development of
/// programs.
///
/// `headway debug` sends the message.
package struct SimulateMessage: MessageBody {
  package static let type = "simulate"
  package var request: Int?
  package var event: Event
  package var task: TaskReference

  /// The event to simulate.
  package enum Event: String, Hashable, Sendable, FieldValue {
    /// The launch of a program's queued request.
    case launch
    /// The expiry of a live task, as after an unanswered stall.
    case expire
  }

  package init(_ event: Event, _ task: TaskReference, request: Int? = nil) {
    self.event = event
    self.request = request
    self.task = task
  }

  /// The identifier of the request to launch, cut off at the limit of identifiers.
  package var identifier: SanitisedText { SanitisedText(task.description, limit: .identifier) }

  package static var unread: SimulateMessage { SimulateMessage(.launch, .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("event", &event)
    try fields.required("task", &task)
  }
}

/// A request to run the periodic task of an identifier soon.
///
/// ```json
/// {"type":"wake","request":9,"identifier":"com.example.refresh"}
/// ```
package struct WakeMessage: MessageBody {
  package static let type = "wake"
  package var request: Int?
  package var identifier: SanitisedText

  package init(_ identifier: String, request: Int? = nil) {
    self.request = request
    self.identifier = SanitisedText(identifier, limit: .identifier)
  }

  /// The identifier, cut off at the limit of identifiers.
  package var bounded: SanitisedText { SanitisedText(identifier.string, limit: .identifier) }

  package static var unread: WakeMessage { WakeMessage("") }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("identifier", &identifier)
  }
}

/// A request to the hub to read its config file again.
package struct ReloadMessage: MessageBody {
  package static let type = "reload"
  package var request: Int?

  package init(request: Int? = nil) { self.request = request }

  package static var unread: ReloadMessage { ReloadMessage() }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
  }
}

/// A request to the hub to say goodbye and leave.
package struct StopMessage: MessageBody {
  package static let type = "stop"
  package var request: Int?

  package init(request: Int? = nil) { self.request = request }

  package static var unread: StopMessage { StopMessage() }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
  }
}

/// A client's request to pause a task.
///
/// ```json
/// {"type":"pause","request":2,"task":7}
/// ```
package struct PauseMessage: MessageBody {
  package static let type = "pause"
  package var request: Int?
  package var task: TaskReference

  package init(task: TaskReference, request: Int? = nil) {
    (self.request, self.task) = (request, task)
  }

  package static var unread: PauseMessage { PauseMessage(task: .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
  }
}

/// A client's request to resume a task.
///
/// ```json
/// {"type":"resume","request":3,"task":7}
/// ```
package struct ResumeMessage: MessageBody {
  package static let type = "resume"
  package var request: Int?
  package var task: TaskReference

  package init(task: TaskReference, request: Int? = nil) {
    (self.request, self.task) = (request, task)
  }

  package static var unread: ResumeMessage { ResumeMessage(task: .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
  }
}
