internal import Glibc
internal import Synchronization
internal import SystemPackage

/// Asks a fork server of its own for processes, and starts one whenever there is none.
///
/// From any thread, one at a time.
package final class ForkClient: Sendable {
  /// Why there is no process, or none is known.
  package enum Failure: Error {
    /// The server couldn't be started, or couldn't fork.
    case refused(SystemError)
    /// The server is gone, or hangs, and didn't answer: whether there is a process isn't known. Another
    /// try has a new server.
    case unanswered
  }

  private let server = Mutex<Server?>(nil)

  package init() {}

  /// Starts a process and returns its id. Waits for the server, at most twice ten seconds.
  /// - Parameter program: what to execute where there is no server yet; it calls
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
    guard asked.line.send(request), let answer = asked.line.receiveNumber() else {
      asked.kill()
      server = nil
      throw .unanswered
    }
    guard answer > 0 else { throw .refused(SystemError("fork", Errno(rawValue: -answer))) }
    return answer
  }
}

/// A fork server that was started, and the line to it.
private struct Server {
  let line: ForkLine
  private let process: ProcessStat?

  /// One that takes longer to answer is given up.
  private static let patience: Duration = .seconds(10)

  init(_ program: RawText) throws(ForkClient.Failure) {
    do {
      let pair = try DescriptorPair.stream(waitingAtMost: Self.patience)
      process = ProcessStat(process: try Self.request(program, pair.second).spawn())
      line = ForkLine(pair.first)
    } catch {
      throw .refused(error)
    }
  }

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

  func kill() {
    if let process { Signalling.send(SIGKILL, to: process) }
  }
}
