package import HeadwayModel

/// The begin of a task, also sent again by a worker that reconnects.
///
/// Two begins with the same `key` are one task. A repeated begin carries the whole state of the
/// worker, so that a new hub learns everything.
///
/// ```json
/// {"type":"begin","key":"5f0c9a7e21d34b6f8a90c1d2e3f40516","title":"Export","total":200}
/// ```
package struct BeginMessage: MessageBody {
  package static let type = "begin"
  package var request: Int?
  package var description: TaskDescription
  package var report: WorkerReport

  /// Makes a begin. A title in the report replaces the title of the description.
  package init(_ task: TaskDescription, _ report: WorkerReport, request: Int? = nil) {
    self.request = request
    description = task
    description.command = task.command.map(boundedCommand)
    if let title = report.title { description.title = title }
    self.report = report
    self.report.title = nil
  }
}

extension BeginMessage {
  /// The names of the description's fields. The report's fields stand beside them.
  private enum Field: String, CodingKey {
    case request, key, title, identifier, command, directory, parent, group, sensitive, retry,
      launch, notify
    case onStall
    /// The length of the stall clocks, and the time to stop after a cancel; both in seconds.
    case stallAfter, grace
    case startedAt
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    request = try fields.decodeIfPresent(Int.self, forKey: .request)
    report = try WorkerReport(from: decoder)
    report.title = nil
    let title = try fields.decode(SanitisedText.self, forKey: .title)
    description = TaskDescription(
      key: try fields.decode(TaskKey.self, forKey: .key), title: SanitisedText(title.string))
    description.identifier = try Self.identifier(fields, .identifier)
    description.command = try fields.decodeIfPresent([SanitisedText].self, forKey: .command)
      .map(boundedCommand)
    description.directory = try fields.decodeIfPresent(SanitisedText.self, forKey: .directory)
    description.parent = try fields.decodeIfPresent(TaskKey.self, forKey: .parent)
    description.group = try Self.identifier(fields, .group)
    description.sensitive = try fields.decodeIfPresent(Bool.self, forKey: .sensitive) ?? false
    description.isRetry = try fields.decodeIfPresent(Bool.self, forKey: .retry) ?? false
    description.notifiesOfEnd = try fields.decodeIfPresent(Bool.self, forKey: .notify) ?? false
    description.launch = max(1, try fields.decodeIfPresent(Int.self, forKey: .launch) ?? 1)
    description.stallPolicy = StallPolicy(
      action: try fields.decodeIfPresent(StallAction.self, forKey: .onStall) ?? .ask,
      after: try Self.duration(fields, .stallAfter))
    description.grace = try Self.duration(fields, .grace) ?? TaskDescription.defaultGrace
    description.startedAt = try fields.decodeIfPresent(WallTime.self, forKey: .startedAt)
  }

  private static func identifier(
    _ fields: KeyedDecodingContainer<Field>, _ field: Field
  ) throws -> SanitisedText? {
    try fields.decodeIfPresent(SanitisedText.self, forKey: field)
      .map { SanitisedText($0.string, limit: .identifier) }
  }

  private static func duration(
    _ fields: KeyedDecodingContainer<Field>, _ field: Field
  ) throws -> Duration? {
    try fields.decodeIfPresent(Double.self, forKey: field)
      .flatMap(Duration.init(nonNegativeSeconds:))
  }

  package func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var fields = encoder.container(keyedBy: Field.self)
    try fields.encodeIfPresent(request, forKey: .request)
    try fields.encode(description.key, forKey: .key)
    try fields.encode(description.title, forKey: .title)
    try fields.encodeIfPresent(description.identifier, forKey: .identifier)
    try fields.encodeIfPresent(description.command, forKey: .command)
    try fields.encodeIfPresent(description.directory, forKey: .directory)
    try fields.encodeIfPresent(description.parent, forKey: .parent)
    try fields.encodeIfPresent(description.group, forKey: .group)
    if description.sensitive { try fields.encode(true, forKey: .sensitive) }
    if description.isRetry { try fields.encode(true, forKey: .retry) }
    if description.notifiesOfEnd { try fields.encode(true, forKey: .notify) }
    if description.launch > 1 { try fields.encode(description.launch, forKey: .launch) }
    try encodePolicy(to: &fields)
    try fields.encodeIfPresent(description.startedAt, forKey: .startedAt)
  }

  private func encodePolicy(to fields: inout KeyedEncodingContainer<Field>) throws {
    let policy = description.stallPolicy
    if policy.action != .ask { try fields.encode(policy.action, forKey: .onStall) }
    try fields.encodeIfPresent(policy.after?.inSeconds, forKey: .stallAfter)
    if description.grace != TaskDescription.defaultGrace {
      try fields.encode(description.grace.inSeconds, forKey: .grace)
    }
  }
}

/// Returns as many words of a command as fit 8 KiB, at most 256, so that a task always fits one
/// line.
func boundedCommand(_ words: [SanitisedText]) -> [SanitisedText] {
  var room = 8192
  return words.prefix(256).prefix { word in
    room -= word.string.utf8.count + 3
    return room >= 0
  }
}

/// A report of progress.
///
/// ```json
/// {"type":"update","task":"5f0c9a7e21d34b6f8a90c1d2e3f40516","completed":50}
/// ```
package struct UpdateMessage: MessageBody {
  package static let type = "update"
  package var request: Int?
  package var task: TaskReference
  package var report: WorkerReport
  /// Whether the report was read from the command's output.
  ///
  /// Such a report stops counting once the command itself reports for the task.
  package var isRecognised: Bool

  package init(
    task: TaskReference, _ report: WorkerReport, isRecognised: Bool = false, request: Int? = nil
  ) {
    self.request = request
    self.task = task
    self.report = report
    self.isRecognised = isRecognised
  }
}

extension UpdateMessage {
  private enum Field: String, CodingKey { case request, task, recognised }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    request = try fields.decodeIfPresent(Int.self, forKey: .request)
    task = try fields.decode(TaskReference.self, forKey: .task)
    report = try WorkerReport(from: decoder)
    isRecognised = try fields.decodeIfPresent(Bool.self, forKey: .recognised) ?? false
  }

  package func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var fields = encoder.container(keyedBy: Field.self)
    try fields.encodeIfPresent(request, forKey: .request)
    try fields.encode(task, forKey: .task)
    if isRecognised { try fields.encode(true, forKey: .recognised) }
  }
}

/// A sign of life without measured progress.
package struct HeartbeatMessage: MessageBody {
  package static let type = "heartbeat"
  package var request: Int?
  package var task: TaskReference
  /// The number of estimated units; nil to leave it unchanged.
  package var estimated: Int64?

  package init(task: TaskReference, estimated: Int64? = nil, request: Int? = nil) {
    self.request = request
    self.task = task
    self.estimated = estimated
  }
}

/// The end of a task. The first end counts.
///
/// ```json
/// {"type":"end","request":2,"task":"5f0c9a7e21d34b6f8a90c1d2e3f40516","reason":"completed"}
/// ```
package struct EndMessage: MessageBody {
  package static let type = "end"
  package var request: Int?
  package var task: TaskReference
  package var reason: EndWord
  package var detail: String?
  package var exitCode: Int32?
  package var signal: Int32?
  /// The time of the end; nil for now. A worker sets the time if the hub was stopped or away.
  package var endedAt: WallTime?
  /// The number of the launch that ended; nil for the first. The hub ignores the end of an earlier
  /// launch.
  package var launch: Int?

  package init(
    task: TaskReference, _ ending: TaskEnding, launch: Int = 1, endedAt: WallTime? = nil,
    request: Int? = nil
  ) {
    self.request = request
    self.launch = launch > 1 ? launch : nil
    self.task = task
    self.endedAt = endedAt
    reason = ending.reason.word
    detail = ending.reason.detail
    (exitCode, signal) = ending.status.wireFields
  }

  /// The end in the hub's own terms. An unknown detail is ignored.
  package var ending: TaskEnding {
    let fallback = EndReason(word: reason, detail: nil) ?? .lost
    return TaskEnding(
      reason: EndReason(word: reason, detail: detail) ?? fallback,
      status: ExitStatus(exitCode: exitCode, signal: signal))
  }
}

extension ExitStatus {
  /// Combines the two fields of the wire; nil if neither has a valid value. The signal takes
  /// precedence.
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
  /// The fields `exitCode` and `signal` of a status; at most one of them has a value.
  var wireFields: (exitCode: Int32?, signal: Int32?) {
    switch self {
    case .code(let code): (code, nil)
    case .signal(let signal): (nil, signal)
    case nil: (nil, nil)
    }
  }
}
