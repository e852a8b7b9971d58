package import HeadwayCore

/// Asks a task to stop; forced, it is killed at once.
package struct CancelMessage: MessageBody {
  package static let type = "cancel"
  package var request: Int?
  package var task: TaskReference
  package var force: Bool?
  /// Why, in a person's words: it becomes the task's subtitle.
  package var note: SanitisedText?

  package init(
    task: TaskReference, force: Bool = false, note: SanitisedText? = nil, request: Int? = nil
  ) {
    self.request = request
    self.task = task
    self.force = force ? true : nil
    self.note = note
  }
}

/// Answers the stall question.
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
}

/// Asks to be told when a task is over: `ended` under the same request number.
package struct WaitMessage: MessageBody {
  package static let type = "wait"
  package var request: Int?
  package var task: TaskReference

  package init(task: TaskReference, request: Int? = nil) {
    self.request = request
    self.task = task
  }
}

/// Asks for a snapshot once.
package struct ListMessage: MessageBody {
  package static let type = "list"
  package var request: Int?
  /// Also what the record holds of tasks that left the live list.
  package var all: Bool?

  package init(all: Bool = false, request: Int? = nil) {
    self.request = request
    self.all = all ? true : nil
  }
}

/// Asks for a snapshot and for changes from then on.
package struct SubscribeMessage: MessageBody {
  package static let type = "subscribe"
  package var request: Int?
  /// The tasks in view; left out, all are.
  package var view: [TaskKey]?

  package init(view: [TaskKey]?, request: Int? = nil) {
    self.request = request
    self.view = view
  }
}

/// The tasks in view are others now.
package struct InterestMessage: MessageBody {
  package static let type = "interest"
  package var view: [TaskKey]?

  package init(view: [TaskKey]?) { self.view = view }
}

/// Asks for the summary, once or on every change.
package struct SummaryRequest: MessageBody {
  package static let type = "summary"
  package var request: Int?
  package var follow: Bool?

  package init(follow: Bool = false, request: Int? = nil) {
    self.request = request
    self.follow = follow ? true : nil
  }
}

/// What the system does on its own time, asked for now.
package struct SimulateMessage: MessageBody {
  package static let type = "simulate"
  package var request: Int?
  package var event: Event
  package var task: TaskReference

  package enum Event: String, Hashable, Sendable, Codable {
    /// A request that waits in a worker.
    case launch
    /// A task that lives.
    case expire
  }

  package init(_ event: Event, _ task: TaskReference, request: Int? = nil) {
    self.event = event
    self.request = request
    self.task = task
  }

  /// Of the request that is to be launched.
  package var identifier: SanitisedText { SanitisedText(task.description, limit: .identifier) }
}

/// Asks the hub to say goodbye and leave.
package struct StopMessage: MessageBody {
  package static let type = "stop"
  package var request: Int?

  package init(request: Int? = nil) { self.request = request }
}
