import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// The command `headway hub`: starts, stops, shows or installs the hub.
///
/// ```sh
/// headway hub status
/// ```
struct HubCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hub", abstract: "Start, stop, inspect or install the hub.",
    discussion: """
      If the hub dies at start, a command says so at once instead of waiting. Running tasks and \
      open monitors pause before they start another hub: 1 s, doubled with each death, at most \
      60 s. headway doctor, headway hub status and hub.log say when and how the hub died.
      """,
    subcommands: [
      Start.self, Stop.self, Status.self, Reload.self, Install.self, Uninstall.self, Connect.self,
      Words.self, Job.self, Relay.self,
    ])

  /// The hidden command `headway hub connect`: the far end of a bridge (``BridgeEnd``).
  struct Connect: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "connect", abstract: "Carry the protocol over ssh.", shouldDisplay: false)

    @Flag(name: .long, help: .hidden)
    var ifRunning = false

    mutating func run() throws {
      var end = try BridgeEnd(mayStartHub: !ifRunning)
      try end.run()
    }
  }

  /// The hidden command `headway hub words`: runs a command line that ``SSHCommand`` passes.
  struct Words: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "words", abstract: "Run a command of headway --host.", shouldDisplay: false)

    @Argument var digits = ""

    mutating func run() throws { try FarCommand.run(digits) }
  }

  /// The hidden command `headway hub job`: the supervisor of a cluster's job (``ClusterJob``).
  struct Job: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "job", abstract: "Run the job of a cluster.", shouldDisplay: false)

    /// Whether the job comes on standard input. The argument `folder` is then the index of the part, or
    /// a hyphen for a job on its own.
    @Flag(name: .long, help: .hidden)
    var carried = false

    @Argument var folder = ""
    @Argument var index: Int?

    mutating func run() throws {
      if carried { return try CarriedJob(index: Int(folder)).run() }
      try ClusterJob(folder: folder, index: index).run()
    }
  }

  /// The hidden command `headway hub relay`: reads and writes the files of a cluster's job on its node
  /// (``NodeRelay``).
  struct Relay: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "relay", abstract: "Report on a job of this node.", shouldDisplay: false)

    @Flag(name: .long, help: .hidden)
    var log = false

    @Option(name: .long, help: .hidden)
    var lines: Int?

    @Argument var folder = ""

    mutating func run() throws {
      let relay = try NodeRelay(folder)
      if log { return relay.printLog(lines: lines) }
      try relay.exchange()
    }
  }

  /// The command `headway hub start`: starts the hub unless it runs.
  struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "start",
      abstract: "Start the hub unless it runs; commands that need the hub do so by themselves.")

    mutating func run() throws { try HubCommand.printStatus(start: .ifNeeded) }
  }

  /// The command `headway hub stop`: stops the hub until the next command needs one.
  struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stop", abstract: "Stop the hub; running commands go on.",
      discussion: """
        The hub first waits for programs that must finish something, at most 30 s. A second \
        headway hub stop ends this wait. The hub writes its record before it exits, so a full disk \
        keeps it running.
        """)

    mutating func run() throws { try HubCommand.stop() }
  }

  /// The command `headway hub status`: shows whether a hub runs. Never starts one.
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Say whether a hub runs, and where; exit 69 if none runs.",
      discussion: """
        headway hub status also reports a hub that died within the last day: when, how (exit \
        status or signal), and what it was working on.
        """)

    mutating func run() throws { try HubCommand.printStatus(start: .never) }
  }

  /// The command `headway hub reload`: lets the hub read the config again.
  struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reload", abstract: "Make the hub read the config again, as SIGHUP does.",
      discussion: """
        Queued tasks follow the new config at once. Running tasks keep their resources and their \
        own stall times. A config with an error changes nothing: reload prints the error.
        """)

    /// Checks the config before the hub reads it, because this process can name the wrong line.
    mutating func run() throws {
      try UserConfig.check()
      try HubCommand.ask(start: .never) { client throws(LinkError) in
        try client.ask(ReloadMessage(request: client.nextRequest())) { $0.isOk ? () : nil }
      }
      StandardStreams.print(String(localized: "reloaded"))
    }
  }

  /// Stops the hub and waits until its process has gone, for the time that the hub announces and
  /// five seconds more. The hub may wait for assertions of workers, and for room on the disk to
  /// write its record. A hub that is starting is stopped once it listens.
  static func stop() throws(CommandFailure) {
    if let paths = try? Hub.paths() { awaitStart(paths) }
    let (hub, answer) = try ask(start: .never) {
      client throws(LinkError) -> (Int32, OkMessage) in
      let answer = try client.ask(StopMessage(request: client.nextRequest())) {
        if case .ok(let ok) = $0 { ok } else { nil }
      }
      return (client.hub, answer)
    }
    if answer.patience > .zero {
      StandardStreams.complain(
        String(
          localized: """
            the hub waits for programs to finish their work, at most \(answer.patience.compact)
            """))
    }
    guard ProcessExit.wait(for: hub, within: answer.patience + .seconds(5)) else {
      throw stillRunning(hub, because: answer.recordProblem)
    }
    StandardStreams.print(String(localized: "stopped"))
  }

  /// The failure for a hub that was told to stop and runs on. `problem` keeps it from writing its
  /// record; nil for another reason.
  private static func stillRunning(_ hub: Int32, because problem: String?) -> CommandFailure {
    guard let problem = problem.map({ SanitisedText($0, limit: .line) }) else {
      return CommandFailure(
        "the hub, process \(hub), was told to stop and still runs; tasks go on without it",
        status: .failure)
    }
    let record = (try? Hub.paths().record) ?? String(localized: "the record")
    return CommandFailure(
      """
      the hub, process \(hub), was told to stop and still runs because it can't write its record \
      (\(localizing: problem)); make room for \(record), and the hub exits; tasks go on without it
      """, status: .failure)
  }

  /// Waits until a starting hub listens. A hub with 100,000 live tasks takes some ten seconds.
  private static func awaitStart(_ paths: HeadwayPaths) {
    let deadline = SystemClocks.awake + .seconds(60)
    while HubPresence.isServing(paths), !HubLauncher.listens(paths), SystemClocks.awake < deadline {
      SystemClocks.rest(for: .milliseconds(20))
    }
  }

  /// The reason why no hub answers: it is leaving or starting, or the latest one died. Nil if none of
  /// these is known.
  private static var absence: CommandFailure? {
    guard let paths = try? Hub.paths() else { return nil }
    if let other = HubLauncher.otherHub(paths) { return CommandFailure(other) }
    if HubPresence.isLeaving(paths) {
      return CommandFailure(
        """
        the hub was told to stop and still writes \(paths.record); if this takes long, make room \
        on the disk, or see \(paths.hubLog)
        """, status: .failure)
    }
    guard HubPresence.isServing(paths), !HubLauncher.listens(paths) else {
      return deadHub(paths)
    }
    return CommandFailure(
      "the hub is starting and reads \(paths.record); try again in a few seconds",
      status: .failure)
  }

  /// The failure for a hub that died and wasn't replaced. Nil if the latest hub didn't die.
  private static func deadHub(_ paths: HeadwayPaths) -> CommandFailure? {
    guard let death = HubStartFile.lastDeath(paths, isRunning: false) else { return nil }
    return CommandFailure(
      death.isFailing
        ? "no hub is running; the hub \(death.words); see: headway doctor"
        : "no hub is running; the hub \(death.words); start one with: headway hub start",
      status: .noHub)
  }

  /// Asks the hub as ``Hub/ask(start:ahead:_:)`` does. The failure for a hub that doesn't answer
  /// names its process, so that a person can continue or kill it.
  private static func ask<Result>(
    start: CommandClient.StartPolicy, _ body: (CommandClient) throws(LinkError) -> Result
  ) throws(CommandFailure) -> Result {
    var silent: Int32?
    do throws(CommandFailure) {
      return try Hub.ask(start: start) { client throws(LinkError) in
        do throws(LinkError) {
          return try body(client)
        } catch {
          if error == .hubSilent { silent = client.hub }
          throw error
        }
      }
    } catch {
      guard let silent else { throw error.isOfNoHub ? absence ?? error : error }
      throw CommandFailure(
        """
        the hub, process \(silent), does not answer; if it is stopped: kill -CONT \(silent); tasks \
        go on without it
        """, status: .noHub)
    }
  }

  /// Prints the running hub's version, process and paths, and its problems.
  static func printStatus(start: CommandClient.StartPolicy) throws(CommandFailure) {
    let paths = try Hub.paths()
    let hello = try ask(start: start) { client throws(LinkError) in
      try client.first(within: .seconds(2)) { message -> HubHello? in
        if case .hello(let hello) = message { return hello }
        return nil
      }
    }
    StandardStreams.print(
      String(localized: "\(hello.hub), pid \(hello.pid), protocol \(hello.version)"))
    StandardStreams.print("\(String(localized: "socket", context: "line")) \(paths.socket)")
    StandardStreams.print("\(String(localized: "record", context: "line")) \(paths.record)")
    if let notice = hello.recordNotice {
      StandardStreams.print(
        String(localized: "record notice: \(localizing: SanitisedText(notice, limit: .line))"))
    }
    if let line = configLine(hello) { StandardStreams.print(line) }
    if let death = HubStartFile.lastDeath(paths, isRunning: true) {
      StandardStreams.print(String(localized: "an earlier hub \(death.words); see \(paths.hubLog)"))
    }
    if let failure = hello.tellingFailure {
      StandardStreams.print("tell \(SanitisedText(failure, limit: .line).localized)")
    }
  }

  /// The problem of the config and its consequence. Nil for a correct config.
  private static func configLine(_ hello: HubHello) -> String? {
    if let problem = hello.configProblem {
      return String(
        localized: """
          config \(localizing: SanitisedText(problem, limit: .line)); no queued task starts until you \
          correct the config and run: headway hub reload
          """)
    }
    do {
      try UserConfig.check()
      return nil
    } catch {
      let problem = error.message ?? String(localized: "is wrong")
      return String(
        localized: """
          config \(SanitisedText(problem, limit: .line)); the hub keeps its settings; correct the \
          config, then: headway hub reload
          """)
    }
  }
}
