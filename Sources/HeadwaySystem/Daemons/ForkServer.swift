internal import Glibc

/// A process that stands ready to become another one: each request makes a child that goes on where a
/// program that was just executed would stand, without the time that takes.
///
/// The one that asks is ``ForkClient``.
package enum ForkServer {
  /// `argv[0]` of a program that is to be one.
  package static let name: RawText = "headway-launcher"
  /// Where it finds its end of the line.
  static let descriptor: CInt = 3
  /// Arguments of no meaning, whose place in memory the children's command lines take.
  static var vector: [RawText] { [name, RawText(String(repeating: " ", count: 4000))] }

  /// Serves until the other end is closed. `body` is what a child does: in a session of its own, with
  /// the environment that was asked for.
  ///
  /// To be called on the main thread of a process with no other.
  package static func serve(_ body: (ForkRequest) -> Never) -> Never {
    let line = ForkLine(OwnedDescriptor(descriptor))
    OwnProcess.setCloseOnExec(descriptor)
    OwnProcess.rename(name.string, line: [name])
    // Nobody waits for the children: the kernel clears them away (wait(2)).
    signal(SIGCHLD, SIG_IGN)
    while let request = line.receiveRequest(), line.send(fork(request, body)) {}
    _exit(0)
  }

  /// The child's process id, or an errno below zero.
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
