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

/// Asks for what has ended, by number or by end: `task`…, then `snapshotEnd`, which says whether there is
/// more.
package struct HistoryMessage: MessageBody {
  package static let type = "history"
  package var request: Int?
  /// A query (`TaskQuery`); left out, all are meant.
  package var filter: String?
  /// Only tasks of higher numbers.
  package var after: Int?
  /// Only so many, the last.
  package var last: Int?
  /// By the time of their end, and by number only among those that ended together.
  package var byEnd: Bool?
  /// With `byEnd`: only those that ended later, or together with a higher number than `after`.
  package var afterEnd: WallTime?

  package init(
    filter: TaskQuery, after: Int? = nil, afterEnd: WallTime? = nil, last: Int? = nil,
    byEnd: Bool = false, request: Int? = nil
  ) {
    self.filter = filter.isEmpty ? nil : filter.text
    (self.after, self.last, self.request) = (after, last, request)
    self.afterEnd = afterEnd
    self.byEnd = byEnd ? true : nil
  }
}

/// Deletes ended tasks from the record, with their logs. A message has exactly one of three selectors:
/// `tasks`, `filter` or `all`. With `filter` or `all` the hub deletes a part of the tasks at a time;
/// its answer, `cleaned`, says whether more may follow.
package struct CleanMessage: MessageBody {
  package static let type = "clean"
  package var request: Int?
  /// Named tasks: the hub deletes all of them, or none.
  package var tasks: [TaskReference]?
  /// A query (`TaskQuery`) with at least one word.
  package var filter: String?
  /// True: every ended task.
  package var all: Bool?
  /// Only tasks with higher numbers.
  package var after: Int?

  /// Names tasks.
  package init(tasks: [TaskReference], request: Int? = nil) {
    (self.tasks, self.request) = (tasks, request)
  }

  /// Selects the ended tasks that match. The hub refuses an empty query.
  package init(filter: TaskQuery, after: Int? = nil, request: Int? = nil) {
    (self.filter, self.after, self.request) = (filter.text, after, request)
  }

  /// Selects every ended task.
  package init(allAfter after: Int?, request: Int? = nil) {
    (all, self.after, self.request) = (true, after, request)
  }
}

extension CleanMessage {
  /// Throws unless exactly one selector is there: a misspelt field must not mean everything.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    request = try fields.decodeIfPresent(Int.self, forKey: .request)
    tasks = try fields.decodeIfPresent([TaskReference].self, forKey: .tasks)
    filter = try fields.decodeIfPresent(String.self, forKey: .filter)
    all = try fields.decodeIfPresent(Bool.self, forKey: .all)
    after = try fields.decodeIfPresent(Int.self, forKey: .after)
    guard selectorCount == 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .all, in: fields,
        debugDescription: """
          a clean needs exactly one of tasks, a filter with words, and "all":true; nothing was \
          cleaned (an older headway sends none of them for everything: update it)
          """)
    }
  }

  private var selectorCount: Int {
    [tasks != nil, filter.map { !Self.isBlank($0) } ?? false, all == true].count { $0 }
  }

  /// A filter that every task matches. One that isn't understood is refused later, with the reason.
  private static func isBlank(_ filter: String) -> Bool {
    (try? TaskQuery(filter))?.isEmpty ?? false
  }
}

/// Asks for a snapshot and for changes from then on.
package struct SubscribeMessage: MessageBody {
  package static let type = "subscribe"
  package var request: Int?
  /// The tasks in view; left out, all are.
  package var view: [TaskKey]?
  /// Whether somebody looks at it; nil where that isn't known.
  package var focused: Bool?
  /// Whether a change of a task in view that is only a step may be told as one.
  package var steps: Bool?

  package init(
    view: [TaskKey]?, focused: Bool? = nil, steps: Bool = false, request: Int? = nil
  ) {
    self.request = request
    self.view = view
    self.focused = focused
    self.steps = steps ? true : nil
  }
}

/// The tasks in view are others now.
package struct InterestMessage: MessageBody {
  package static let type = "interest"
  package var view: [TaskKey]?
  /// The one that the person has selected.
  package var selected: TaskKey?
  /// Whether somebody looks at it; nil where that isn't known, or is as before.
  package var focused: Bool?

  package init(view: [TaskKey]?, selected: TaskKey? = nil, focused: Bool? = nil) {
    (self.view, self.selected, self.focused) = (view, selected, focused)
  }
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
    /// A program's request that is queued.
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

/// What refreshes under an identifier is to do so soon.
package struct WakeMessage: MessageBody {
  package static let type = "wake"
  package var request: Int?
  package var identifier: SanitisedText

  package init(_ identifier: String, request: Int? = nil) {
    self.request = request
    self.identifier = SanitisedText(identifier, limit: .identifier)
  }

  package var bounded: SanitisedText { SanitisedText(identifier.string, limit: .identifier) }
}

/// Asks the hub to read its config again.
package struct ReloadMessage: MessageBody {
  package static let type = "reload"
  package var request: Int?

  package init(request: Int? = nil) { self.request = request }
}

/// Asks the hub to say goodbye and leave.
package struct StopMessage: MessageBody {
  package static let type = "stop"
  package var request: Int?

  package init(request: Int? = nil) { self.request = request }
}
