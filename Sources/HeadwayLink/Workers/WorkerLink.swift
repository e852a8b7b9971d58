package import HeadwayModel
package import HeadwaySystem
internal import HeadwayWire

/// The connection of a worker that has one task, such as a supervisor.
///
/// The class is a ``WorkerSession`` with the key filled in. No function blocks or throws. One
/// thread may use a link.
package final class WorkerLink {
  private let key: TaskKey
  private let session: WorkerSession

  package init(
    task: TaskDescription, report: WorkerReport = WorkerReport(), paths: HeadwayPaths,
    isSupervisor: Bool, mayStartHub: Bool
  ) {
    key = task.key
    session = WorkerSession(paths: paths, isSupervisor: isSupervisor, mayStartHub: mayStartHub)
    session.begin(task, report)
  }

  /// Uses all code paths of a begin and an end once, without sending anything.
  ///
  /// The fork server of `headway run` calls the function before it forks, so that no child repeats
  /// the lazy initialisation.
  package static func rehearse() {
    let task = TaskDescription(key: TaskKey(high: 0, low: 0), title: "")
    let ended = EndMessage(
      task: .key(task.key), TaskEnding(reason: .completed, status: .code(0)), request: 1)
    _ = (BeginMessage(task, WorkerReport(), request: 1).line(), ended.line())
    let reply = #"{"type":"begun","request":1,"key":"\#(task.key)","number":1}"#
    _ = try? HubMessage(line: Array(reply.utf8)[...])
  }

  package var descriptor: CInt? { session.descriptor }
  package var wantsWrite: Bool { session.wantsWrite }
  package var trouble: LinkError? { session.trouble }
  package var nextDeadline: AwakeTime? { session.nextDeadline }
  package var isSettled: Bool { session.isSettled(key) }
  package var number: TaskNumber? { session.number(of: key) }

  package func report(_ report: WorkerReport) { session.report(report, of: key) }

  package func heartbeat() { session.heartbeat(of: key) }

  /// Ends the task; only the first end counts.
  package func end(_ ending: TaskEnding, now: AwakeTime) { session.end(key, ending, now: now) }

  /// Does what is possible without blocking, and returns the hub's orders that arrived.
  package func step(now: AwakeTime) -> [WorkerOrder] { session.step(now: now).map(\.order) }
}
