import HeadwayHubCore
import HeadwayModel

/// A worker as the protocol wants it: it resends all it knows after every reconnect.
struct ModelWorker {
  let index: Int
  private(set) var incarnation = 0
  private(set) var isAlive = true
  var connection: ConnectionID?
  /// Its tasks, each with all that it ever said of it.
  var reports = TaskList<WorkerReport>()
  /// Ends that nobody acknowledged yet.
  var ends = TaskList<EndReason>()

  init(index: Int) { self.index = index }

  var isSupervisor: Bool { index == 2 }

  var process: ProcessIdentity {
    ProcessIdentity(
      pid: Int32(1000 + index), startTime: UInt64(incarnation), bootID: "boot")
  }

  var peer: ConnectionPeer { ConnectionPeer(process: process, isSupervisor: isSupervisor) }

  mutating func die() {
    isAlive = false
    connection = nil
  }

  /// Another process in its place, which knows nothing.
  mutating func liveAgain() {
    guard !isAlive else { return }
    incarnation += 1
    (isAlive, reports, ends) = (true, TaskList(), TaskList())
  }
}
