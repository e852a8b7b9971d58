import Glibc
import HeadwayCore
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

  /// Runs the hub and exits the process when it is done.
  package static func main(_ arguments: [String]) {
    OwnProcess.occupyClosedStreams()
    switch HubArguments(arguments.dropFirst()) {
    case .version:
      print("headwayd \(HeadwayRelease.version)")
    case .help:
      print(HubArguments.helpText)
    case .invalid(let argument):
      complain("unknown argument \(argument); see: headwayd --help")
      exit(usageStatus)
    case .serve(let lockDescriptor):
      exit(serve(lockDescriptor))
    }
  }

  private static func serve(_ lockDescriptor: CInt?) -> CInt {
    signal(SIGPIPE, SIG_IGN)
    do {
      let paths = try HeadwayPaths.resolve()
      let settings = try HubPreparation.settings()
      let locks = try HubPreparation.prepare(paths, inherited: lockDescriptor)
      try run(paths, settings, locks)
      return 0
    } catch {
      complain("\(error)")
      return failureStatus
    }
  }

  private static func run(
    _ paths: HeadwayPaths, _ settings: HubEngineSettings, _ locks: HubLocks
  ) throws {
    if locks.isDaemon { HubPreparation.sendErrors(to: paths.hubLog) }
    HubPreparation.raiseDescriptorLimit()
    OwnMemory.keep(atMost: spareBytes)
    var logger = Logger(label: "headwayd") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .notice
    let hub = HubService(paths: paths, settings: settings, logger: logger) {
      locks.releaseStartLock()
      Task.detached(priority: .background) { paths.removeStaleAttachSockets() }
    }
    try hub.run()
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
  case invalid(String)

  init(_ arguments: ArraySlice<String>) {
    switch arguments.first {
    case nil: self = .serve(lockDescriptor: nil)
    case "--version": self = .version
    case "--help", "-h": self = .help
    case "--lock-descriptor":
      let descriptor = arguments.dropFirst().first.flatMap { CInt($0) }
      self = descriptor.map { .serve(lockDescriptor: $0) } ?? .invalid("--lock-descriptor")
    case let other?: self = .invalid(other)
    }
  }

  static let helpText = """
    usage: headwayd [--version] [--help]

    The hub of Headway. Commands start it when they need it; by hand it stays in the foreground
    and logs to standard error. SIGTERM ends it with a goodbye; running commands go on.
    """
}
