import HeadwayModel

/// Fast writing of a worker's messages.
///
/// The first use of `JSONEncoder` costs a short process several times as long as its report. The
/// bytes mean the same as those of `JSONEncoder`; a test compares them.
extension ClientHello {
  package var plainLine: [UInt8]? {
    var writer = PlainWriter(capacity: 128)
    writer.begin()
    writer.text("type", Self.type)
    writer.integers("versions", versions)
    writer.text("role", role.rawValue)
    writer.text("client", client)
    writer.end()
    return writer.bytes
  }
}

extension BeginMessage {
  package var plainLine: [UInt8]? {
    plainLine(type: Self.type)
  }

  /// Writes the fields of a begin under the `type` of a message that has the same fields.
  fileprivate func plainLine(type: String) -> [UInt8]? {
    var writer = PlainWriter(capacity: 512)
    writer.begin()
    writer.text("type", type)
    writer.integer("request", request)
    writer.text("key", description.key.description)
    writer.text("title", description.title.string)
    writer.write(report)
    writer.writeOrigin(of: description)
    writer.writePolicy(of: description)
    writer.end()
    return writer.isRefused ? nil : writer.bytes
  }
}

extension SubmitMessage {
  /// The line of a submission that asks for nothing but a turn; nil for other terms.
  package var plainLine: [UInt8]? {
    terms == LaunchTerms() ? begin.plainLine(type: Self.type) : nil
  }
}

/// Updates of tasks that are named by their keys.
extension UpdateMessage {
  /// The line of an update; nil if the task is named by number or identifier, which is rare.
  package var plainLine: [UInt8]? {
    guard case .key(let key) = task else { return nil }
    var writer = PlainWriter(capacity: 256)
    writer.begin()
    writer.text("type", Self.type)
    writer.text("task", key.description)
    writer.text("title", report.title?.string)
    writer.write(report)
    writer.integer("request", request)
    if isRecognised { writer.truth("recognised", true) }
    writer.end()
    return writer.bytes
  }
}

/// Ends of tasks that are named by their keys.
extension EndMessage {
  package var plainLine: [UInt8]? {
    guard case .key(let key) = task else { return nil }
    var writer = PlainWriter(capacity: 192)
    writer.begin()
    writer.text("type", Self.type)
    writer.integer("request", request)
    writer.text("task", key.description)
    writer.text("reason", reason.rawValue)
    writer.text("detail", detail)
    writer.integer("exitCode", exitCode)
    writer.integer("signal", signal)
    writer.text("endedAt", endedAt?.description)
    writer.integer("launch", launch)
    writer.end()
    return writer.bytes
  }
}

extension PlainWriter {
  /// Writes all fields of a report but the title.
  fileprivate mutating func write(_ report: WorkerReport) {
    text("subtitle", report.subtitle?.string)
    write(report.reading)
    truth("foreground", report.foreground)
    truth("attachable", report.isAttachable)
    truth("pausable", report.isPausable)
    text("waitingForInput", report.inputWait?.rawValue)
    truth("paused", report.isPaused)
    text("halt", report.halt?.rawValue)
    text("assertion", report.assertion?.string)
    text("leakedAssertion", report.leakedAssertion?.string)
  }

  private mutating func write(_ reading: ProgressReading) {
    integer("completed", reading.completed)
    integer("total", reading.total)
    text("unit", reading.unit?.string)
    integer("estimated", reading.estimated)
    text("phase", reading.phase?.string)
    truth("resting", reading.isResting)
    text("advance", reading.advance?.rawValue)
  }

  fileprivate mutating func writeOrigin(of task: TaskDescription) {
    text("identifier", task.identifier?.string)
    texts("command", task.command)
    text("directory", task.directory?.string)
    text("parent", task.parent?.description)
    text("group", task.group?.string)
    text("startedAt", task.startedAt?.description)
  }

  /// Writes the properties that differ from their defaults.
  fileprivate mutating func writePolicy(of task: TaskDescription) {
    if task.sensitive { truth("sensitive", true) }
    if task.notifiesOfEnd { truth("notify", true) }
    if task.isRetry { truth("retry", true) }
    if task.launch > 1 { integer("launch", task.launch) }
    if task.stallPolicy.action != .ask { text("onStall", task.stallPolicy.action.rawValue) }
    number("stallAfter", task.stallPolicy.after?.inSeconds)
    if task.grace != TaskDescription.defaultGrace { number("grace", task.grace.inSeconds) }
  }
}
