import Glibc
package import HeadwayModel
package import HeadwaySystem
import HeadwayWire
package import SystemPackage

/// A connection to the hub of another machine, through the user's own ssh.
///
/// ssh runs `headway hub connect` there, whose standard streams carry the protocol. The process of
/// ssh ends with the bridge, and with the thread that made it. One thread may use a bridge.
///
/// ```swift
/// let bridge = try HostBridge(to: host, paths)
/// let client = CommandClient(over: bridge)
/// ```
package final class HostBridge {
  let connection: HubConnection
  private let ssh: BridgeProcess

  /// The longest wait for the greeting, in which ssh connects and a hub may start there.
  package static let patience: Duration = .seconds(20)

  /// Connects, and waits for the greeting. Blocks for ``patience`` at most.
  ///
  /// - Parameter mayStartHub: Whether a hub is started there if none runs.
  /// - Throws: ``LinkError/host(_:)``, and ``LinkError/system(_:)`` if ssh can't be started.
  package init(
    to host: Host, _ paths: HeadwayPaths, mayStartHub: Bool = true
  ) throws(LinkError) {
    guard let program = ProgramPath.find("ssh") else { throw .host(HostTrouble(host, .noSSH)) }
    let command = SSHCommand(host: host, controlPath: Self.controlPath(host, paths))
    do {
      ssh = try BridgeProcess(program, command.bridge(mayStartHub: mayStartHub))
    } catch {
      throw .system(error)
    }
    var reader = GreetingReader()
    do throws(HostTrouble) {
      try Self.awaitGreeting(of: ssh, host, &reader)
    } catch {
      throw .host(error)
    }
    connection = HubConnection(over: ssh.stream, reader.framer)
  }

  /// The path at which connections to the host are shared. Nil if the user's own config shares
  /// them, or if there is no private directory for the path.
  package static func controlPath(_ host: Host, _ paths: HeadwayPaths) -> String? {
    let directory = paths.runtimeDirectory + "/ssh"
    // ssh appends a name of 40 bytes and, for a moment, 17 more. A socket's path has at most 107.
    guard directory.utf8.count <= 48 else { return nil }
    let question = SSHCommand(host: host, controlPath: nil).question
    guard let answer = ProgramRun.of(question), answer.succeeded,
      !SSHCommand.sharesConnections(answer.output),
      (try? PrivateDirectory.ensure(directory)) != nil
    else { return nil }
    return directory + "/%C"
  }

  /// Reads lines until the greeting comes.
  private static func awaitGreeting(
    of ssh: BridgeProcess, _ host: Host, _ reader: inout GreetingReader
  ) throws(HostTrouble) {
    let deadline = SystemClocks.awake + patience
    while true {
      switch ssh.read(until: deadline) {
      case .bytes(let bytes): if try reader.read(bytes, from: host) != nil { return }
      case .nothing: throw HostTrouble(host, .silent)
      case .ended:
        let (status, output) = ssh.end()
        throw HostTrouble(host, sshEndedWith: status, output: output)
      }
    }
  }
}

/// A program that bridges to hubs elsewhere: ssh, or headway-bridge. Its standard input and output are
/// one stream.
package final class BridgeProcess {
  /// The end of ssh's standard input and output.
  package let stream: FileDescriptor
  let errors: OwnedDescriptor
  let owner: OwnedDescriptor
  private let pid: CInt
  private var isReaped = false
  /// The time at which an ssh is killed that has closed its stream. Nil before that.
  private var givenUpAt: AwakeTime?
  /// The end of what came on standard error.
  private var tail = StreamTail()

  /// The time between two looks at an ssh that ends.
  package static let lookPause: Duration = .milliseconds(20)
  /// The time in which ssh ends after its stream.
  private static let endLimit: Duration = .seconds(2)
  /// The time in which an ssh ends that is no longer wanted. A stopped one never does, and the screen
  /// of a monitor stands still meanwhile.
  private static let endTime: Duration = .milliseconds(100)

  /// Starts ssh.
  ///
  /// - Parameters:
  ///   - program: The path of ssh.
  ///   - words: Its name and arguments.
  ///   - blocks: Whether a call may wait for ssh, at most for the patience of a bridge.
  package init(_ program: String, _ words: [String], blocks: Bool = true) throws(SystemError) {
    (pid, owner, errors) = try Self.start(program, words)
    stream = owner.descriptor
    errors.setNonblocking()
    if !blocks { owner.setNonblocking() }
  }

  /// Writes to ssh's standard input, and closes it. Returns whether the socket took all bytes: a line
  /// fits its buffer.
  package func write(_ bytes: [UInt8]) -> Bool {
    let result = bytes.withUnsafeBytes { Transfer.send(stream.rawValue, $0) }
    UnixSocket.finishSending(stream)
    return result == .bytes(bytes.count) || bytes.isEmpty
  }

  /// Ends ssh, and closes the stream. The far end notices both.
  deinit {
    if isReaped { return }
    _ = Glibc.kill(pid, SIGTERM)
    _ = reap(within: Self.endTime)
  }

  private static func start(
    _ program: String, _ words: [String]
  ) throws(SystemError) -> (CInt, OwnedDescriptor, OwnedDescriptor) {
    let stream = try DescriptorPair.stream(waitingAtMost: HostBridge.patience)
    let errors = try DescriptorPair.pipe()
    var request = SpawnRequest(
      path: RawText(program), arguments: words.map { RawText($0) },
      environment: OwnProcess.environment)
    request.defaultSignals = .all
    request.startsSession = true
    // A killed process can't end its ssh itself.
    request.endsWithParent = true
    let (input, output) = (try stream.second.raised(), try errors.second.raised())
    request.duplicates = [(input.raw, 0), (input.raw, 1), (output.raw, 2)]
    return (try request.spawn(), stream.first, errors.first)
  }

  package enum Reading {
    case bytes([UInt8])
    /// Nothing until the deadline.
    case nothing
    case ended
  }

  func read(until deadline: AwakeTime) -> Reading {
    while true {
      var poller = Poller()
      poller.watch(owner.raw, .readable)
      poller.watch(errors.raw, .readable)
      poller.wait(until: deadline)
      // A pipe at its end is always ready: the end of ssh is at hand.
      if poller.readiness(of: errors.raw).isAny, !drainErrors() {
        poller.begin()
        poller.watch(owner.raw, .readable)
        poller.wait(until: deadline)
      }
      guard poller.readiness(of: owner.raw).isAny else {
        if SystemClocks.awake >= deadline { return .nothing }
        continue
      }
      let reading = receive()
      if case .nothing = reading { continue }
      return reading
    }
  }

  /// Reads what is there now.
  package func readNow() -> Reading {
    drainErrors()
    return receive()
  }

  private func receive() -> Reading {
    var isOver = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      count = 0
      do {
        let received = try UnixSocket.receive(
          into: UnsafeMutableRawBufferPointer(buffer), from: owner.descriptor)
        count = received ?? 0
        isOver = received == 0
      } catch {
        isOver = true
      }
    }
    if isOver { return .ended }
    return bytes.isEmpty ? .nothing : .bytes(bytes)
  }

  /// Returns what ``end()`` returns, without waiting: nil while ssh hasn't ended. Kills an ssh that
  /// still hasn't 2 s after the first call. The caller calls again after ``lookPause``.
  package func endNow() -> (status: Int32, output: String)? {
    let until = givenUpAt ?? SystemClocks.awake + Self.endLimit
    givenUpAt = until
    if !ProcessExit.wait(for: pid, within: .zero) {
      guard SystemClocks.awake >= until else { return nil }
      kill()
    }
    return end()
  }

  /// Ends an ssh that doesn't end by itself.
  package func kill() { _ = Glibc.kill(pid, SIGKILL) }

  /// Takes what is on standard error, so that ssh can go on writing there.
  func takeErrors() { drainErrors() }

  /// Waits for the end of ssh, which has closed its stream. Returns its exit status, or 255 if a
  /// signal ended it, and what it wrote on standard error.
  package func end() -> (status: Int32, output: String) {
    if !ProcessExit.wait(for: pid, within: Self.endLimit) { _ = Glibc.kill(pid, SIGTERM) }
    let status = reap()
    _ = drainErrors()
    let isExit = status & 0x7F == 0
    return (isExit ? (status >> 8) & 0xFF : 255, tail.text)
  }

  /// Takes what is there on standard error, and keeps its end. Returns false at its end.
  @discardableResult
  func drainErrors() -> Bool { tail.read(errors) }

  private func reap(within limit: Duration = .seconds(2)) -> CInt {
    var status: CInt = 0
    if !ProcessExit.wait(for: pid, within: limit) { kill() }
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    isReaped = true
    return status
  }
}
