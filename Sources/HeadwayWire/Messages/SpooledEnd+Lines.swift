package import HeadwayModel

/// Reading of spool files, which contain lines of the wire.
extension SpooledEnd {
  /// Reads the end of the task `key` from a spool file's bytes.
  ///
  /// A worker whose hub is away writes a `begin` and an `end` of the task, one line each. Other
  /// messages are ignored, so that later versions can add some.
  ///
  /// - Throws: ``WireError``, also if one of the two lines is missing or belongs to another task.
  package init(
    lines bytes: some Sequence<UInt8>, of key: TaskKey
  ) throws(WireError) {
    var framer = LineFramer()
    framer.append(bytes)
    var begin: BeginMessage?
    var end: EndMessage?
    while let line = try framer.next() {
      switch try ClientMessage(line: line) {
      case .begin(let message): begin = message
      case .end(let message): end = message
      case .hello, .submit, .payload, .restart, .adjust, .group, .update, .heartbeat, .terminal,
        .cancel,
        .pause, .resume, .answer, .wait, .list, .history, .environment, .clean, .subscribe,
        .interest, .summary, .reload, .stop, .simulate, .wake, .acknowledge, .unknown:
        break
      }
    }
    guard let begin, let end, begin.description.key == key else {
      throw .malformed("a spooled end is a begin and an end of its task")
    }
    let nobody = ProcessIdentity(pid: 0, startTime: 0, bootID: "")
    self.init(
      description: begin.description, report: begin.report, ending: end.ending,
      endedAt: end.endedAt, process: nobody)
  }
}

/// The JSON form of an earlier attempt's end, with the field names of ``EndMessage``.
extension AttemptEnd: FieldObject, FieldValue {
  package static var unread: AttemptEnd {
    let never = WallTime(millisecondsSinceEpoch: 0)
    return AttemptEnd(TaskEnding(reason: .lost), startedAt: never, endedAt: never)
  }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    var reason = ending.reason.word
    var detail = ending.reason.detail
    var (exitCode, signal) = ending.status.wireFields
    try fields.required("reason", &reason)
    try fields.field("detail", &detail)
    try fields.field("exitCode", &exitCode)
    try fields.field("signal", &signal)
    try fields.required("startedAt", &startedAt)
    try fields.required("endedAt", &endedAt)
    guard fields.isReading else { return }
    ending = TaskEnding(wire: reason, detail: detail, exitCode: exitCode, signal: signal)
  }
}
