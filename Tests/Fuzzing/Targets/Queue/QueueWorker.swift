import HeadwayHubCore
import HeadwayModel

/// A process that does tasks: a supervisor that the hub has started, or a program that submits its
/// own and waits for their turns. It resends all it knows after every reconnect.
struct QueueWorker {
  let process: ProcessIdentity
  let isSupervisor: Bool
  var connection: ConnectionID?
  var isAlive = true
  var jobs: [Job] = []

  /// One task of it.
  struct Job {
    var description: TaskDescription
    /// Nil for a task that it begins without asking for a turn, or that the hub has launched.
    var submission: Submission?
    /// The hub has told it to begin, or nobody has to.
    var mayBegin = false
    var hasBegun = false
    /// The hub has told it to stop.
    var order: EndReason?
    /// The end that nobody has acknowledged yet.
    var ending: TaskEnding?

    var key: TaskKey { description.key }
  }

  var peer: ConnectionPeer { ConnectionPeer(process: process, isSupervisor: isSupervisor) }

  func place(of key: TaskKey) -> Int? { jobs.firstIndex { $0.key == key } }

  mutating func drop(_ key: TaskKey) { jobs.removeAll { $0.key == key } }
}
