package import HeadwayCore

/// A task begins, or its worker is back and says all it knows. Idempotent by `key`.
package struct BeginMessage: MessageBody {
  package static let type = "begin"
  package var request: Int?
  package var key: TaskKey
  package var title: SanitisedText
  package var identifier: SanitisedText?
  package var command: [SanitisedText]?
  package var directory: SanitisedText?
  package var parent: TaskKey?
  package var group: SanitisedText?
  package var sensitive: Bool?
  package var onStall: StallAction?
  /// Seconds.
  package var stallAfter: Double?
  /// Seconds.
  package var grace: Double?
  package var startedAt: WallTime?
  package var subtitle: SanitisedText?
  package var completed: Int64?
  package var total: Int64?
  package var unit: SanitisedText?
  package var estimated: Int64?
  package var phase: SanitisedText?
  package var foreground: Bool?
  package var waitingForInput: InputWaitReport?
  package var paused: Bool?

  package init(_ task: TaskDescription, _ report: WorkerReport, request: Int? = nil) {
    self.request = request
    key = task.key
    title = report.title ?? task.title
    identifier = task.identifier
    command = task.command
    directory = task.directory
    parent = task.parent
    group = task.group
    sensitive = task.sensitive ? true : nil
    onStall = task.stallPolicy.action == .ask ? nil : task.stallPolicy.action
    stallAfter = task.stallPolicy.after?.inSeconds
    grace = task.grace == TaskDescription.defaultGrace ? nil : task.grace.inSeconds
    startedAt = task.startedAt
    subtitle = report.subtitle
    completed = report.reading.completed
    total = report.reading.total
    unit = report.reading.unit
    estimated = report.reading.estimated
    phase = report.reading.phase
    foreground = report.foreground
    waitingForInput = report.inputWait
    paused = report.isPaused
  }

  package var description: TaskDescription {
    var task = TaskDescription(key: key, title: SanitisedText(title.string))
    task.identifier = identifier.map { SanitisedText($0.string, limit: .identifier) }
    task.command = command.map(boundedCommand)
    task.directory = directory
    task.parent = parent
    task.group = group.map { SanitisedText($0.string, limit: .identifier) }
    task.sensitive = sensitive ?? false
    task.stallPolicy = StallPolicy(
      action: onStall ?? .ask, after: stallAfter.flatMap(Duration.init(nonNegativeSeconds:)))
    task.grace =
      grace.flatMap(Duration.init(nonNegativeSeconds:)) ?? TaskDescription.defaultGrace
    task.startedAt = startedAt
    return task
  }

  package var report: WorkerReport {
    var report = WorkerReport()
    report.subtitle = subtitle
    report.reading = ProgressReading(
      completed: completed, total: total, unit: unit, estimated: estimated, phase: phase)
    report.foreground = foreground
    report.inputWait = waitingForInput
    report.isPaused = paused
    return report
  }
}

/// As many words of a command as 8 KiB hold: a task always fits on one line.
private func boundedCommand(_ words: [SanitisedText]) -> [SanitisedText] {
  var room = 8192
  return words.prefix(256).prefix { word in
    room -= word.string.utf8.count + 3
    return room >= 0
  }
}

/// A report of progress. What is left out stays as it was.
package struct UpdateMessage: MessageBody {
  package static let type = "update"
  package var request: Int?
  package var task: TaskReference
  package var title: SanitisedText?
  package var subtitle: SanitisedText?
  package var completed: Int64?
  package var total: Int64?
  package var unit: SanitisedText?
  package var estimated: Int64?
  package var phase: SanitisedText?
  /// Read off output, not reported: gives way to a task that reports itself.
  package var recognised: Bool?
  package var foreground: Bool?
  package var waitingForInput: InputWaitReport?
  package var paused: Bool?

  package init(
    task: TaskReference, _ report: WorkerReport, isRecognised: Bool = false, request: Int? = nil
  ) {
    self.request = request
    self.task = task
    title = report.title
    subtitle = report.subtitle
    completed = report.reading.completed
    total = report.reading.total
    unit = report.reading.unit
    estimated = report.reading.estimated
    phase = report.reading.phase
    recognised = isRecognised ? true : nil
    foreground = report.foreground
    waitingForInput = report.inputWait
    paused = report.isPaused
  }

  package var report: WorkerReport {
    var report = WorkerReport()
    report.title = title.map { SanitisedText($0.string) }
    report.subtitle = subtitle
    report.reading = ProgressReading(
      completed: completed, total: total, unit: unit, estimated: estimated, phase: phase)
    report.foreground = foreground
    report.inputWait = waitingForInput
    report.isPaused = paused
    return report
  }
}

/// A sign of life, with units that are estimated where there are any.
package struct HeartbeatMessage: MessageBody {
  package static let type = "heartbeat"
  package var request: Int?
  package var task: TaskReference
  package var estimated: Int64?

  package init(task: TaskReference, estimated: Int64? = nil, request: Int? = nil) {
    self.request = request
    self.task = task
    self.estimated = estimated
  }
}

/// A task is over.
package struct EndMessage: MessageBody {
  package static let type = "end"
  package var request: Int?
  package var task: TaskReference
  package var reason: EndWord
  package var detail: String?
  package var exitCode: Int32?
  package var signal: Int32?
  /// When it ended, where that isn't now: a hub may have been stopped, or away.
  package var endedAt: WallTime?

  package init(
    task: TaskReference, _ ending: TaskEnding, endedAt: WallTime? = nil, request: Int? = nil
  ) {
    self.request = request
    self.task = task
    self.endedAt = endedAt
    reason = ending.reason.word
    detail = ending.reason.detail
    (exitCode, signal) = ending.status.wireFields
  }

  /// An unknown detail reads as none.
  package var ending: TaskEnding {
    let fallback = EndReason(word: reason, detail: nil) ?? .lost
    return TaskEnding(
      reason: EndReason(word: reason, detail: detail) ?? fallback,
      status: ExitStatus(exitCode: exitCode, signal: signal))
  }
}

extension ExitStatus {
  /// Nil when neither is known; a signal says more than a code.
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
  /// As the fields `exitCode` and `signal`.
  var wireFields: (exitCode: Int32?, signal: Int32?) {
    switch self {
    case .code(let code): (code, nil)
    case .signal(let signal): (nil, signal)
    case nil: (nil, nil)
    }
  }
}
