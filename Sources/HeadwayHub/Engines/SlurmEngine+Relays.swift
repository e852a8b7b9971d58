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
  /// The state that the supervisor wrote last.
  var state: RelayedState?
  /// The orders to the supervisor.
  var orders = RelayedOrders()
  /// Whether the supervisor keeps a time limit of its own, which counts before Slurm's.
  var hasOwnLimit = false
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
    guard !isReading, !relays.isEmpty else { return }
    let due = HubClock.now.awake + pause
    if reading != nil, let readingDue, readingDue <= due { return }
    reading?.cancel()
    readingDue = due
    reading = schedule(in: pause) { engine in
      (engine.reading, engine.readingDue) = (nil, nil)
      engine.readNow()
    }
  }

  private func readNow() {
    guard !isReading, !relays.isEmpty else { return }
    isReading = true
    let wanted = relays.map { ($0.key, $0.value.files.state, $0.value.stamp) }
    run(
      on: fileQueue,
      {
        wanted.compactMap { key, path, known -> RelayReading? in
          guard let stamp = FileStamp(of: path), stamp != known else { return nil }
          let bytes = (try? DurableFile.read(path, byteLimit: RelayedState.byteLimit)) ?? nil
          return RelayReading(
            key: key, stamp: stamp,
            state: bytes.flatMap { try? RelayedState(lines: $0, of: key) })
        }
      }
    ) { engine, readings in
      engine.isReading = false
      for reading in readings { engine.note(reading) }
      if engine.board.awaitsWord { engine.scheduleLook(in: .seconds(1)) }
      engine.scheduleReading(in: engine.readingPause)
    }
  }

  private func note(_ reading: RelayReading) {
    let key = reading.key
    // A job that is yet to be found is read again once the board has it.
    guard let before = relays[key], sought[key] == nil else { return }
    relays[key]?.stamp = reading.stamp
    guard let state = reading.state else {
      return logger.warning("the state of the job of \(key) can't be read")
    }
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
    case .pause where !hasBegun: control("hold", id)
    case .resume where !hasBegun: control("release", id)
    case .pause, .resume, .questionAsked, .assertionAwaited: pass(order, to: key)
    // Supervisors on other machines have no terminal and nobody who selects them there.
    case .turnCame, .terminalMoved, .selectionMoved: break
    }
  }

  private func obey(_ cancel: CancelOrder, for key: TaskKey, _ id: SlurmJobID, hasBegun: Bool) {
    board.noteOrder(key, cancel.reason)
    guard hasBegun else { return cancelJob(key, ["\(id)"]) }
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
  private func cancelJob(_ key: TaskKey, _ arguments: [String]) {
    command("scancel", arguments, on: commands.orders) { engine, outcome in
      engine.scheduleLook(in: .seconds(1), atLeast: .seconds(2))
      guard case .failed(let trouble) = outcome else { return }
      engine.logger.warning("scancel failed: \(trouble)")
      guard trouble == .controllerSilent, engine.board.id(of: key) != nil else { return }
      _ = engine.schedule(in: engine.pace.pause) { $0.cancelJob(key, arguments) }
    }
  }

  /// Holds a job that waits, or lets it go on.
  private func control(_ verb: String, _ id: SlurmJobID) {
    command("scontrol", [verb, "\(id)"], on: commands.orders) { engine, outcome in
      if case .failed(let trouble) = outcome {
        engine.logger.warning("scontrol \(verb) failed: \(trouble)")
      }
      engine.scheduleLook(in: .milliseconds(200), atLeast: .seconds(2))
    }
  }

  /// Writes an order for the supervisor into its file.
  private func pass(_ order: WorkerOrder, to key: TaskKey) {
    guard var follower = relays[key] else { return }
    follower.orders.append(order)
    relays[key] = follower
    let (lines, path) = (follower.orders.lines(of: key), follower.files.orders)
    run(
      on: fileQueue,
      { (try? DurableFile.write(lines, to: path, isDurable: false)) != nil }
    ) { engine, isWritten in
      if !isWritten { engine.logger.warning("the orders of \(key) can't be written to \(path)") }
    }
  }
}
