internal import Glibc
internal import Synchronization
internal import SystemPackage

/// The client of a fork server: asks the server for processes, and starts a new server if none
/// runs.
///
/// The hub uses one for its supervisors. Calls from several threads wait for each other.
package final class ForkClient: Sendable {
  /// A reason why no process was started, or why that isn't known.
  package enum Failure: Error {
    /// The server couldn't be started, or couldn't fork.
    case refused(SystemError)
    /// The server died or didn't answer in time, so the process may or may not exist. The next
    /// attempt starts a new server.
    case unanswered
  }

  private let server = Mutex<Server?>(nil)

  package init() {}

  /// Starts a process and returns its process id. Blocks for at most twice ten seconds.
  ///
  /// - Parameter program: the program to execute as a server if none runs. It must call
  ///   ``ForkServer/serve(_:)`` when its name is ``ForkServer/name``.
  package func start(_ request: ForkRequest, by program: RawText) throws(Failure) -> CInt {
    try server.withLock { server in
      Result { () throws(Failure) in try Self.ask(&server, request, program) }
    }.get()
  }

  private static func ask(
    _ server: inout Server?, _ request: ForkRequest, _ program: RawText
  ) throws(Failure) -> CInt {
    let asked: Server
    if let server { asked = server } else { asked = try Server(program) }
    server = asked
    guard asked.line.send(request.bytes), let answer = asked.line.receiveNumber() else {
      asked.kill()
      server = nil
      throw .unanswered
    }
    guard answer > 0 else { throw .refused(SystemError("fork", Errno(rawValue: -answer))) }
    return answer
  }
}

/// A running fork server and the line to it.
private struct Server {
  let line: ForkLine
  private let process: ProcessStat?

  /// The longest time to wait for an answer. A slower server is killed.
  private static let patience: Duration = .seconds(10)

  /// Starts `program` as a fork server.
  init(_ program: RawText) throws(ForkClient.Failure) {
    do {
      let pair = try DescriptorPair.stream(waitingAtMost: Self.patience)
      process = ProcessStat(process: try Self.request(program, pair.second).spawn())
      line = ForkLine(pair.first)
    } catch {
      throw .refused(error)
    }
  }

  /// The server's process: in its own session, with null standard streams, and with the
  /// dispositions that a new program would have.
  private static func request(_ program: RawText, _ end: OwnedDescriptor) -> SpawnRequest {
    var request = SpawnRequest(
      path: program, arguments: ForkServer.vector, environment: OwnProcess.environment)
    request.startsSession = true
    request.defaultSignals = SignalSet([
      SIGCHLD, SIGPIPE, SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGTSTP, SIGTTIN, SIGTTOU,
      SIGXFSZ,
    ])
    request.streams = .null
    request.duplicates = [(end.raw, ForkServer.descriptor)]
    return request
  }

  /// Kills a server that hangs. The start time guards against a reused process id.
  func kill() {
    if let process { Signalling.send(SIGKILL, to: process) }
  }
}
