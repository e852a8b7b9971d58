import HeadwayHubCore
import HeadwayModel

// What workers do.
extension Story {
  /// A new task, or where the slot's task isn't over the same once more.
  mutating func begin(_ worker: Int, _ slot: Int) {
    guard workers[worker].connection != nil else { return }
    if isOver(key(slot)) { generations[slot] += 1 }
    let key = key(slot)
    slots[key] = slot
    if workers[worker].reports[key] == nil { workers[worker].reports[key] = WorkerReport() }
    sendBegin(worker, key)
  }

  private func isOver(_ key: TaskKey) -> Bool {
    guard startTimes[key] != nil else { return false }
    return reference.tasks[key]?.isLive != true
  }

  private mutating func sendBegin(_ worker: Int, _ key: TaskKey) {
    guard let connection = workers[worker].connection else { return }
    let report = workers[worker].reports[key] ?? WorkerReport()
    let startedAt = startTimes[key] ?? reference.now
    startTimes[key] = startedAt
    let requester = ledger.ask(.begun, of: key, on: connection)
    hub.send(.taskBegan(description(of: key), report, requester))
    reference.begin(
      key, report, policy: policy(of: key), startedAt: startedAt,
      by: workers[worker].process, on: connection, isSupervisor: workers[worker].isSupervisor)
  }

  func description(of key: TaskKey) -> TaskDescription {
    var task = TaskDescription(key: key, title: "Export")
    task.startedAt = startTimes[key].map { hub.wall(at: $0) }
    task.stallPolicy = StallPolicy(action: policy(of: key))
    return task
  }

  private func policy(of key: TaskKey) -> StallAction {
    StallAction.allCases[(slots[key] ?? 0) % StallAction.allCases.count]
  }

  mutating func report(_ worker: Int, _ key: TaskKey, _ reader: inout ByteReader) {
    let (what, completed) = (reader.byte(), Int64(reader.byte() & 15))
    var report = WorkerReport()
    report.reading.completed = what & 1 == 0 ? completed : nil
    report.reading.total = what & 6 == 6 ? Int64(what >> 4) : nil
    report.isPaused = what & 12 == 12 ? completed & 1 == 0 : nil
    if let whole = workers[worker].reports[key] {
      workers[worker].reports[key] = whole.superseded(by: report)
    }
    guard let connection = workers[worker].connection else { return }
    let isRequest = what & 8 == 8
    let isRecognised = workers[worker].isSupervisor
    let requester =
      isRequest
      ? ledger.ask(answerOfLive(key), of: key, on: connection)
      : Requester(connection: connection)
    hub.send(.reportReceived(.key(key), report, isRecognised: isRecognised, requester))
    reference.report(key, report, isRecognised: isRecognised, isRequest: isRequest)
  }

  mutating func heartbeat(_ worker: Int, _ key: TaskKey) {
    guard let connection = workers[worker].connection else { return }
    let requester = ledger.ask(answerOfLive(key), of: key, on: connection)
    hub.send(.heartbeatReceived(.key(key), estimated: 3, requester))
    reference.heartbeat(key)
  }

  mutating func end(_ worker: Int, _ key: TaskKey, _ reason: EndReason) {
    if workers[worker].reports[key] != nil, workers[worker].ends[key] == nil {
      workers[worker].ends[key] = reason
    }
    sendEnd(worker, key, workers[worker].ends[key] ?? reason)
  }

  private mutating func sendEnd(_ worker: Int, _ key: TaskKey, _ reason: EndReason) {
    guard let connection = workers[worker].connection else { return }
    let isKnown = reference.tasks[key] != nil
    let requester = ledger.ask(isKnown ? .ended : .refused, of: key, on: connection)
    hub.send(.taskEnded(.key(key), TaskEnding(reason: reason), requester))
    reference.end(key, reason)
  }

  mutating func connect(_ worker: Int) {
    guard workers[worker].connection == nil else { return }
    workers[worker].liveAgain()
    connectionCount += 1
    let connection = ConnectionID(connectionCount)
    workers[worker].connection = connection
    hub.send(.connectionOpened(connection, workers[worker].peer))
    for key in workers[worker].reports.keys {
      sendBegin(worker, key)
      if let reason = workers[worker].ends[key] { sendEnd(worker, key, reason) }
    }
  }

  mutating func disconnect(_ worker: Int) {
    guard let connection = workers[worker].connection else { return }
    workers[worker].connection = nil
    ledger.close(connection)
    hub.send(.connectionClosed(connection))
    reference.close(connection)
  }

  /// Its process is gone; where there was time, it left the ends of its tasks in the spool.
  mutating func die(_ worker: Int, spooling: Bool) {
    guard workers[worker].isAlive else { return }
    if spooling { spool(worker) }
    hub.end(workers[worker].process)
    for key in reference.tasks.keys { loseIfDead(key) }
    disconnect(worker)
    for key in reference.tasks.keys { loseIfDead(key) }
    workers[worker].die()
  }

  private mutating func spool(_ worker: Int) {
    for key in workers[worker].reports.keys {
      let reason = workers[worker].ends[key] ?? .completed
      hub.leave(
        SpooledEnd(
          description: description(of: key),
          report: workers[worker].reports[key] ?? WorkerReport(),
          ending: TaskEnding(reason: reason), endedAt: hub.now.wall, process: .nobody))
      ledger.noteSpooled(key)
    }
  }

  func answerOfLive(_ key: TaskKey) -> Ledger.Answer {
    reference.tasks[key]?.isLive == true ? .done : .refused
  }
}

extension ProcessIdentity {
  fileprivate static let nobody = ProcessIdentity(pid: 0, startTime: 0, bootID: "")
}
