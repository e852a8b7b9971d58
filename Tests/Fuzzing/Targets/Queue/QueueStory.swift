import HeadwayHubCore
import HeadwayModel

/// One story of a hub with a queue: people, workers, a disk that is slow or refuses, and the crash of
/// the hub in between.
struct QueueStory {
  var shell: QueueShell
  var ledger = QueueLedger()
  var workers: [QueueWorker] = []
  /// The tasks of the story, in the order in which they came.
  var keys: [TaskKey] = []
  /// What people have submitted.
  var submissions: [TaskKey: Submission] = [:]
  /// The connection of the people, which opens when they need it.
  var person: ConnectionID?
  private var lastConnection: UInt64 = 0
  private var lastProcess: Int32 = 1000
  let plan: Plan
  /// What each hub of the story starts with.
  private(set) var settings: HubSettings

  /// What the first bytes of the input say.
  struct Plan {
    var settings: HubSettings
    /// One story in ten.
    var mayKill: Bool
    /// How long chains and fans may be: 10,000 in one story of 60.
    var crowdLimit: Int

    init(_ reader: inout ByteReader) {
      let kind = reader.byte()
      mayKill = kind.isMultiple(of: 10)
      crowdLimit =
        switch kind {
        case 250, 253...: 10_000
        case 251: 400
        case 252: 2000
        default: 40
        }
      settings = HubSettings(reader.byte())
    }

    var isLarge: Bool { crowdLimit > 40 }
  }

  init(_ reader: inout ByteReader, trace: ((String) -> Void)? = nil) {
    plan = Plan(&reader)
    settings = plan.settings
    shell = QueueShell(settings: plan.settings, isLarge: plan.isLarge, trace: trace)
    workers = [newWorker(), newWorker()]
  }

  /// The next thing that happens.
  mutating func go(on reader: inout ByteReader) throws(BrokenPromise) {
    let choice = reader.choice(of: 64)
    switch choice {
    case 0...21: try goOnWithPeople(choice, &reader)
    case 22...39: try goOnWithWorkers(choice, &reader)
    default: try goOnWithHub(choice, &reader)
    }
    try readMail()
  }

  /// The disk, the clocks and the machine.
  private mutating func goOnWithHub(
    _ choice: Int, _ reader: inout ByteReader
  ) throws(BrokenPromise) {
    switch choice {
    case 40...46: try shell.commit()
    case 47: try shell.refuseCommit()
    case 48...51: try shell.step(.milliseconds(Int64(100) << Int64(reader.byte() & 15)))
    case 52: try shell.setWallClock(by: .seconds(Int64(Int8(bitPattern: reader.byte())) * 60))
    case 53: try shell.send(.machineConditionsChanged(MachineConditions(reader.byte())))
    case 54: try shell.send(.settingsChanged(HubSettings(reader.byte(), settings)))
    case 55: try shell.takeSpool()
    case 56: try shell.send(.memoryPressed)
    case 57: try tellLate(&reader)
    case 58: try look(&reader)
    case 59: try shell.send(.cleanableFound(endedOnDisk, next: nil, for: nil))
    case 60: try crowd(&reader)
    case 61 where plan.mayKill: try kill(afterCommit: reader.flag())
    case 62 where plan.mayKill: try reboot(afterCommit: reader.flag())
    default: try flush()
    }
  }

  /// Everything is on disk, and everybody was answered.
  mutating func flush() throws(BrokenPromise) {
    try shell.commitAll()
    try readMail()
    try ledger.checkAnswered(shell.state)
  }

  mutating func kill(afterCommit: Bool) throws(BrokenPromise) {
    if afterCommit { try shell.commitAll() }
    try readMail()
    try ledger.check(shell.disk, forgotten: shell.watch.forgotten)
    startUnheard()
    ledger.closeAll()
    person = nil
    for place in workers.indices { workers[place].connection = nil }
    try shell.reload(settings: settings)
  }

  /// All processes are gone, and what was queued waits for a person's word.
  private mutating func reboot(afterCommit: Bool) throws(BrokenPromise) {
    if afterCommit { try flush() }
    startUnheard()
    for place in workers.indices { shell.kill(workers[place].process) }
    settings.bootID += "'"
    try kill(afterCommit: false)
    workers = [newWorker(), newWorker()]
  }

  /// What was to be launched when the hub was killed may have been.
  private mutating func startUnheard() {
    while let record = shell.takeLaunch() {
      if record.number.value.isMultiple(of: 2) { _ = startSupervisor(record) }
    }
  }

  /// What leaves the record by itself: all that a look at the disk finds.
  var endedOnDisk: [TaskKey] {
    shell.disk.records.values.filter { $0.state == .ended }.map(\.description.key).sorted()
  }

  mutating func newConnection() -> ConnectionID {
    lastConnection += 1
    return ConnectionID(lastConnection)
  }

  mutating func newProcess() -> ProcessIdentity {
    lastProcess += 1
    return ProcessIdentity(
      pid: lastProcess, startTime: UInt64(lastProcess), bootID: settings.bootID)
  }

  mutating func newWorker() -> QueueWorker {
    QueueWorker(process: newProcess(), isSupervisor: false)
  }

  mutating func newKey() -> TaskKey {
    let key = TaskKey(high: 7, low: UInt64(keys.count + 1))
    keys.append(key)
    return key
  }

  /// One of the last few tasks.
  func key(_ reader: inout ByteReader) -> TaskKey {
    let place = Int(reader.byte() & 7)
    guard place < keys.count else { return keys.last ?? TaskKey(high: 7, low: 0) }
    return keys[keys.count - 1 - place]
  }

  /// A task by its key, its number or an identifier.
  func reference(_ reader: inout ByteReader) -> TaskReference {
    let how = reader.byte()
    let place = Int(how & 7)
    let key =
      place < keys.count
      ? keys[keys.count - 1 - place] : keys.last ?? TaskKey(high: 7, low: 0)
    switch how >> 6 {
    case 0, 1: return .key(key)
    case 2:
      return shell.state.snapshot(of: key, at: shell.now).map { .number($0.number) } ?? .key(key)
    default: return .identifier(Self.identifiers[Int(how >> 4 & 3) % 3])
    }
  }

  static let identifiers = ["a", "b", "c"]
}

extension HubSettings {
  /// Small numbers of everything, so that tasks get in each other's way.
  init(_ choice: UInt8, _ base: HubSettings? = nil) {
    self.init()
    queue.slots = .count(Int(choice & 3))
    queue.groups = choice & 4 == 0 ? [:] : ["g": 1]
    queue.declaresSlots = choice & 16 == 0
    queue.resources = choice & 8 == 0 ? ["gpu": 2] : ["gpu": 1, "disk": 1]
    taskLimit = choice & 16 == 0 ? 20_000 : base == nil ? 6 : 20_000
    keepEnded = choice & 32 == 0 ? .seconds(20) : .seconds(900)
    bootID = base?.bootID ?? "boot"
    if base == nil, queue.slots == 0 { queue.slots = 1 }
    configProblem = base != nil && choice & 192 == 192 ? "a line isn't understood" : nil
  }
}

extension MachineConditions {
  init(_ choice: UInt8) {
    self.init()
    hasExternalPower = choice & 1 == 0 ? choice & 2 == 0 : nil
    isOnline = choice & 4 == 0 ? choice & 8 == 0 : nil
    idleTime = choice & 16 == 0 ? .seconds(choice & 32 == 0 ? 0 : 3600) : nil
    load = choice & 64 == 0 ? (choice & 128 == 0 ? 0 : 9) : nil
  }
}
