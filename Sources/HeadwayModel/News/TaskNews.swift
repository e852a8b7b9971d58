/// An event of a task that its user may want to hear of without watching.
public struct TaskNews: Hashable, Sendable {
  /// The raw values are the words of `HEADWAY_EVENT`.
  public enum Event: String, Hashable, Sendable {
    case finish, stall, input
    /// The program says that its work is done, or that its work has failed. The program still runs.
    case done, error
  }

  /// The kind of the event.
  public let event: Event
  /// The task at the time of the event, without what a sensitive task keeps to itself.
  public let task: TaskSnapshot
  /// The number of this launch of the task.
  public let launch: Int
  /// The task was given `--notify`.
  public let isRequested: Bool

  /// Makes news of a task as it is now. A sensitive task loses its texts.
  public init(_ event: Event, _ task: TaskSnapshot, launch: Int = 1, isRequested: Bool = false) {
    self.event = event
    self.task = task.forSharedSurfaces
    self.launch = launch
    self.isRequested = isRequested
  }

  /// "completed after 5 m 3 s"
  var sentence: String {
    switch event {
    case .finish:
      let sentence = task.endSentence ?? String(localized: "ended")
      // A sentence of two values around one word would be recognised in what others wrote.
      return sentence + (task.elapsed.map { String(localized: " after \($0.spoken)") } ?? "")
    case .stall: return task.question() ?? String(localized: "makes no headway")
    case .input: return task.waitSentence ?? String(localized: "waits for input")
    case .done:
      return withSubtitle(task.programState?.words ?? String(localized: "says done"))
    case .error:
      return withSubtitle(task.programState?.words ?? String(localized: "says error"))
    }
  }

  private func withSubtitle(_ words: String) -> String {
    task.subtitle.map { "\(words): \($0)" } ?? words
  }

  /// The title for a person: the number, if the title is only for the task's user.
  var title: String { task.sensitive ? task.title.localized : task.title.string }
}

extension TaskNews.Event {
  /// Whether the task waits for a person.
  var needsPerson: Bool {
    switch self {
    case .stall, .input: true
    case .finish, .done, .error: false
    }
  }
}

extension TaskSnapshot {
  /// The task as others may see it: a sensitive task is only a number.
  fileprivate var forSharedSurfaces: TaskSnapshot {
    guard sensitive else { return self }
    var shared = self
    shared.title = SanitisedText(wire: "Task \(number)")
    (shared.subtitle, shared.command, shared.directory) = (nil, nil, nil)
    (shared.cancelNote, shared.progress.phase) = (nil, nil)
    (shared.assertions.current, shared.assertions.leaked) = (nil, nil)
    return shared
  }
}
