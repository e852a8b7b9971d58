import Dispatch
import Glibc
package import HeadwayModel
package import HeadwaySystem
package import HeadwayWire
import Synchronization
import SystemPackage

/// A connection to the hub of another machine that is made again after each loss, for a monitor.
///
/// The session starts ssh, waits for the greeting of the far end and then carries the protocol. No
/// function blocks. One thread may use a session.
///
/// ```swift
/// let session = HostSession(to: host, paths, HandshakeLimit())
/// for event in session.step(now: SystemClocks.awake) { … }
/// ```
package final class HostSession: LinkSession {
  private enum State {
    case waiting(until: AwakeTime)
    /// All places for handshakes are taken.
    case queued
    /// ssh(1) is asked whether the user's config shares connections.
    case preparing(SharingQuestion)
    case greeting(BridgeProcess, LineFramer, noise: Int, until: AwakeTime)
    case open(BridgeProcess, HubConnection)
    /// The stream of ssh is closed, and its exit status says why.
    case ending(BridgeProcess)
    /// A person has to do something first.
    case halted
  }

  private let host: Host
  private let paths: HeadwayPaths
  private let limit: HandshakeLimit
  private var state = State.waiting(until: .origin)
  /// The way to the machine. Nil until the user's config has been asked whether it shares
  /// connections.
  package private(set) var command: SSHCommand?
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(60))
  private var generator = SystemRandomNumberGenerator()
  private var saidGoodbye = false
  /// The time at which the current connection was made. Nil without one.
  private var openedAt: AwakeTime?
  /// Whether the hub of the current connection has greeted.
  private var hasGreeted = false
  private var heardAt = AwakeTime.origin
  private var budget = ReadBudget()
  package private(set) var trouble: LinkError?
  package private(set) var greeting: BridgeGreeting?

  /// A connection that lasted so long is made again at once. A machine that closes each connection
  /// is called with growing pauses.
  package static let goodTime: Duration = .seconds(10)
  /// The greatest number of bytes that wait for a machine that doesn't read.
  private static let outboxLimit = 1 << 20
  /// The time without a byte after which ssh is given up. The owner asks a quiet hub more often.
  private static let silenceLimit: Duration = .seconds(60)

  package init(to host: Host, _ paths: HeadwayPaths, _ limit: HandshakeLimit) {
    (self.host, self.paths, self.limit) = (host, paths, limit)
  }

  deinit { if isShakingHands { limit.leave() } else { limit.giveUp(ObjectIdentifier(self)) } }

  package var descriptor: CInt? {
    switch state {
    case .greeting(let ssh, _, _, _): ssh.stream.rawValue
    case .open(_, let connection): budget.restsUntil == nil ? connection.descriptor : nil
    case .preparing(let question): question.descriptor
    case .waiting, .queued, .ending, .halted: nil
    }
  }

  package var wantsWrite: Bool {
    if case .open(_, let connection) = state { return connection.wantsWrite }
    return false
  }

  package var isOpen: Bool { if case .open = state { true } else { false } }

  package var nextDeadline: AwakeTime? {
    switch state {
    case .waiting(let until): until
    case .queued: limit.isTurn(of: ObjectIdentifier(self)) ? .origin : nil
    case .preparing, .halted: nil
    case .greeting(_, _, _, let until): until
    case .open: budget.restsUntil ?? heardAt + Self.silenceLimit
    case .ending: SystemClocks.awake + BridgeProcess.lookPause
    }
  }

  /// Makes the next step try to connect without a pause, unless a person has to do something first.
  package func hurry() {
    if case .waiting = state { state = .waiting(until: .origin) }
  }

  /// Makes the next step try to connect, and start a hub there, because a person wants it.
  package func retry() {
    saidGoodbye = false
    backoff.reset()
    switch state {
    case .waiting, .halted: state = .waiting(until: .origin)
    case .queued, .preparing, .greeting, .open, .ending: break
    }
  }

  package func send(_ body: some MessageBody) {
    if case .open(_, let connection) = state { connection.send(body) }
  }

  package func step(now: AwakeTime) -> [HubSession.Event] {
    switch state {
    case .halted: return []
    case .waiting(let until):
      if now >= until { begin(now: now) }
    case .queued: begin(now: now)
    case .preparing(let question):
      if let answer = question.answer {
        command = answer
        start(answer, now: now)
      }
    case .greeting(let ssh, let framer, let noise, let until):
      return awaitGreeting(of: ssh, framer, noise: noise, until: until, now: now)
    case .open(let ssh, let connection): return exchange(ssh, connection, now: now)
    case .ending(let ssh): awaitEnd(of: ssh, now: now)
    }
    return []
  }

  private var isShakingHands: Bool {
    switch state {
    case .preparing, .greeting: true
    case .waiting, .queued, .open, .ending, .halted: false
    }
  }

  /// Begins a try, as soon as there is a place for one more handshake.
  private func begin(now: AwakeTime) {
    guard limit.enter(ObjectIdentifier(self)) else { return state = .queued }
    if let command { return start(command, now: now) }
    do throws(SystemError) {
      state = .preparing(try SharingQuestion(host, paths))
    } catch {
      limit.leave()
      fail(HostTrouble(host, .unreachable(SanitisedText("\(error)", limit: .line))), now: now)
    }
  }

  private func start(_ command: SSHCommand, now: AwakeTime) {
    guard let program = ProgramPath.find("ssh") else {
      limit.leave()
      return fail(HostTrouble(host, .noSSH), now: now)
    }
    do throws(SystemError) {
      let ssh = try BridgeProcess(program, command.bridge(mayStartHub: !saidGoodbye), blocks: false)
      state = .greeting(ssh, LineFramer(), noise: 0, until: now + HostBridge.patience)
    } catch {
      limit.leave()
      fail(HostTrouble(host, .unreachable(SanitisedText("\(error)", limit: .line))), now: now)
    }
  }

  /// Notes a failed try, and waits before the next one.
  private func fail(_ reason: HostTrouble, now: AwakeTime) {
    trouble = .host(reason)
    (openedAt, hasGreeted) = (nil, false)
    if reason.needsPerson {
      state = .halted
    } else {
      state = .waiting(until: now + backoff.pause(using: &generator))
    }
  }

  private func awaitGreeting(
    of ssh: BridgeProcess, _ framer: LineFramer, noise: Int, until: AwakeTime, now: AwakeTime
  ) -> [HubSession.Event] {
    var reading = GreetingReader(framer, noise: noise)
    do throws(HostTrouble) {
      switch ssh.readNow() {
      case .bytes(let bytes):
        guard let greeting = try reading.read(bytes, from: host) else { break }
        return open(ssh, reading.framer, greeting, now: now)
      case .nothing:
        if now >= until { throw HostTrouble(host, .silent) }
      case .ended:
        limit.leave()
        state = .ending(ssh)
        return []
      }
      state = .greeting(ssh, reading.framer, noise: reading.noise, until: until)
    } catch {
      limit.leave()
      ssh.kill()
      fail(error, now: now)
    }
    return []
  }

  private func open(
    _ ssh: BridgeProcess, _ framer: LineFramer, _ greeting: BridgeGreeting, now: AwakeTime
  ) -> [HubSession.Event] {
    limit.leave()
    let connection = HubConnection(over: ssh.stream, framer)
    connection.send(ClientHello(role: .monitor))
    state = .open(ssh, connection)
    self.greeting = greeting
    (trouble, saidGoodbye, heardAt, openedAt) = (nil, false, now, now)
    return [.opened]
  }

  private func exchange(
    _ ssh: BridgeProcess, _ connection: HubConnection, now: AwakeTime
  ) -> [HubSession.Event] {
    ssh.takeErrors()
    connection.flush()
    guard budget.allows(at: now) else { return [] }
    let before = connection.receivedByteCount
    do throws(LinkError) {
      let messages = try connection.receive()
      let count = connection.receivedByteCount - before
      budget.spend(count, at: now)
      if count > 0 { heardAt = now }
      for message in messages { try note(message) }
      let isStuck = connection.waitingByteCount > Self.outboxLimit
      if isStuck || count == 0 && now >= heardAt + Self.silenceLimit {
        ssh.kill()
        fail(HostTrouble(host, .silent), now: now)
        return [.closed(saidGoodbye: false)]
      }
      return messages.isEmpty ? [] : [.messages(messages)]
    } catch {
      switch error {
      case .malformed(let reason):
        ssh.kill()
        fail(HostTrouble(host, .malformed(reason)), now: now)
      case .refused(_, let message):
        ssh.kill()
        fail(HostTrouble(host, .refused(SanitisedText(message, limit: .line))), now: now)
      default: state = .ending(ssh)
      }
      return [.closed(saidGoodbye: saidGoodbye)]
    }
  }

  /// Notes a goodbye. Throws for what ends the connection: a refusal of the protocol version, and a
  /// second greeting.
  private func note(_ message: HubMessage) throws(LinkError) {
    switch message {
    case .goodbye: saidGoodbye = true
    case .hello where hasGreeted: throw .malformed("a second greeting")
    case .hello: hasGreeted = true
    case .error(let error) where error.code == ErrorCode.version.rawValue:
      throw .refused(code: error.code, message: error.message)
    default: break
    }
  }

  /// Waits for the end of ssh, whose exit status and words say why there is no connection.
  private func awaitEnd(of ssh: BridgeProcess, now: AwakeTime) {
    guard let (status, output) = ssh.endNow() else { return }
    let wasGood = openedAt.map { now - $0 >= Self.goodTime } ?? false
    if wasGood { backoff.reset() }
    fail(HostTrouble(host, sshEndedWith: status, output: output), now: now)
    if wasGood, !saidGoodbye, case .waiting = state { state = .waiting(until: now) }
  }
}

/// The greatest number of handshakes at the same time. A jump host refuses more than ten by default
/// (sshd_config(5), MaxStartups). One thread may use a limit.
package final class HandshakeLimit {
  private var count = 0
  /// The sessions that wait for a place, the first to come first.
  private var waiting: [ObjectIdentifier] = []

  /// The greatest number of connections that are made at the same time.
  package static let most = 8

  package init() {}

  /// Takes a place for a session. Returns false if none is free for it: the session waits then.
  func enter(_ session: ObjectIdentifier) -> Bool {
    if !waiting.contains(session) { waiting.append(session) }
    guard isTurn(of: session) else { return false }
    waiting.removeFirst()
    count += 1
    return true
  }

  /// Whether a place is free for a session that waits.
  func isTurn(of session: ObjectIdentifier) -> Bool {
    count < Self.most && waiting.first == session
  }

  func leave() { count -= 1 }

  /// Forgets a session that waits.
  func giveUp(_ session: ObjectIdentifier) { waiting.removeAll { $0 == session } }
}

/// The question to ssh(1), whether the user's config shares connections to a host. A thread of its
/// own asks: `Match exec` in the config may take long.
private final class SharingQuestion: Sendable {
  private let result = Mutex<SSHCommand?>(nil)
  private let near: OwnedDescriptor

  var answer: SSHCommand? { result.withLock(\.self) }
  /// The descriptor that is readable once there is an answer.
  var descriptor: CInt { near.raw }

  init(_ host: Host, _ paths: HeadwayPaths) throws(SystemError) {
    let pipe = try DescriptorPair.pipe()
    near = pipe.first
    let far = pipe.second
    DispatchQueue.global().async { [self] in
      let command = SSHCommand(host: host, controlPath: HostBridge.controlPath(host, paths))
      result.withLock { $0 = command }
      // The end of the pipe is the news.
      _ = far
    }
  }
}
