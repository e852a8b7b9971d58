internal import Glibc
internal import HeadwayModel

/// A process that turns its forks into new processes, faster than a program can be executed.
///
/// The server has executed its program and initialised it once. Each request makes a child
/// (fork(2)) that continues from there. A child that is done can wait for the next request instead
/// of exiting: then the request needs no fork either. ``ForkClient`` sends the requests.
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
  /// - Parameters:
  ///   - idle: the command line of a child that waits for its next request.
  ///   - body: carries out a request in a child, which has its own session and the environment from
  ///     the request. If `body` returns, the child may carry out further requests.
  ///
  /// Call it on the main thread of a process with no other thread.
  package static func serve(idle: [RawText], _ body: @escaping (ForkRequest) -> Void) -> Never {
    let line = ForkLine(OwnedDescriptor(descriptor))
    OwnProcess.setCloseOnExec(descriptor)
    OwnProcess.rename(name.string, line: [name])
    // Nobody waits for the children, so the kernel removes them at once (wait(2)).
    signal(SIGCHLD, SIG_IGN)
    var pool = ForkPool()
    var poller = Poller()
    while true {
      poller.begin()
      poller.watch(descriptor, .readable)
      pool.watch(&poller)
      poller.wait(until: pool.deadline)
      pool.step(poller, now: SystemClocks.awake)
      guard poller.readiness(of: descriptor).isAny else { continue }
      guard let request = line.receive(), ForkRequest.isReadable(request),
        line.send(answer(request, &pool) { ForkChild(idle: idle, body: body).run(request, $0) })
      else { _exit(0) }
    }
  }

  /// Hands the request to a child that waits, or else to a new one. Returns the child's process id,
  /// or a negative errno.
  private static func answer(
    _ request: [UInt8], _ pool: inout ForkPool, _ child: (OwnedDescriptor?) -> Never
  ) -> Int32 {
    if let process = pool.hand(request) { return process }
    do {
      return try pool.fork(child)
    } catch {
      return -error.code
    }
  }
}

/// A child of the fork server.
private struct ForkChild {
  /// The command line while the child waits.
  let idle: [RawText]
  /// Carries out a request.
  let body: (ForkRequest) -> Void

  /// The largest number of requests that one child carries out. What earlier requests have left in
  /// memory goes with the child.
  private static let requestLimit = 64

  /// Carries out `request`, and then further ones from the server at the other end of `descriptor`.
  /// A child without a descriptor carries out one request.
  func run(_ request: [UInt8], _ descriptor: OwnedDescriptor?) -> Never {
    _ = close(ForkServer.descriptor)
    signal(SIGCHLD, SIG_DFL)
    try? OwnProcess.startSession(controlledBy: nil)
    let found = Set(directoryEntries("/proc/self/fd"))
    let line = descriptor.map { ForkLine($0) }
    var next: [UInt8]? = request
    var count = 0
    while let bytes = next, let request = ForkRequest(bytes) {
      OwnProcess.environment = request.environment
      OwnProcess.rename("headway", line: request.arguments)
      body(request)
      count += 1
      // A child that says it waits must take what it gets, so the limit is looked at before.
      guard let line, count < Self.requestLimit, Self.isAsBefore(found) else { break }
      OwnProcess.rename("headway", line: idle)
      _ = chdir("/")
      next = line.send(0) ? line.receive() : nil
    }
    _exit(0)
  }

  /// Whether the request has left neither a process nor a descriptor behind.
  private static func isAsBefore(_ found: Set<String>) -> Bool {
    while true {
      switch nextChildChange() {
      case .changed: continue
      case .nothing: return false
      case .childless: return found == Set(directoryEntries("/proc/self/fd"))
      }
    }
  }
}
