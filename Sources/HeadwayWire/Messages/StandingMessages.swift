package import HeadwayCore

/// Asks a task to stand still.
package struct PauseMessage: MessageBody {
  package static let type = "pause"
  package var request: Int?
  package var task: TaskReference

  package init(task: TaskReference, request: Int? = nil) {
    (self.request, self.task) = (request, task)
  }
}

/// Asks a task to go on.
package struct ResumeMessage: MessageBody {
  package static let type = "resume"
  package var request: Int?
  package var task: TaskReference

  package init(task: TaskReference, request: Int? = nil) {
    (self.request, self.task) = (request, task)
  }
}

/// Tells a worker that its task is to stand still.
package struct PauseNotice: MessageBody {
  package static let type = "pause"
  package var key: TaskKey
  package var by: Halter

  package init(key: TaskKey, by: Halter) { (self.key, self.by) = (key, by) }
}

/// Tells a worker that its task may go on.
package struct ResumeNotice: MessageBody {
  package static let type = "resume"
  package var key: TaskKey
  package var by: Halter

  package init(key: TaskKey, by: Halter) { (self.key, self.by) = (key, by) }
}
