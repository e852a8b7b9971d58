import HeadwayModel

extension ClientMessage {
  /// Decodes the messages that every short task sends, without `JSONDecoder`.
  ///
  /// These messages are a hello, a begin or a submission with its payload, and an end. Nil if
  /// `JSONDecoder` must decide; if the result isn't nil, `JSONDecoder` would read the same.
  package init?(plain line: ArraySlice<UInt8>) {
    if let part = PayloadMessage(plain: line) {
      self = .payload(part)
      return
    }
    guard let object = PlainObject(line) else { return nil }
    var fields = PlainFields(object)
    let message: ClientMessage? =
      switch fields.text("type") {
      case ClientHello.type: ClientHello(&fields).map(ClientMessage.hello)
      case BeginMessage.type: BeginMessage(&fields).map(ClientMessage.begin)
      case SubmitMessage.type: SubmitMessage(&fields).map(ClientMessage.submit)
      case EndMessage.type: EndMessage(&fields).map(ClientMessage.end)
      default: nil
      }
    guard let message, fields.isExhausted else { return nil }
    self = message
  }
}

extension ClientHello {
  fileprivate init?(_ fields: inout PlainFields) {
    guard let versions = fields.integers("versions"), let role: ClientRole = fields.word("role")
    else { return nil }
    (self.versions, self.role) = (versions, role)
    client = fields.text("client")
  }
}

/// Submissions with default terms. Any other term is left to `JSONDecoder`.
extension SubmitMessage {
  /// Reads a submission that asks for nothing but a turn. A field of the terms stays untaken, so
  /// that ``PlainFields/isExhausted`` is false.
  fileprivate init?(_ fields: inout PlainFields) {
    guard let begin = BeginMessage(&fields) else { return nil }
    (self.begin, terms) = (begin, LaunchTerms())
  }
}

extension BeginMessage {
  fileprivate init?(_ fields: inout PlainFields) {
    guard let key = fields.key("key"), let title = fields.sanitised("title") else { return nil }
    request = fields.integer("request")
    report = WorkerReport(&fields)
    description = TaskDescription(key: key, title: SanitisedText(title.string))
    description.identifier = fields.identifier("identifier")
    description.command = fields.texts("command").map(boundedCommand)
    description.directory = fields.sanitised("directory")
    description.parent = fields.key("parent")
    description.group = fields.identifier("group")
    description.sensitive = fields.truth("sensitive") ?? false
    description.isRetry = fields.truth("retry") ?? false
    description.notifiesOfEnd = fields.truth("notify") ?? false
    description.launch = max(1, fields.integer("launch") ?? 1)
    description.stallPolicy = StallPolicy(
      action: fields.word("onStall") ?? .ask, after: fields.seconds("stallAfter"))
    description.grace = fields.seconds("grace") ?? TaskDescription.defaultGrace
    description.startedAt = fields.time("startedAt")
  }
}

extension EndMessage {
  fileprivate init?(_ fields: inout PlainFields) {
    guard let key = fields.key("task"), let reason: EndWord = fields.word("reason") else {
      return nil
    }
    (task, self.reason) = (.key(key), reason)
    request = fields.integer("request")
    detail = fields.text("detail")
    exitCode = fields.integer("exitCode")
    signal = fields.integer("signal")
    endedAt = fields.time("endedAt")
    launch = fields.integer("launch")
  }
}

/// Reports within a begin or a submission.
extension WorkerReport {
  /// Reads all fields of a report but the title, which is the task's.
  fileprivate init(_ fields: inout PlainFields) {
    self.init()
    subtitle = fields.sanitised("subtitle")
    reading = ProgressReading(
      completed: fields.integer("completed"), total: fields.integer("total"),
      unit: fields.sanitised("unit"), estimated: fields.integer("estimated"),
      phase: fields.sanitised("phase"), isResting: fields.truth("resting"),
      advance: fields.word("advance"))
    foreground = fields.truth("foreground")
    isAttachable = fields.truth("attachable")
    isPausable = fields.truth("pausable")
    inputWait = fields.word("waitingForInput")
    isPaused = fields.truth("paused")
    halt = fields.word("halt")
    assertion = fields.sanitised("assertion")
    leakedAssertion = fields.sanitised("leakedAssertion")
  }
}

extension PlainFields {
  /// Reads a text with the limit of identifiers.
  fileprivate mutating func identifier(_ name: String) -> SanitisedText? {
    sanitised(name).map { SanitisedText($0.string, limit: .identifier) }
  }
}
