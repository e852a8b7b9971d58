package import HeadwayModel

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

/// The hub's order to a worker to pause its task.
package struct PauseNotice: MessageBody {
  package static let type = "pause"
  package var key: TaskKey
  /// The side that pauses: a person or the system.
  package var by: Halter

  package init(key: TaskKey, by: Halter) { (self.key, self.by) = (key, by) }

  package static var unread: PauseNotice { PauseNotice(key: .unread, by: .user) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
    try fields.required("by", &by)
  }
}

/// The hub's order to a worker to resume its task.
package struct ResumeNotice: MessageBody {
  package static let type = "resume"
  package var key: TaskKey
  /// The side that resumes: a person or the system. A person also ends the command's own
  /// job-control stop.
  package var by: Halter

  package init(key: TaskKey, by: Halter) { (self.key, self.by) = (key, by) }

  package static var unread: ResumeNotice { ResumeNotice(key: .unread, by: .user) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
    try fields.required("by", &by)
  }
}
