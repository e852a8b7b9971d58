import Glibc
import HeadwayModel
import HeadwaySystem
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 29: a FIFO, a folder or a link where a file belongs is never waited for.
  static let oddFiles = FaultRow(
    number: 29, fault: "things that are no files in spool and logs", unit: "passes", fullCount: 5,
    shortCount: 1
  ) { scene in
    for _ in 0..<scene.count {
      for thing in OddThing.allCases {
        try await scene.fillSpool(with: thing)
        try await scene.replaceLogs(with: thing)
        try await scene.occupyNextLog(with: thing)
        try await scene.occupyPlaces(with: thing)
      }
    }
    scene.finding.extent = "\(OddThing.allCases.count) things a pass"
  }
}

private enum OddThing: String, CaseIterable {
  case fifo, folder, link, socket

  func make(at path: String) throws {
    unlink(path)
    switch self {
    case .fifo: try SystemError.check("mkfifo", mkfifo(path, 0o600))
    case .folder: try SystemError.check("mkdir", mkdir(path, 0o700))
    case .link: try SystemError.check("symlink", symlink("/dev/zero", path))
    case .socket: _ = try UnixSocket.listen(at: path, backlog: 1)
    }
  }
}

extension FaultScene {
  private static let patience: Duration = .seconds(4)

  /// An answer in time; nil, and a complaint, where there is none.
  @discardableResult
  private func answer(_ command: String, _ thing: OddThing) async -> Outcome? {
    do {
      let outcome = try await run(command, within: Self.patience)
      check(outcome.took < .seconds(2), "\(thing): \(command) takes \(outcome.took.shown)")
      return outcome
    } catch {
      check(false, "\(thing): \(command): \(error)")
      return nil
    }
  }

  fileprivate func fillSpool(with thing: OddThing) async throws {
    resetState()
    try PrivateDirectory.ensure(paths.stateDirectory)
    try PrivateDirectory.ensure(paths.spoolDirectory)
    let keys = ["a", "b"].map { String(repeating: $0, count: 32) }
    try thing.make(at: "\(paths.spoolDirectory)/\(keys[0])")
    try thing.make(at: "\(paths.spoolDirectory)/\(keys[0]).new")
    check(await answer("headway hub start", thing)?.code == 0, "\(thing): no hub starts")
    try thing.make(at: "\(paths.spoolDirectory)/\(keys[1])")
    check(await answer("headway list", thing)?.code == 0, "\(thing): no list")
    check(try await list().isEmpty, "\(thing): a card of it")
    try timeUntil("\(thing) is set aside") {
      Set(directoryEntries(paths.spoolDirectory)).isSuperset(of: keys.map { $0 + ".bad" })
    }
    check(HubProcess.answering(paths) != nil, "\(thing): the hub doesn't answer")
  }

  /// Of a task that has ended; the command before it runs as ever.
  fileprivate func replaceLogs(with thing: OddThing) async throws {
    let job = await answer("headway run --title logged -- sh -c 'echo out; exit 3'", thing)
    check(job?.code == 3 && job?.text == "out\n", "\(thing): run: \(String(describing: job))")
    let task = try await task("logged") { $0.state == "ended" }
    let log = paths.log(ofKey: task.key)
    for suffix in ["", ".1", ".gone"] { try thing.make(at: log + suffix) }
    for command in ["logs \(task.number)", "logs --follow \(task.number)", "doctor"] {
      check(await answer("headway \(command)", thing) != nil, "\(thing): \(command)")
    }
  }

  /// Of a run that is still to come.
  fileprivate func occupyNextLog(with thing: OddThing) async throws {
    let submit = await answer(
      "headway submit --title again -- sh -c 'exit 3'; headway wait last", thing)
    check(submit != nil, "\(thing): submit")
    let task = try await task("again") { $0.state == "ended" }
    try thing.make(at: paths.log(ofKey: task.key, launch: 2))
    await answer("headway restart \(task.number)", thing)
    let wait = await answer("headway wait \(task.number)", thing)
    check(wait?.code == 3, "\(thing): the next run ends with \(String(describing: wait))")
  }

  /// Of the hub's own files: it starts without what it can do without, or says in a line what is wrong.
  fileprivate func occupyPlaces(with thing: OddThing) async throws {
    for path in [paths.hubLog, paths.recordMark] {
      resetState()
      try PrivateDirectory.ensure(paths.stateDirectory)
      try thing.make(at: path)
      check(
        await answer("headway hub start", thing)?.code == 0, "\(thing) as \(path): no hub starts")
    }
    for path in [paths.recordLock, paths.record, paths.record + "-wal"] where thing != .link {
      resetState()
      try PrivateDirectory.ensure(paths.stateDirectory)
      try thing.make(at: path)
      let hub = await answer("headwayd", thing)
      check(hub?.code == 70, "\(thing) as \(path): \(String(describing: hub))")
      let isSaid = hub?.errorText.contains("isn't a regular file") == true
      check(isSaid, "\(thing) as \(path): \(hub?.errorText ?? "no answer")")
    }
    resetState()
  }
}
