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
