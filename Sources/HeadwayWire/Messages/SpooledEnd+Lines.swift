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
    lines bytes: some Sequence<UInt8>, of key: TaskKey, codec: WireCodec
  ) throws(WireError) {
    var framer = LineFramer()
    framer.append(bytes)
    var begin: BeginMessage?
    var end: EndMessage?
    while let line = try framer.next() {
      switch try codec.decode(ClientMessage.self, from: line) {
      case .begin(let message): begin = message
      case .end(let message): end = message
      case .hello, .submit, .payload, .restart, .adjust, .update, .heartbeat, .cancel, .pause,
        .resume, .answer, .wait, .list, .history, .clean, .subscribe, .interest, .summary, .reload,
        .stop, .simulate, .wake, .unknown:
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
extension AttemptEnd: Codable {
  private enum Field: String, CodingKey {
    case reason, detail, exitCode, signal, startedAt, endedAt
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    let word = try fields.decode(EndWord.self, forKey: .reason)
    let detail = try fields.decodeIfPresent(String.self, forKey: .detail)
    let status = ExitStatus(
      exitCode: try fields.decodeIfPresent(Int32.self, forKey: .exitCode),
      signal: try fields.decodeIfPresent(Int32.self, forKey: .signal))
    self.init(
      TaskEnding(reason: EndReason(word: word, detail: detail) ?? .lost, status: status),
      startedAt: try fields.decode(WallTime.self, forKey: .startedAt),
      endedAt: try fields.decode(WallTime.self, forKey: .endedAt))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    try fields.encode(ending.reason.word, forKey: .reason)
    try fields.encodeIfPresent(ending.reason.detail, forKey: .detail)
    let (exitCode, signal) = ending.status.wireFields
    try fields.encodeIfPresent(exitCode, forKey: .exitCode)
    try fields.encodeIfPresent(signal, forKey: .signal)
    try fields.encode(startedAt, forKey: .startedAt)
    try fields.encode(endedAt, forKey: .endedAt)
  }
}
