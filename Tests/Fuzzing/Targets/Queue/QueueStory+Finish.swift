import HeadwayHubCore
import HeadwayModel

// The end of a story.
extension QueueStory {
  /// Nothing is in anybody's way any more: every task comes to its end, and is forgotten.
  mutating func finish() throws(BrokenPromise) {
    try flush()
    try ledger.check(shell.disk, forgotten: shell.watch.forgotten)
    try kill(afterCommit: false)
    try clearTheWay()
    var rounds = 0
    let patience = 60 + 2 * shell.liveCount
    while !shell.liveKeys.isEmpty {
      try promise(rounds < patience, "a task never ends: \(shell.waiting)")
      rounds += 1
      try goOnWithAll(rounds)
      if plan.isLarge, rounds == 20 { try cancelAll() }
    }
    try flush()
    try ledger.check(shell.disk, forgotten: shell.watch.forgotten)
    try leaveAll()
  }

  private mutating func clearTheWay() throws(BrokenPromise) {
    var settings = HubSettings()
    settings.bootID = self.settings.bootID
    settings.queue.slots = .unlimited
    settings.queue.declaresSlots = true
    settings.queue.groups = ["g": GroupTerms(slots: .unlimited, pausesOnFailure: false)]
    settings.queue.resources = ["gpu": 1024, "disk": 1024]
    try shell.send(.settingsChanged(settings))
    for _ in 0..<2 { try shell.send(.machineConditionsChanged(.good)) }
    for place in workers.indices { try connect(place) }
    try flush()
  }

  /// Whoever can go on does.
  private mutating func goOnWithAll(_ round: Int) throws(BrokenPromise) {
    try order(.resumeAll)
    for key in shell.heldKeys { try resume(.key(key)) }
    for key in shell.repeatedKeys { try cancel(.key(key), isForced: false) }
    try flush()
    while !shell.launches.isEmpty { try launchNext(0) }
    for place in workers.indices.reversed() where workers[place].isAlive {
      for _ in 0...2 * workers[place].jobs.count { try goOn(place, 1) }
      if round > 8, !workers[place].isSupervisor { try die(place, spooling: false) }
    }
    try flush()
    try shell.send(.machineConditionsChanged(.good))
    try shell.step(.seconds(3600))
    workers.removeAll { !$0.isAlive && $0.isSupervisor }
  }

  /// The last task first, so that none gets a turn by the end of another.
  private mutating func cancelAll() throws(BrokenPromise) {
    for key in shell.liveKeys.reversed() { try cancel(.key(key), isForced: true) }
    try flush()
  }

  /// The list is empty once all ends are old.
  private mutating func leaveAll() throws(BrokenPromise) {
    try shell.step(.seconds(7200))
    try closePerson()
    for place in workers.indices { try disconnect(place) }
    try promise(shell.state.keysByAge.isEmpty, "ended tasks stay: \(shell.state.keysByAge)")
    try promise(shell.state.isIdle, "the hub has something left to do")
  }
}

extension MachineConditions {
  /// All that a task may wait for.
  static var good: MachineConditions {
    var machineConditions = MachineConditions()
    (machineConditions.hasExternalPower, machineConditions.isOnline) = (true, true)
    (machineConditions.idleTime, machineConditions.load) = (.seconds(86_400), 0)
    return machineConditions
  }
}

extension QueueShell {
  var liveKeys: [TaskKey] { liveRecords.map(\.description.key) }
  var liveCount: Int { liveRecords.count }

  private var liveRecords: [TaskRecord] { state.records.filter { $0.state != .ended } }

  fileprivate var waiting: String {
    liveRecords.prefix(3).map { record in
      let task = state.snapshot(of: record.description.key, at: now)
      return "\(record.number) \(record.state) \(task?.terms.waitsFor ?? [])"
    }.joined(separator: ", ")
  }

  fileprivate var heldKeys: [TaskKey] {
    liveRecords.filter { record in
      record.halt.isPausedByPerson
        || record.state == .queued
          && (record.submission.isHeld || record.process.bootID != settings.bootID)
    }.map(\.description.key)
  }

  /// The tasks that come again and again until somebody cancels them.
  fileprivate var repeatedKeys: [TaskKey] {
    liveRecords.filter { record in
      let terms = record.submission.terms
      return (terms?.refresh != nil || terms?.isNextRun == true) && record.ordered == nil
    }.map(\.description.key)
  }
}
