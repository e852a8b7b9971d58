internal import Glibc

/// A process that turns its forks into new processes, faster than a program can be executed.
///
/// The server has executed its program and initialised it once. Each request makes a child
/// (fork(2)) that continues from there. ``ForkClient`` sends the requests.
package enum ForkServer {
  /// The `argv[0]` by which a program knows that it was started as a fork server.
  package static let name: RawText = "headway-launcher"
  /// The number of the server's end of the line.
  static let descriptor: CInt = 3
  /// The server's command line. The long second word reserves memory, which the children's command
  /// lines overwrite.
  static var vector: [RawText] { [name, RawText(String(repeating: " ", count: 4000))] }

  /// Serves requests until the client closes the line.
  ///
  /// - Parameter body: runs in each child, which has its own session and the environment from the
  ///   request.
  ///
  /// Call it on the main thread of a process with no other thread.
  package static func serve(_ body: (ForkRequest) -> Never) -> Never {
    let line = ForkLine(OwnedDescriptor(descriptor))
    OwnProcess.setCloseOnExec(descriptor)
    OwnProcess.rename(name.string, line: [name])
    // Nobody waits for the children, so the kernel removes them at once (wait(2)).
    signal(SIGCHLD, SIG_IGN)
    while let request = line.receiveRequest(), line.send(fork(request, body)) {}
    _exit(0)
  }

  /// Returns the child's process id, or a negative errno.
  private static func fork(_ request: ForkRequest, _ body: (ForkRequest) -> Never) -> Int32 {
    do {
      return try OwnProcess.fork { become(request, body) }
    } catch {
      return -error.code
    }
  }

  private static func become(_ request: ForkRequest, _ body: (ForkRequest) -> Never) -> Never {
    _ = close(descriptor)
    signal(SIGCHLD, SIG_DFL)
    try? OwnProcess.startSession(controlledBy: nil)
    OwnProcess.environment = request.environment
    OwnProcess.rename("headway", line: request.arguments)
    body(request)
  }
}
