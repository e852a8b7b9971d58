package import HeadwayModel

/// A command of the user that hears of an event, for `sh -c`.
package struct HookCommand: Hashable, Sendable {
  /// The key of the command in `[tell]` of the config.
  package enum Setting: String, Hashable, Sendable {
    case onFinish = "on-finish"
    case onStall = "on-stall"
    case onInput = "on-input"
    case onDone = "on-done"
    case command
  }

  package let setting: Setting
  package let script: String
  /// The environment variables that tell the command what happened.
  package let variables: [String: String]
  /// The log that `HEADWAY_TASK_LOG` names. Nil if the news are of several tasks, or of a task that
  /// never ran.
  package let log: LogName?
  /// The task that the news are of; nil if they are of several.
  package let task: TaskNumber?
  /// The key of that task.
  package let key: TaskKey?

  package struct LogName: Hashable, Sendable {
    package let key: TaskKey
    package let launch: Int
  }

  init(_ script: String, for news: TaskNews) {
    setting = Setting(news.event)
    self.script = script
    variables = news.variables
    (task, key) = (news.task.number, news.task.key)
    let hasRun = news.task.startedAt != nil
    log = hasRun ? LogName(key: news.task.key, launch: news.launch) : nil
  }

  init(_ script: String, for notification: NewsNotification) {
    setting = .command
    self.script = script
    variables = notification.variables
    (log, task, key) = (nil, nil, nil)
  }
}

extension HookCommand.Setting {
  fileprivate init(_ event: TaskNews.Event) {
    self =
      switch event {
      case .finish: .onFinish
      case .stall: .onStall
      case .input: .onInput
      case .done, .error: .onDone
      }
  }
}

extension NewsNotification {
  fileprivate var variables: [String: String] {
    ["HEADWAY_SUMMARY": summary, "HEADWAY_BODY": body]
  }
}

extension TaskNews {
  /// The environment variables for one task.
  ///
  /// Unknown values are left out, and so is what a sensitive task keeps secret. `HEADWAY_TASK` is
  /// missing too, because that variable belongs to programs within the task.
  fileprivate var variables: [String: String] {
    let status = Self.words(of: task.ending?.status)
    let known: [String: String?] = [
      "NUMBER": task.number.description, "KEY": task.key.description,
      "TITLE": task.sensitive ? nil : task.title.string, "SUBTITLE": task.subtitle?.string,
      "COMMAND": task.command.map { $0.map(\.string).joined(separator: " ") },
      "DIRECTORY": task.directory?.string, "IDENTIFIER": task.identifier?.string,
      "GROUP": task.group?.string, "ATTEMPT": "\(task.attempt)", "STATE": task.state.rawValue,
      "END_REASON": task.ending?.reason.word.rawValue,
      "END_DETAIL": task.ending?.reason.detail,
      "EXIT_CODE": status.code, "SIGNAL": status.signal,
      "QUEUED_AT": task.queuedAt?.description, "STARTED_AT": task.startedAt?.description,
      "ENDED_AT": task.endedAt?.description,
      "ELAPSED": task.elapsed.map { "\($0.components.seconds)" },
      "QUESTION": task.question(),
      "WAITS_FOR": task.isBlocked ? task.programState?.rawValue : task.waitingForInput?.rawValue,
    ]
    var variables = NewsNotification([self])?.variables ?? [:]
    variables["HEADWAY_EVENT"] = event.rawValue
    if isRequested { variables["HEADWAY_TASK_NOTIFY"] = "1" }
    for (name, value) in known { variables["HEADWAY_TASK_\(name)"] = value }
    return variables
  }

  private static func words(of status: ExitStatus?) -> (code: String?, signal: String?) {
    switch status {
    case .code(let code): ("\(code)", nil)
    case .signal(let signal): (nil, "\(signal)")
    case nil: (nil, nil)
    }
  }
}
