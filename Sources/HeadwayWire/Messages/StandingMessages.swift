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
}

/// The hub's order to a worker to pause its task.
package struct PauseNotice: MessageBody {
  package static let type = "pause"
  package var key: TaskKey
  /// The side that pauses: a person or the system.
  package var by: Halter

  package init(key: TaskKey, by: Halter) { (self.key, self.by) = (key, by) }
}

/// The hub's order to a worker to resume its task.
package struct ResumeNotice: MessageBody {
  package static let type = "resume"
  package var key: TaskKey
  /// The side that resumes: a person or the system. A person also ends the command's own
  /// job-control stop.
  package var by: Halter

  package init(key: TaskKey, by: Halter) { (self.key, self.by) = (key, by) }
}
