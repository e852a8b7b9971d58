import HeadwayHubCore
import HeadwayModel

// What supervisors and programs do.
extension QueueStory {
  mutating func goOnWithWorkers(
    _ choice: Int, _ reader: inout ByteReader
  ) throws(BrokenPromise) {
    switch choice {
    case 22, 23: try submitOwn(&reader)
    case 24: try beginOwn(&reader)
    case 25...28: try launchNext(reader.byte())
    default:
      let place = Int(reader.byte()) % workers.count
      guard workers[place].isAlive else { return revive(place) }
      switch choice {
      case 29...33: try goOn(place, reader.byte())
      case 34, 35: try report(place, &reader)
      case 36: try disconnect(place)
      case 37: try die(place, spooling: reader.flag())
      case 38: try resend(place)
      default: try end(place, TaskEnding(reason: .failed))
      }
    }
  }

  private mutating func submitOwn(_ reader: inout ByteReader) throws(BrokenPromise) {
    let place = Int(reader.byte() & 1)
    guard workers[place].isAlive else { return revive(place) }
    try connect(place)
    let submission = submission(of: newKey(), by: .worker, &reader)
    workers[place].jobs.append(.init(description: submission.description, submission: submission))
    try sendSubmission(place, submission)
  }

  /// A task that asks for no turn; it may be a part of another.
  private mutating func beginOwn(_ reader: inout ByteReader) throws(BrokenPromise) {
    let place = Int(reader.byte()) % workers.count
    guard workers[place].isAlive, workers[place].connection != nil else { return }
    let parent = reader.flag() ? key(&reader) : nil
    var description = TaskDescription(key: newKey(), title: "Export")
    description.parent = parent
    description.startedAt = shell.now.wall
    workers[place].jobs.append(.init(description: description, mayBegin: true))
    try begin(place, workers[place].jobs.count - 1)
  }

  /// What a worker that nothing disturbs does next.
  mutating func goOn(_ place: Int, _ choice: UInt8) throws(BrokenPromise) {
    if workers[place].connection == nil { return try connect(place) }
    let jobs = workers[place].jobs
    if let job = jobs.firstIndex(where: { $0.mayBegin && !$0.hasBegun }) {
      return try begin(place, job)
    }
    guard jobs.contains(where: \.hasBegun) else {
      return workers[place].isSupervisor && jobs.isEmpty ? try leave(place) : ()
    }
    try end(place, TaskEnding(reason: choice & 3 == 0 ? .failed : .completed))
  }

  mutating func connect(_ place: Int) throws(BrokenPromise) {
    guard workers[place].isAlive, workers[place].connection == nil else { return }
    let connection = newConnection()
    workers[place].connection = connection
    try shell.connect(connection, workers[place].peer)
    try resend(place)
  }

  /// Begins, requests and ends that nobody acknowledged, once more.
  private mutating func resend(_ place: Int) throws(BrokenPromise) {
    for key in workers[place].jobs.map(\.key) {
      guard let job = workers[place].place(of: key) else { continue }
      if workers[place].jobs[job].hasBegun {
        try begin(place, job)
      } else if let submission = workers[place].jobs[job].submission {
        try sendSubmission(place, submission)
      }
      if let job = workers[place].place(of: key), workers[place].jobs[job].ending != nil {
        try sendEnd(place, job)
      }
    }
  }

  private mutating func sendSubmission(
    _ place: Int, _ submission: Submission
  ) throws(BrokenPromise) {
    guard let connection = workers[place].connection else { return }
    let requester = ledger.ask(.submit, of: submission.description.key, on: connection)
    try shell.send(.taskSubmitted(submission, requester))
  }

  mutating func begin(_ place: Int, _ job: Int) throws(BrokenPromise) {
    guard let connection = workers[place].connection else { return }
    workers[place].jobs[job].hasBegun = true
    let startedAt = workers[place].jobs[job].description.startedAt
    workers[place].jobs[job].description.startedAt = startedAt ?? shell.now.wall
    var report = WorkerReport()
    if workers[place].isSupervisor { report.isPausable = true }
    let description = workers[place].jobs[job].description
    let requester = ledger.ask(
      .begin, of: description.key, on: connection, launch: description.launch)
    try shell.send(.taskBegan(description, report, requester))
  }

  private mutating func report(
    _ place: Int, _ reader: inout ByteReader
  ) throws(BrokenPromise) {
    let what = reader.byte()
    guard let connection = workers[place].connection,
      let job = workers[place].jobs.first(where: \.hasBegun)
    else { return }
    var report = WorkerReport()
    report.reading.completed = Int64(what & 15)
    report.reading.total = 16
    if what & 48 == 48 { report.assertion = what & 64 == 0 ? "" : "index" }
    if what & 48 == 16 { report.halt = what & 64 == 0 ? HaltReport.none : .woken }
    if what & 48 == 32 { report.isPaused = what & 64 == 0 }
    let requester =
      what & 128 == 0
      ? Requester(connection: connection) : ledger.ask(.report, of: job.key, on: connection)
    try shell.send(
      .reportReceived(
        .key(job.key), report, isRecognised: workers[place].isSupervisor, requester))
  }

  /// The first task that has begun ends, as it was told where it was told to.
  mutating func end(_ place: Int, _ ending: TaskEnding) throws(BrokenPromise) {
    let jobs = workers[place].jobs
    guard
      let job = jobs.firstIndex(where: { $0.hasBegun && $0.ending == nil })
        ?? jobs.firstIndex(where: \.hasBegun)
    else { return }
    let ordered = workers[place].jobs[job].order.map { TaskEnding(reason: $0) }
    if workers[place].jobs[job].ending == nil {
      workers[place].jobs[job].ending = ordered ?? ending
    }
    try sendEnd(place, job)
  }

  private mutating func sendEnd(_ place: Int, _ job: Int) throws(BrokenPromise) {
    guard let connection = workers[place].connection,
      let ending = workers[place].jobs[job].ending
    else { return }
    let description = workers[place].jobs[job].description
    let requester = ledger.ask(
      .end, of: description.key, on: connection, launch: description.launch)
    try shell.send(
      .taskEnded(.key(description.key), ending, launch: description.launch, requester))
  }

  mutating func disconnect(_ place: Int) throws(BrokenPromise) {
    guard let connection = workers[place].connection else { return }
    workers[place].connection = nil
    ledger.close(connection)
    try shell.close(connection)
  }

  /// The process is gone; where there was time, it left the ends of its tasks in the spool.
  mutating func die(_ place: Int, spooling: Bool) throws(BrokenPromise) {
    for job in workers[place].jobs where spooling && job.hasBegun {
      shell.leave(
        SpooledEnd(
          description: job.description, report: WorkerReport(),
          ending: job.ending ?? TaskEnding(reason: .completed), endedAt: shell.now.wall,
          process: workers[place].process))
    }
    workers[place].isAlive = false
    workers[place].jobs = []
    try disconnect(place)
    try shell.end(workers[place].process)
  }

  private mutating func leave(_ place: Int) throws(BrokenPromise) {
    workers[place].isAlive = false
    try disconnect(place)
    try shell.end(workers[place].process)
  }

  /// Another process in its place, which knows nothing. The first two are programs.
  private mutating func revive(_ place: Int) {
    if place < 2 { workers[place] = newWorker() } else { workers.remove(at: place) }
  }
}

// Launches.
extension QueueStory {
  mutating func launchNext(_ choice: UInt8) throws(BrokenPromise) {
    guard let record = shell.takeLaunch() else { return }
    let (key, launch) = (record.description.key, record.description.launch)
    if let known = shell.trace(of: record.launchName) { return try shell.send(known) }
    if choice & 15 == 15 {
      return try shell.send(.launchFailed(key, launch: launch, "no such program"))
    }
    let process = startSupervisor(record)
    if choice & 15 == 14, let place = workers.indices.last {
      return try die(place, spooling: choice & 16 == 0)
    }
    try shell.send(.supervisorStarted(key, launch: launch, process))
  }

  /// It makes its log first, and leaves where there is one.
  mutating func startSupervisor(_ record: TaskRecord) -> ProcessIdentity {
    let process = newProcess()
    guard shell.traces[record.launchName] == nil else { return process }
    shell.leaveTrace(of: record.launchName, process)
    var supervisor = QueueWorker(process: process, isSupervisor: true)
    supervisor.jobs = [.init(description: record.description, mayBegin: true)]
    workers.append(supervisor)
    return process
  }

  /// What the hub hears of a launch that was over long ago.
  mutating func tellLate(_ reader: inout ByteReader) throws(BrokenPromise) {
    let (choice, key) = (reader.byte(), key(&reader))
    guard let launch = shell.launch(of: key), launch > 1 else { return }
    switch choice & 3 {
    case 0: try shell.send(.supervisorStarted(key, launch: launch - 1, newProcess()))
    case 1: try shell.send(.launchFailed(key, launch: launch - 1, "too late"))
    case 2: try shell.send(.supervisorMissing(key, launch: launch - 1, hasStarted: choice & 4 == 0))
    default: try shell.send(.submissionRecorded(key))
    }
  }

  /// What people look at, what the record knows, and what is told.
  mutating func look(_ reader: inout ByteReader) throws(BrokenPromise) {
    let choice = reader.byte()
    let key = key(&reader)
    switch choice & 3 {
    case 0: shell.noteLook(at: [key])
    case 1:
      try shell.send(.historyRecalled(key, TaskHistory(runs: [.init(elapsed: .seconds(40))])))
    case 2:
      if let noon = TimeOfDay(minutes: 720) { try shell.send(.newsGathered(at: noon)) }
    default: try shell.send(.wakeUpReached(key))
    }
  }
}

// Letters from the hub.
extension QueueStory {
  mutating func readMail() throws(BrokenPromise) {
    var letters = shell.takeMail()
    while !letters.isEmpty {
      for letter in letters { try read(letter) }
      letters = shell.takeMail()
    }
  }

  private mutating func read(_ letter: QueueShell.Mail) throws(BrokenPromise) {
    switch letter {
    case .order(let connection, let key, let order):
      guard let place = workers.firstIndex(where: { $0.connection == connection }),
        let job = workers[place].place(of: key)
      else { return }
      obey(order, place, job)
    case .reply(let requester, let reply):
      guard
        let question = try ledger.take(
          requester, reply, shell.disk, forgotten: shell.watch.forgotten)
      else { return }
      try follow(question, reply)
    }
  }

  private mutating func obey(_ order: WorkerOrder, _ place: Int, _ job: Int) {
    switch order {
    case .turnCame: workers[place].jobs[job].mayBegin = true
    case .cancel(let order) where workers[place].jobs[job].hasBegun:
      workers[place].jobs[job].order = order.reason
    case .cancel where !workers[place].isSupervisor: workers[place].jobs.remove(at: job)
    case .cancel, .questionAsked, .assertionAwaited, .terminalMoved, .selectionMoved, .pause,
      .resume:
      break
    }
  }

  /// What a person or a worker concludes from an answer.
  private mutating func follow(
    _ question: QueueLedger.Question, _ reply: HubReply
  ) throws(BrokenPromise) {
    guard let key = question.key else { return }
    switch (question.kind, reply) {
    case (.end, .ended), (.end, .refused), (.begin, .refused), (.submit, .refused):
      guard let place = workers.firstIndex(where: { $0.connection == question.connection })
      else { return }
      workers[place].drop(key)
    case (.cancel, .done), (.cancel, .noted):
      shell.noteCancelled(LaunchName(key: key, launch: question.launch))
    case (.pause, .done): if question.isLatest { shell.noteHeld(key) }
    default: break
    }
  }
}
