internal import HeadwayHubCore
import Glibc
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import Logging
import SystemPackage

/// The program `headwayd`: started by clients with a lock to hold, or by hand.
package enum HubProgram {
  private static let spareBytes: CInt = 512 * 1024
  /// Exit statuses of sysexits(3).
  private static let usageStatus: CInt = 64
  private static let failureStatus: CInt = 70
  /// The exit status for a record that a newer headway wrote.
  private static let newerRecordStatus: CInt = 65

  /// Runs the hub and exits the process when it is done.
  package static func main(_ arguments: [String]) {
    OwnProcess.occupyClosedStreams()
    switch HubArguments(arguments.dropFirst()) {
    case .version:
      print("headwayd \(HeadwayRelease.version)")
    case .help:
      print(HubArguments.helpText)
    case .check:
      exit(check())
    case .invalid(let argument):
      complain("unknown argument \(argument); see: headwayd --help")
      exit(usageStatus)
    case .serve(let lockDescriptor):
      exit(serve(lockDescriptor))
    }
  }

  /// Prints whether the record is whole. The words are English, because `headway doctor` reads them.
  ///
  /// - Returns: the exit status of `headwayd --check`. It is 0 if the record is sound or doesn't
  /// exist, 1 if it can't be used, 2 if it lost something or was set aside within the last week, 3
  /// if a newer headway wrote it.
  private static func check() -> CInt {
    do {
      let paths = try HeadwayPaths.resolve()
      let mark = RecordMarkFile.read(paths.recordMark)
      if FileIdentity(of: paths.record) == nil, mark == .none {
        print(String(wire: "no record yet"))
        return 0
      }
      let found = RecordCheck(path: paths.record, mark: mark)
      print(found.words)
      return found.finding.rawValue
    } catch {
      complain("\(error)")
      return usageStatus
    }
  }

  private static func serve(_ lockDescriptor: CInt?) -> CInt {
    signal(SIGPIPE, SIG_IGN)
    // Nobody waits for the programs that the hub starts: the kernel clears them away (wait(2)).
    signal(SIGCHLD, SIG_IGN)
    // A file at its limit (RLIMIT_FSIZE) is an error like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    do {
      let paths = try HeadwayPaths.resolve()
      // A hub that a client started has nobody to read its standard error, from the first moment.
      if lockDescriptor != nil { HubPreparation.sendErrors(to: paths.hubLog) }
      let notifySocket = ProcessEnvironment.variable("NOTIFY_SOCKET")
      let manager = ServiceNotifier.take()
      let activated = try ActivatedSocket.take(listeningAt: paths.socket)
      // The hub closes its own copy when it leaves.
      let spare = activated.map { OwnedDescriptor(fcntl($0.rawValue, F_DUPFD_CLOEXEC, 3)) }
      let settings = HubPreparation.settingsOrDefaults()
      let locks = try HubPreparation.prepare(paths, inherited: lockDescriptor)
      if let program = try run(paths, settings, locks, activated: activated, manager) {
        become(program, passing: spare?.raw, notifySocket)
      }
      return 0
    } catch {
      complain("\(error)")
      return error is NewerRecord ? newerRecordStatus : failureStatus
    }
  }

  private static func run(
    _ paths: HeadwayPaths, _ settings: HubEngineSettings, _ locks: HubLocks,
    activated: FileDescriptor?, _ manager: ServiceNotifier?
  ) throws -> String? {
    let earlier = EarlierHub(paths)
    let note = HubNote.begin(at: paths.hubNote)
    try HubPreparation.raiseLimits()
    OwnMemory.keep(atMost: spareBytes)
    var logger = Logger(label: "headwayd") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .notice
    if let problem = settings.core.configProblem {
      logger.error("no queued task starts until the config is correct: \(problem)")
    }
    if let line = earlier?.line(at: { LocalTime($0.wholeSeconds).text("%Y-%m-%d %H:%M:%S") }) {
      logger.error("\(line)")
    }
    let hub = HubService(
      paths: paths, settings: settings, activated: activated, logger: logger, note: note
    ) {
      note.serves()
      noteListening(paths, earlier)
      locks.releaseStartLock()
      manager?.tellReady()
      DetachedThread.run { paths.removeStaleAttachSockets() }
    }
    let successor = try hub.run()
    locks.clearHolder()
    return successor
  }

  /// Executes another hub in this process's place, which the service manager goes on to watch. Returns
  /// only if that isn't possible; then the next command starts a hub.
  private static func become(_ program: String, passing socket: CInt?, _ notifySocket: String?) {
    if let notifySocket { setenv("NOTIFY_SOCKET", notifySocket, 1) }
    if let socket {
      guard dup2(socket, PassedSockets.firstDescriptor) == PassedSockets.firstDescriptor else {
        return complain("\(SystemError("dup2"))")
      }
      setenv("LISTEN_FDS", "1", 1)
      setenv("LISTEN_PID", "\(getpid())", 1)
    }
    ResourceLimits.found?.apply()
    // Signals wait until the new hub hears them: they stay blocked.
    var arguments = [strdup("headwayd"), nil]
    execv(program, &arguments)
    complain("\(SystemError("start \(program)"))")
  }

  /// Tells those who start hubs that this one listens.
  private static func noteListening(_ paths: HeadwayPaths, _ earlier: EarlierHub?) {
    let lines = HubStarts.listeningLines(after: earlier?.deathInService)
    try? DurableFile.append(lines, to: paths.starts, byteLimit: HubStarts.byteLimit / 2)
  }

  private static func complain(_ message: String) {
    let line = "headwayd: \(message)\n"
    _ = try? FileDescriptor.standardError.writeAll(line.utf8)
  }
}

/// The command line of `headwayd`.
enum HubArguments {
  case serve(lockDescriptor: CInt?)
  case version
  case help
  /// Look at the record.
  case check
  case invalid(String)

  init(_ arguments: ArraySlice<String>) {
    let count = arguments.first == "--lock-descriptor" ? 2 : 1
    if arguments.count > count, let extra = arguments.dropFirst(count).first {
      self = .invalid(extra)
      return
    }
    switch arguments.first {
    case nil: self = .serve(lockDescriptor: nil)
    case "--version": self = .version
    case "--help", "-h": self = .help
    case "--check": self = .check
    case "--lock-descriptor":
      let descriptor = arguments.dropFirst().first.flatMap { CInt($0) }
      self = descriptor.map { .serve(lockDescriptor: $0) } ?? .invalid("--lock-descriptor")
    case let other?: self = .invalid(other)
    }
  }

  static let helpText = """
    usage: headwayd [--check] [--version] [--help]

    The hub of Headway. Commands start the hub when they need it, and so does systemd (headway hub
    install). Started by hand, headwayd stays in the foreground and logs to standard error. SIGTERM
    stops the hub; running commands go on. SIGHUP makes it read the config again. --check says
    whether the record is whole, and changes nothing. Exit status: 65 if a newer headway wrote the
    record, 70 for other failures.
    """
}
