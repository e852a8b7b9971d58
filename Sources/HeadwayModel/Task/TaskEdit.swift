/// A person's change to a task that waits in the queue.
public enum QueueAdjustment: Hashable, Sendable {
  /// Other properties, all of them or none.
  case edit(TaskEdit)
  /// The task changes places with another one.
  case place(of: TaskReference)
  /// The task starts as soon as its dependencies have ended and its resources are free.
  case start

  /// Another priority.
  public static func priority(_ priority: Int) -> QueueAdjustment {
    .edit(TaskEdit(priority: priority))
  }

  /// Another title.
  public static func title(_ title: SanitisedText) -> QueueAdjustment {
    .edit(TaskEdit(title: title))
  }

  /// Another command, whose payload has come.
  public static func command(
    _ words: [SanitisedText], in directory: SanitisedText? = nil
  ) -> QueueAdjustment {
    .edit(TaskEdit(command: EditedCommand(words, in: directory)))
  }
}

/// The new value of a property that a task may also do without.
public enum EditedValue<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The property gets this value.
  case set(Value)
  /// The task does without the property.
  case cleared

  /// The value; nil if the property is cleared.
  public var value: Value? { if case .set(let value) = self { value } else { nil } }
}

/// The new properties of a queued task. A nil property stays as it is.
public struct TaskEdit: Hashable, Sendable {
  /// The new priority.
  public var priority: Int?
  /// The new title. Without a title of its own, the task has its command line as title.
  public var title: EditedValue<SanitisedText>?
  /// The new command.
  public var command: EditedCommand?
  /// The new directory of a command that stays.
  public var directory: SanitisedText?
  /// The new group.
  public var group: EditedValue<SanitisedText>?
  /// The new earliest start.
  public var earliest: EditedValue<EarliestStart>?
  /// The series that the task is the next run of from now on. Nil parts stay as they are.
  public var series: EditedValue<EditedSeries>?
  /// The tasks that have to end first from now on.
  public var dependencies: [Dependency]?
  /// The units of each resource that the task needs from now on.
  public var needs: [String: Int]?
  /// Whether the payload is new: the words of the command, the directory or the environment.
  public var changesPayload = false
  /// The number of bytes of the environment in a new payload; nil if that isn't known.
  public var environmentBytes: Int?

  /// Makes an edit of its changes.
  public init(
    priority: Int? = nil, title: SanitisedText? = nil, command: EditedCommand? = nil
  ) {
    (self.priority, self.title) = (priority, title.map { .set($0) })
    (self.command, changesPayload) = (command, command != nil)
  }

  /// Whether the edit needs a hub that knows series.
  public var changesSeries: Bool { series != nil }

  /// Whether the edit needs a hub that can change more than title, priority and command.
  public var changesTerms: Bool {
    title == EditedValue.cleared || directory != nil || group != nil || earliest != nil
      || dependencies != nil || needs != nil || series != nil || changesPayload && command == nil
  }
}

/// The new times of a queued task that runs again and again.
public struct EditedSeries: Hashable, Sendable {
  /// The new times.
  public var recurrence: Recurrence
  /// The new rule for a time that comes during the run before; nil for the rule of the series.
  public var overlap: RunOverlap?
  /// Whether one run makes up for missed times; nil for the rule of the series.
  public var catchesUp: Bool?

  /// Makes new times.
  public init(_ recurrence: Recurrence, overlap: RunOverlap? = nil, catchesUp: Bool? = nil) {
    (self.recurrence, self.overlap, self.catchesUp) = (recurrence, overlap, catchesUp)
  }

  /// Returns the series of a task.
  ///
  /// - Parameter series: the series that the task was the next run of; nil for none.
  public func series(after series: RunSeries?) -> RunSeries {
    var edited = series ?? RunSeries(recurrence)
    edited.recurrence = recurrence
    edited.overlap = overlap ?? edited.overlap
    edited.catchesUp = catchesUp ?? edited.catchesUp
    return edited
  }
}

/// The new command of a queued task. Its payload has come.
public struct EditedCommand: Hashable, Sendable {
  /// The words of the command.
  public var words: [SanitisedText]
  /// The directory in which the command will run; nil if it isn't known.
  public var directory: SanitisedText?

  /// Makes a command that runs in `directory`.
  public init(_ words: [SanitisedText], in directory: SanitisedText? = nil) {
    (self.words, self.directory) = (words, directory)
  }
}
