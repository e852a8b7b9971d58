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
    let state = try RelayedState(lines: bytes, of: key)
    guard let ending = state.ending else {
      throw .malformed("a spooled end is a begin and an end of its task")
    }
    let nobody = ProcessIdentity(pid: 0, startTime: 0, bootID: "")
    self.init(
      description: state.description, report: state.report, ending: ending,
      endedAt: state.endedAt, process: nobody)
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
