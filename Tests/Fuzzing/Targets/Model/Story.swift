import HeadwayHubCore
import HeadwayModel

/// One story, told to the hub and to the reference alike.
struct Story {
  var hub = ModelHub()
  var reference = ReferenceHub()
  var ledger = Ledger()
  var workers = (0..<3).map { ModelWorker(index: $0) }
  /// How many tasks each of the four slots had: their keys.
  var generations = [0, 0, 0, 0]
  var slots = TaskList<Int>()
  var startTimes = TaskList<AwakeTime>()
  var connectionCount: UInt64 = 0

  /// The next thing that happens.
  mutating func go(on reader: inout ByteReader) throws(BrokenPromise) {
    let event = reader.choice(of: 16)
    let who = reader.byte()
    let (worker, slot) = (Int(who & 15) % 3, Int(who >> 4) % 4)
    switch event {
    case 0, 1: begin(worker, slot)
    case 2, 3: report(worker, key(slot), &reader)
    case 4: heartbeat(worker, key(slot))
    case 5: end(worker, key(slot), who & 8 == 0 ? .completed : .failed)
    case 6: cancel(worker, key(slot), isForced: who & 8 == 0)
    case 7: answer(worker, key(slot), who & 8 == 0 ? .continue : .stop)
    case 8: awaitEnd(worker, key(slot))
    case 9: disconnect(worker)
    case 10: connect(worker)
    case 11: die(worker, spooling: who & 8 == 0)
    case 12: try step(.seconds(Int64(1) << Int64(who & 7)))
    case 13: takeSpool()
    case 14: try commit()
    default: restart(afterCommit: who & 8 == 0)
    }
    hub.settle()
    reference.settle()
    try takeReplies()
  }

  /// What it came to: all that is shown and written, now and by a later hub. What it was meanwhile
  /// is the end of shorter stories.
  mutating func finish() throws(BrokenPromise) {
    try compare()
    try commit()
    restart(afterCommit: false)
    try compare()
  }

  func key(_ slot: Int) -> TaskKey {
    TaskKey(high: UInt64(slot), low: UInt64(generations[slot]))
  }

  mutating func step(_ duration: Duration) throws(BrokenPromise) {
    try commit()
    hub.step(duration)
    reference.now += duration
  }

  mutating func commit() throws(BrokenPromise) {
    hub.commit()
    reference.commit()
    try takeReplies()
    try ledger.checkAnswered()
  }

  mutating func restart(afterCommit: Bool) {
    hub.restart(afterCommit: afterCommit)
    ledger.closeAll()
    for index in workers.indices { workers[index].connection = nil }
    reference.restart(afterCommit: afterCommit)
    for key in reference.tasks.keys { loseIfDead(key) }
    takeSpoolInReference()
  }

  mutating func takeSpool() {
    let keys = hub.spool.keys
    hub.takeSpool()
    for key in keys { takeInReference(key) }
  }

  private mutating func takeSpoolInReference() {
    for key in hub.spool.keys { takeInReference(key) }
  }

  mutating func takeInReference(_ key: TaskKey) {
    guard let end = hub.spool[key] else { return }
    reference.takeSpooled(end, at: hub.awake(at: end.endedAt))
  }

  /// What becomes of a task that nobody reports for, if its process is gone.
  mutating func loseIfDead(_ key: TaskKey) {
    guard let task = reference.tasks[key], task.isLive, task.connection == nil,
      hub.isDead(task.process)
    else { return }
    if hub.spool[key] != nil { takeInReference(key) } else { reference.lose(key) }
  }

  private mutating func compare() throws(BrokenPromise) {
    hub.settle()
    reference.settle()
    try ledger.check(hub.disk, spool: hub.spool)
    let shown = hub.state.snapshots(at: hub.now)
    try promise(
      shown.count == reference.tasks.count
        && shown.allSatisfy { reference.tasks.contains($0.key) },
      "another list: \(shown.map(\.number))")
    for task in shown { try reference.tasks[task.key]?.check(task) }
  }

  private mutating func takeReplies() throws(BrokenPromise) {
    for (requester, reply) in hub.takeReplies() { try ledger.take(requester, reply) }
    for index in workers.indices {
      for key in workers[index].ends.keys where ledger.isEndAcknowledged(key) {
        workers[index].ends[key] = nil
        workers[index].reports[key] = nil
      }
    }
  }
}
