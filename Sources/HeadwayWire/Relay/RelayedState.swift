package import HeadwayModel

/// The state of a task in a file: a `begin` with the whole state of its worker and, once the task
/// has ended, an `end`. Each is one line of the protocol.
///
/// The spool consists of such files, and the supervisor of a cluster's job writes one.
package struct RelayedState: Hashable, Sendable {
  /// The description of the task.
  package var description: TaskDescription
  /// The whole state of the worker.
  package var report: WorkerReport
  /// The end of the task; nil for a task that goes on.
  package var ending: TaskEnding?
  /// The time of the end; nil if the worker didn't write it.
  package var endedAt: WallTime?

  /// The size of the largest file that is read: two lines of the greatest length.
  package static let byteLimit = 2 * LineFramer.byteLimit

  /// Makes the state of a task.
  package init(
    _ description: TaskDescription, _ report: WorkerReport, _ ending: TaskEnding? = nil,
    endedAt: WallTime? = nil
  ) {
    (self.description, self.report) = (description, report)
    (self.ending, self.endedAt) = (ending, endedAt)
  }

  /// Reads the state of the task `key`. Other messages are ignored, so that later versions can add
  /// some.
  ///
  /// - Throws: ``WireError``, also if there is no begin, or if a line belongs to another task.
  package init(lines bytes: some Sequence<UInt8>, of key: TaskKey) throws(WireError) {
    var framer = LineFramer()
    framer.append(bytes)
    var begin: BeginMessage?
    var end: EndMessage?
    while let line = try framer.next() {
      switch try ClientMessage(line: line) {
      case .begin(let message): begin = message
      case .end(let message): end = message
      case .hello, .submit, .payload, .restart, .adjust, .group, .update, .heartbeat, .terminal,
        .cancel, .pause, .resume, .answer, .wait, .list, .history, .environment, .metrics, .clean,
        .subscribe, .interest, .summary, .reload, .stop, .simulate, .wake, .acknowledge, .unknown:
        break
      }
    }
    guard let begin, begin.description.key == key, end.map({ $0.task == .key(key) }) ?? true else {
      throw .malformed("the file has no begin of its task")
    }
    self.init(begin.description, begin.report, end?.ending, endedAt: end?.endedAt)
  }

  /// The lines of the file; empty for a state that doesn't fit a line.
  package var lines: [UInt8] {
    let end = ending.map {
      EndMessage(
        task: .key(description.key), $0, launch: description.launch, endedAt: endedAt)
    }
    return (BeginMessage(description, report).line() ?? []) + (end?.line() ?? [])
  }
}
