import Glibc
import HeadwayModel
import HeadwaySystem

/// A command to start, and how it ended.
struct Child {
  var command: [String]
  /// This process's descriptors that become the child's 0, 1 and 2; nil: the null device.
  var streams: [CInt?] = [nil, nil, nil]
  /// The terminal that becomes the child's own, and all its standard streams.
  var terminal: PseudoTerminal?

  private static let null = OwnedDescriptor(open("/dev/null", O_RDWR | O_CLOEXEC))

  func start() throws -> CInt {
    var request = SpawnRequest(
      path: RawText(command.first ?? ""), arguments: command.map { RawText($0) },
      environment: OwnProcess.environment)
    if let terminal {
      let slave = terminal.slave.raw
      request.startsSession = true
      request.terminal = (RawText(terminal.slavePath), slave)
      request.duplicates = [(slave, 0), (slave, 1), (slave, 2)]
    } else {
      request.duplicates = zip(streams, CInt(0)...).map { ($0 ?? Self.null.raw, $1) }
    }
    return try request.spawn()
  }

  /// From before the start until the process was waited for.
  func timed() throws -> Duration {
    let start = SystemClocks.awake
    let process = try self.start()
    let status = Self.wait(for: process)
    let end = SystemClocks.awake
    try check(status)
    return end - start
  }

  func expectSuccess() throws { try check(Self.wait(for: start())) }

  func check(_ status: CInt) throws {
    if status != 0 {
      throw BenchmarkError("\(command.joined(separator: " ")): wait status \(status)")
    }
  }

  /// The status of waitpid(2).
  static func wait(for process: CInt) -> CInt {
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
