import Glibc
import HeadwayHubCore
import HeadwayLink
import HeadwayModel
import HeadwaySlurm
import HeadwaySystem
import HeadwayWire
import Logging
import NIOCore

/// The state of one job, as the files of its supervisor had it last.
struct RelayFollower: Sendable {
  /// The files of the job.
  let files: RelayFiles
  /// The version of the file that was read last.
  var stamp: FileStamp?
  /// The time at which the file had something new; nil before that, and once the job is over.
  var readAt: AwakeTime?
  /// The state that the supervisor wrote last.
  var state: RelayedState?
  /// The orders to the supervisor.
  var orders = RelayedOrders()
  /// Whether the supervisor keeps a time limit of its own, which counts before Slurm's.
  var hasOwnLimit = false
  /// The description of the task, for its begin.
  var description: TaskDescription
  /// The name of the folder on the node, if this machine doesn't see it.
  var nodeFolder: String?
  /// Whether the job has begun, so that a step reaches its node.
  var isRunning = false
  /// Whether orders wait for a step that carries them to the node.
  var hasUndelivered = false
  /// Whether a step with orders is under way, or due after one that failed.
  var isDelivering = false
}

/// The result of a look at the file of a job's supervisor.
private struct RelayReading: Sendable {
  let key: TaskKey
  let stamp: FileStamp
  /// The state; nil for a file that can't be read.
  let state: RelayedState?
}

// The files of supervisors.
extension SlurmEngine {
  /// Looks at the files after `pause`, unless a look is due before.
  func scheduleReading(in pause: Duration) {
    guard !isReading, hasFiles else { return }
    let due = HubClock.now.awake + pause
    if reading != nil, let readingDue, readingDue <= due { return }
    reading?.cancel()
    readingDue = due
    reading = schedule(in: pause) { engine in
      (engine.reading, engine.readingDue) = (nil, nil)
      engine.readNow()
    }
  }

  /// Whether there are files to look at.
  private var hasFiles: Bool {
    relays.values.contains { $0.nodeFolder == nil }
      || adopted.values.contains { $0.isRunning && $0.output != nil }
  }

  private func readNow() {
    guard !isReading, hasFiles else { return }
    isReading = true
    let wanted = relays.compactMap { key, relay in
      relay.nodeFolder == nil ? (key, relay.files.state, relay.stamp) : nil
    }
    let outputs = adopted.compactMap { key, job in
      job.isRunning ? job.output.map { (key, $0) } : nil
    }
    run(
      on: fileQueue,
      {
        let now = HubClock.now.awake
        let news = outputs.compactMap { key, output in output.look(now: now).map { (key, $0) } }
        let readings = wanted.compactMap { key, path, known -> RelayReading? in
          guard let stamp = FileStamp(of: path), stamp != known else { return nil }
          let bytes = (try? DurableFile.read(path, byteLimit: RelayedState.byteLimit)) ?? nil
          return RelayReading(
            key: key, stamp: stamp,
            state: bytes.flatMap { try? RelayedState(lines: $0, of: key) })
        }
        return (readings, news)
      }
    ) { engine, found in
      engine.isReading = false
      for reading in found.0 { engine.note(reading) }
      for (key, news) in found.1 { engine.note(news, of: key) }
      if engine.board.awaitsWord(at: HubClock.now.awake) { engine.scheduleLook(in: .seconds(1)) }
      engine.scheduleReading(in: engine.readingPause)
    }
  }

  private func note(_ reading: RelayReading) {
    let key = reading.key
    // A job that is yet to be found is read again once the board has it.
    guard relays[key] != nil, sought[key] == nil else { return }
    relays[key]?.stamp = reading.stamp
    relays[key]?.readAt = reading.state?.ending == nil ? HubClock.now.awake : nil
    guard let state = reading.state else {
      return logger.warning("the state of the job of \(key) can't be read")
    }
    note(state, of: key)
  }

  /// Notes what the supervisor of a job wrote.
  func note(_ state: RelayedState, of key: TaskKey) {
    guard let before = relays[key], sought[key] == nil else { return }
    let launch = state.description.launch
    // The supervisor of an earlier run may live on, on a node that Slurm can't reach.
    if let current = board.launch(of: key), launch < current { return }
    relays[key]?.state = state
    if before.state?.description.launch != launch {
      pass(board.noteBegin(of: key, launch: launch))
      tell(.taskBegan(state.description, state.report, requester))
    } else if before.state?.report == state.report {
      tell(.heartbeatReceived(.key(key), estimated: nil, requester))
    } else {
      tell(.reportReceived(.key(key), state.report, isRecognised: true, requester))
    }
    guard let ending = state.ending else { return }
    pass(
      board.noteEnd(
        of: key, launch: launch, ending, endedAt: state.endedAt, at: HubClock.now.awake))
  }
}

// Orders.
extension SlurmEngine {
  /// The time after the grace of a task at which Slurm ends a job that didn't obey.
  private static let obeyPause: Duration = .seconds(15)

  func obey(_ order: WorkerOrder, for key: TaskKey) {
    guard let id = board.id(of: key) else { return }
    let hasBegun = board.hasBegun(key) ?? false
    switch order {
    case .cancel(let cancel): obey(cancel, for: key, id, hasBegun: hasBegun)
    case .pause where !hasBegun: control("hold", id, of: key)
    case .resume where !hasBegun: control("release", id, of: key)
    case .pause, .resume, .questionAsked, .assertionAwaited: pass(order, to: key)
    // Supervisors on other machines have no terminal and nobody who selects them there.
    case .turnCame, .terminalMoved, .selectionMoved: break
    }
  }

  private func obey(_ cancel: CancelOrder, for key: TaskKey, _ id: SlurmJobID, hasBegun: Bool) {
    board.noteOrder(key, cancel.reason, isForced: cancel.isForced, at: HubClock.now.awake)
    // The supervisor of a suspended job can't obey. Slurm itself ends the job.
    guard hasBegun, !board.isSuspended(key) else { return cancelJob(key, ["\(id)"]) }
    if board.isAdopted(key), !cancel.isForced {
      // Slurm itself sends SIGTERM, and SIGKILL after the pause that its administrator has set.
      return cancelJob(key, ["\(id)"])
    }
    if cancel.isForced {
      return cancelJob(key, ["--signal=KILL", "--full", "\(id)"])
    }
    // The supervisor stops the command, with the task's grace. Slurm does if it doesn't.
    pass(.cancel(cancel), to: key)
    cancelJob(key, ["--signal=TERM", "--batch", "\(id)"])
    _ = schedule(in: cancel.grace + Self.obeyPause) { engine in
      if engine.board.id(of: key) == id { engine.cancelJob(key, ["\(id)"]) }
    }
  }

  /// Runs `scancel`, again and again while Slurm doesn't answer.
  func cancelJob(_ key: TaskKey, _ arguments: [String]) {
    // scancel tries for minutes to signal a job that is suspended.
    command("scancel", arguments, on: commands.orders, within: .seconds(15)) { engine, outcome in
      engine.scheduleLook(in: .seconds(1), atLeast: .seconds(2))
      guard case .failed(let trouble) = outcome else { return }
      engine.logger.warning("scancel failed: \(trouble)")
      guard trouble == .controllerSilent, engine.board.id(of: key) != nil,
        !engine.board.isSuspended(key)
      else { return }
      _ = engine.schedule(in: engine.pace.pause) { $0.cancelJob(key, arguments) }
    }
  }

  /// Holds a job that waits, or lets it go on. The card says if Slurm refuses.
  private func control(_ verb: String, _ id: SlurmJobID, of key: TaskKey) {
    command("scontrol", [verb, "\(id)"], on: commands.orders) { engine, outcome in
      if case .failed(let trouble) = outcome {
        engine.logger.warning("scontrol \(verb) failed: \(trouble)")
        var report = WorkerReport()
        report.subtitle =
          verb == "hold"
          ? SanitisedText(wire: "Slurm doesn't hold the job: \(trouble.words)", limit: .line)
          : SanitisedText(wire: "Slurm doesn't release the job: \(trouble.words)", limit: .line)
        engine.tell(.reportReceived(.key(key), report, isRecognised: true, engine.requester))
      }
      engine.scheduleLook(in: .milliseconds(200), atLeast: .seconds(2))
    }
  }

  /// Writes an order for the supervisor into its file.
  private func pass(_ order: WorkerOrder, to key: TaskKey) {
    guard var follower = relays[key] else { return }
    follower.orders.append(order)
    relays[key] = follower
    let isFar = follower.nodeFolder != nil
    if isFar { deliver(key) }
    let (lines, path) = (follower.orders.lines(of: key), follower.files.orders)
    run(
      on: fileQueue,
      { (try? DurableFile.write(lines, to: path, isDurable: false)) != nil }
    ) { engine, isWritten in
      if !isWritten { engine.logger.warning("the orders of \(key) can't be written to \(path)") }
    }
  }
}
