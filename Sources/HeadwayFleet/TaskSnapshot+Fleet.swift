package import HeadwayModel
import HeadwayWire

// A task as the broker may show it to others.
extension TaskSnapshot {
  /// The task without its command, directory and process. A sensitive task has only its number, state,
  /// times, share and end.
  package var published: TaskSnapshot {
    guard !sensitive else { return redacted }
    var task = self
    (task.command, task.directory, task.worker.pid) = (nil, nil, nil)
    // The conditions are commands for the shell.
    (task.terms.conditions, task.terms.whileConditions) = ([], [])
    (task.log, task.host) = (nil, nil)
    (task.worker.isAttachable, task.isRestartable) = (false, false)
    return task
  }

  private var redacted: TaskSnapshot {
    var task = TaskSnapshot(number: number, key: key, title: "sensitive task", state: state)
    task.sensitive = true
    task.ending = ending
    task.progress.fraction = progress.fraction
    task.progress.eta = progress.eta
    task.progress.etaConfidence = progress.etaConfidence
    (task.queuedAt, task.startedAt, task.endedAt) = (queuedAt, startedAt, endedAt)
    task.elapsed = elapsed
    task.terms.position = terms.position
    task.worker.isPausable = worker.isPausable
    // Whether the task waits for its user, without a word of what it asks.
    (task.stall.kind, task.stall.time) = (stall.kind, stall.time)
    task.waitingForInput = waitingForInput
    return task
  }

  /// The payload for the broker. Nil for a number that JSON can't express.
  package var payload: [UInt8]? { published.jsonText().map { Array($0.utf8) } }

  /// Reads a payload. Nil for one that isn't a task, or is the task of another key.
  package static func published(_ payload: [UInt8], as key: TaskKey) -> TaskSnapshot? {
    guard payload.count <= LineFramer.byteLimit,
      let task = TaskSnapshot.value(inJSON: String(decoding: payload, as: UTF8.self)),
      task.key == key
    else { return nil }
    return task
  }
}
