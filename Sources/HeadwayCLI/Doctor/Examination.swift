import Glibc
import HeadwayConfig
import HeadwayFleet
import HeadwayModel
import HeadwayLink
import HeadwayMonitor
import HeadwaySystem
import HeadwayTerminal
import HeadwayWire

/// The checks of `headway doctor`. They look at everything that Headway needs, start no hub and
/// change nothing.
///
/// ```swift
/// let diagnoses = Examination(try Hub.paths()).diagnoses
/// Diagnosis.lines(diagnoses).forEach(StandardStreams.print)
/// ```
struct Examination {
  /// The results, in the order in which doctor prints them.
  let diagnoses: [Diagnosis]

  /// Runs all checks. This can take seconds, because programs are started and a hub may not answer.
  init(_ paths: HeadwayPaths) {
    let daemon = Self.daemon()
    let hub = Self.hub(paths)
    let machine = HostHint.nearName.map { nearName in
      Diagnosis.machine(MachineName.hostName, system: MachineName.system, nearName: nearName)
    }
    diagnoses =
      [machine].compactMap(\.self) + [
        .programs(
          own: HeadwayRelease.version, path: ProcessEnvironment.executablePath ?? "headway",
          daemon: daemon.path, daemonName: daemon.name),
        .hub(hub, own: HeadwayRelease.version, death: Self.death(paths, hub), log: paths.hubLog),
        .socket(Self.socket(paths)),
        .state(Self.state(paths)),
        .record(Self.record(paths, daemon: daemon.path), path: paths.record),
        Self.config(),
        .telling(hub),
        .logs(Self.logs(paths)),
        .environment(isOff: ProcessEnvironment.variable("HEADWAY") == "off"),
        .terminal(Self.terminal()),
        .tmux(Self.tmux()),
        .memory(Self.memory()),
      ] + SlurmExamination(paths).diagnoses + Self.publishing(paths, hub)
      + SystemdExamination(paths, hub: hub).diagnoses
  }

  /// The path of `headwayd`, and the name with the version that it prints. Each is nil if unknown.
  private static func daemon() -> (path: String?, name: String?) {
    guard let path = HubLauncher.daemonPath() else { return (nil, nil) }
    let run = ProgramRun.of([path, "--version"])
    return (path, run.flatMap { $0.succeeded ? $0.line : nil })
  }

  /// The condition of the hub, according to its hello message. `isReplaced` is true if the program
  /// file of the running hub was deleted, usually by an update.
  private static func hub(_ paths: HeadwayPaths) -> HubCondition {
    var process: Int32?
    do {
      let client = try CommandClient(paths, start: .never, patience: .seconds(2))
      process = client.hub
      let hello = try client.awaitHello()
      let program = linkTarget("/proc/\(hello.pid)/exe")
      return .runs(
        name: hello.hub, pid: hello.pid, protocolVersion: hello.version,
        isReplaced: program?.hasSuffix(" (deleted)") ?? false,
        configProblem: hello.configProblem, tellingFailure: hello.tellingFailure)
    } catch .noHub {
      if let other = HubLauncher.otherHub(paths) { return .unusable("\(other)") }
      return HubPresence.isAsleep(paths) ? .asleep : .none
    } catch .hubSilent {
      return process.map { .silent(pid: $0) } ?? .unusable("\(LinkError.hubSilent)")
    } catch .directory {
      return .unusable(
        String(localized: "not checked: the folder of the hub's socket can't be used"))
    } catch {
      return .unusable("\(error)")
    }
  }

  /// The last death of a hub: the reason why none runs, or a recent death of an earlier hub. Nil if
  /// there is none.
  private static func death(_ paths: HeadwayPaths, _ hub: HubCondition) -> HubDeathNews? {
    let isDown = hub == .none || hub == .asleep
    return HubStartFile.lastDeath(paths, isRunning: !isDown || HubPresence.isServing(paths))
  }

  /// The condition of the socket and its directory.
  private static func socket(_ paths: HeadwayPaths) -> SocketCondition {
    let isGiven = !(ProcessEnvironment.variable("HEADWAY_SOCKET") ?? "").isEmpty
    return SocketCondition(
      path: paths.socket, problem: problem(of: [paths.runtimeDirectory]),
      isMakeshift: !isGiven && paths.isMakeshift, runtimeProblem: runtimeProblem())
  }

  /// The place of the state directory.
  private static func state(_ paths: HeadwayPaths) -> StateCondition {
    let place = paths.statePlace
    let folders = directoryEntries("\(place.usual)/\(StatePlace.hostsFolder)")
    return StateCondition(
      place: place, network: FileSystemKind.networkName(of: place.directory),
      others: folders.filter { !place.directory.hasSuffix("/\($0)") }.sorted())
  }

  /// The problem of the first directory that can't be used. Nil if all can.
  private static func problem(of directories: [String]) -> String? {
    for directory in directories {
      do { try PrivateDirectory.checkUsable(directory) } catch { return "\(error)" }
    }
    return nil
  }

  /// The reason why `XDG_RUNTIME_DIR` can't be used. Nil if it can, or if it isn't set.
  private static func runtimeProblem() -> String? {
    guard let path = ProcessEnvironment.variable("XDG_RUNTIME_DIR"), !path.isEmpty else {
      return nil
    }
    guard path.hasPrefix("/") else {
      return String(localized: "it is \(path); give an absolute path")
    }
    return PrivateDirectory.find(path).map { "\(DirectoryError(path: path, problem: $0))" }
  }

  /// The condition of the record, as `headwayd --check` reports it by its exit status.
  private static func record(_ paths: HeadwayPaths, daemon: String?) -> RecordCondition {
    if let problem = problem(of: [paths.stateDirectory, paths.spoolDirectory]) {
      return .unwritable(problem)
    }
    guard FileIdentity(of: paths.record) != nil || FileIdentity(of: paths.recordMark) != nil
    else { return .none }
    guard let daemon, let run = ProgramRun.of([daemon, "--check"], within: .seconds(60)) else {
      return .unknown
    }
    switch run.status {
    case 0: return .healthy(run.line)
    case 1: return .damaged(run.line)
    case 2: return .incomplete(run.line)
    case 3: return .newer(run.line)
    default: return .unknown
    }
  }

  /// The condition of the config, checked against this machine.
  private static func config() -> Diagnosis {
    guard let path = HeadwayConfig.path(ProcessEnvironment.variable) else {
      return .config(.none, path: String(localized: "no home"))
    }
    guard FileIdentity(of: path) != nil else { return .config(.none, path: path) }
    do {
      _ = try HeadwayConfig.load(path: path) { config throws(ConfigError) in
        try config.checkOnThisMachine()
      }
      return .config(.valid, path: path)
    } catch {
      return .config(.wrong("\(error)"), path: path)
    }
  }

  /// The results for what the config has Headway publish, and for the desktop once it was used. None with
  /// a wrong config.
  private static func publishing(_ paths: HeadwayPaths, _ hub: HubCondition) -> [Diagnosis] {
    guard let config = try? UserConfig.load() else { return [] }
    var runs = false
    if case .runs = hub { runs = true }
    let metrics = config.metricsFile.map { path in
      let now = Duration.milliseconds(SystemClocks.sinceEpoch.wholeMilliseconds)
      let age = RegularFile(of: path).map { now - $0.writtenAt }
      return Diagnosis.metrics(path, age: age, problem: problem(ofWriting: path), hubRuns: runs)
    }
    let fleet = config.fleet.broker.map { Diagnosis.fleet($0, bridge(paths.bridgeLock)) }
    let isUsed = FileIdentity(of: paths.desktopLock) != nil
    let desktop = isUsed ? Diagnosis.desktop(runs: isLocked(paths.desktopLock)) : nil
    return [metrics, fleet, desktop].compactMap(\.self)
  }

  /// The condition of the bridge that locks a file and writes its note there.
  private static func bridge(_ path: String) -> BridgeCondition {
    guard isLocked(path) else { return .none }
    let bytes = (try? DurableFile.read(path, byteLimit: BridgeNote.byteLimit)) ?? nil
    guard let note = bytes.flatMap({ BridgeNote(String(decoding: $0, as: UTF8.self)) }) else {
      return .unknown
    }
    if ProcessStat(process: note.process)?.isStopped == true { return .stopped(note.process) }
    return note.trouble.map { .down($0.string) } ?? .connected
  }

  /// Whether a process holds the lock of a file.
  private static func isLocked(_ path: String) -> Bool {
    guard FileIdentity(of: path) != nil else { return false }
    do {
      guard let lock = try FileLock.acquire(path) else { return true }
      close(lock.relinquish())
    } catch {}
    return false
  }

  /// The reason why a file can't be replaced by another one: what is wrong with its folder. Nil for
  /// none.
  private static func problem(ofWriting path: String) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    if access(folder, W_OK | X_OK) == 0 { return nil }
    return "\(SystemError("\(folder)"))"
  }

  /// The size of the logs and the free space.
  private static func logs(_ paths: HeadwayPaths) -> LogCondition {
    let files = DiskUse.files(in: paths.logDirectory)
    return LogCondition(
      directory: paths.logDirectory, fileCount: files.count, bytes: files.bytes,
      freeBytes: DiskUse.freeBytes(at: paths.stateDirectory),
      problem: problem(of: [paths.logDirectory]))
  }

  /// Whether the kernel reports memory pressure to this user (PSI).
  private static func memory() -> MemoryNews {
    do {
      return .told(by: try PressureNews().path)
    } catch {
      return .untold("\(error)")
    }
  }

  /// The abilities of the terminal. Nil if standard output isn't a terminal.
  private static func terminal() -> TerminalCondition? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    let name = ProcessEnvironment.variable("TERM")
    return TerminalCondition(
      name: name, colours: name.flatMap(Terminfo.colours),
      isUTF8: Glyphs.ofLocale(terminal: nil) == .unicode)
  }

  /// The version of tmux, and whether its options show the status.
  private static func tmux() -> TmuxCondition {
    guard let run = ProgramRun.of(["tmux", "-V"]), run.succeeded else { return .missing }
    var strange: TmuxSocketError?
    _ = TmuxSocket.all { strange = strange ?? $0 }
    if let strange {
      return .strange(version: run.line, reason: strange.reason, advice: strange.advice)
    }
    let options = (try? TmuxSocket.around())?.run(["show-options", "-g"], within: .seconds(10))
    let shows = options.flatMap { $0.succeeded ? $0.output.contains("headway status") : nil }
    return .installed(version: run.line, showsStatus: shows)
  }
}
