import HeadwayHubCore
import HeadwayModel
import TestClocks

/// What the hub should show, in as few words as possible. Times are the awake clock's.
struct ReferenceHub {
  private(set) var tasks = TaskList<ReferenceTask>()
  private var unwritten = TaskList<ReferenceTask>()
  private(set) var record = TaskList<ReferenceTask>()
  private var highestNumber = 0
  /// What was said of tasks that hadn't begun, and when it was said last.
  private var early: [TaskKey: (reading: ProgressReading, at: AwakeTime)] = [:]
  var now: AwakeTime = .seconds(1000)

  mutating func begin(
    _ key: TaskKey, _ report: WorkerReport, policy: StallAction, startedAt: AwakeTime,
    by process: ProcessIdentity, on connection: ConnectionID?, isSupervisor: Bool
  ) {
    recall(key)
    let isResent = tasks[key] != nil
    let said = early[key]
    if !isResent, isSupervisor { early[key] = nil }
    if !isResent {
      highestNumber += 1
      tasks[key] = ReferenceTask(
        number: highestNumber, process: process, connection: connection,
        isSupervised: isSupervisor, policy: policy, startedAt: startedAt, at: now)
    }
    change(key) { task, now in
      guard task.isLive else { return }
      (task.process, task.connection, task.isSupervised) = (process, connection, isSupervisor)
      task.take(report, isRecognised: isSupervisor, isResent: isResent, at: now)
      if let said, !isResent, isSupervisor, now - said.at < .seconds(10) {
        var report = WorkerReport()
        report.reading = said.reading
        task.take(report, isRecognised: false, at: now)
        task.reportsItself = true
      }
      task.deliverOrder(at: now)
    }
    save(key)
  }

  mutating func report(
    _ key: TaskKey, _ report: WorkerReport, isRecognised: Bool, isRequest: Bool
  ) {
    if tasks[key] == nil, !isRecognised, report.reading != ProgressReading() {
      let before = early[key].flatMap { now - $0.at < .seconds(10) ? $0.reading : nil }
      early[key] = (before?.superseded(by: report.reading) ?? report.reading, now)
    }
    guard let task = tasks[key], task.isLive else { return }
    change(key) { task, now in
      task.take(report, isRecognised: isRecognised, at: now)
      if !isRecognised { task.reportsItself = true }
    }
    if isRequest || !isRecognised && !task.reportsItself { save(key) }
    saveWithdrawal(from: task, key)
  }

  mutating func heartbeat(_ key: TaskKey) {
    guard let task = tasks[key], task.isLive else { return }
    change(key) { $0.take(WorkerReport(), isRecognised: false, at: $1) }
    saveWithdrawal(from: task, key)
  }

  private mutating func saveWithdrawal(from earlier: ReferenceTask, _ key: TaskKey) {
    if earlier.question != nil, tasks[key]?.question == nil { save(key) }
  }

  mutating func end(_ key: TaskKey, _ reason: EndReason) {
    guard let task = tasks[key] else { return }
    finish(key, task.asOrdered(reason))
  }

  private mutating func finish(_ key: TaskKey, _ reason: EndReason, endedAt: AwakeTime? = nil) {
    change(key) { $0.finish(reason, endedAt: endedAt ?? $1, at: $1) }
    save(key)
  }

  mutating func cancel(_ key: TaskKey, isForced: Bool) {
    guard let task = tasks[key], task.isLive else { return }
    change(key) { $0.order(.cancelled(by: .user), isForced: isForced, at: $1) }
    save(key)
  }

  mutating func answer(_ key: TaskKey, _ answer: StallAnswer) {
    guard let task = tasks[key], task.isLive, task.question != nil else { return }
    change(key) { task, now in
      switch answer {
      case .stop: task.order(.cancelled(by: .question), at: now)
      case .continue: task.goOn(at: now)
      }
    }
    save(key)
  }

  mutating func close(_ connection: ConnectionID) {
    tasks.changeAll { _, task in
      if task.connection == connection { task.connection = nil }
    }
  }

  /// Its process is gone and it said nothing more.
  mutating func lose(_ key: TaskKey) {
    guard let task = tasks[key], task.isLive else { return }
    finish(key, task.endWhereLost)
  }

  mutating func settle() {
    let now = now
    tasks.changeAll { key, task in
      let before = (task.state, task.question)
      task.lookAtClocks(at: now)
      if before != (task.state, task.question) { unwritten[key] = task }
    }
    tasks.removeAll { $0.leavesAt.map { $0 <= now } ?? false }
  }

  mutating func commit() {
    unwritten.changeAll { key, task in record[key] = task }
    unwritten.removeAll()
  }

  mutating func restart(afterCommit: Bool) {
    early = [:]
    if afterCommit { commit() }
    unwritten.removeAll()
    highestNumber = record.values.map(\.number).max() ?? 0
    let now = now
    tasks = record
    tasks.changeAll { _, task in task = task.reloaded(at: now) }
  }

  private mutating func recall(_ key: TaskKey) {
    if tasks[key] == nil { tasks[key] = (unwritten[key] ?? record[key])?.reloaded(at: now) }
  }

  mutating func takeSpooled(_ spooled: SpooledEnd, at time: AwakeTime) {
    let key = spooled.description.key
    recall(key)
    if tasks[key] == nil {
      highestNumber += 1
      tasks[key] = ReferenceTask(
        number: highestNumber, process: spooled.process, connection: nil, isSupervised: true,
        policy: spooled.description.stallPolicy.action, startedAt: .zero, at: now)
    }
    change(key) { task, now in
      guard task.isLive else { return }
      task.take(spooled.report, isRecognised: task.isSupervised, at: now)
    }
    finish(key, spooled.ending.reason, endedAt: time)
  }

  mutating func resave(_ key: TaskKey) { save(key) }

  private mutating func change(_ key: TaskKey, _ body: (inout ReferenceTask, AwakeTime) -> Void) {
    let now = now
    tasks.change(key) { body(&$0, now) }
  }

  private mutating func save(_ key: TaskKey) { unwritten[key] = tasks[key] }
}
