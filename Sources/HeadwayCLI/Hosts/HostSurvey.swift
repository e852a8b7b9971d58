import Dispatch
import Glibc
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import Synchronization

/// Asks several machines at the same time.
///
/// ```swift
/// let answers = HostSurvey.ask(hosts) { client throws(LinkError) in try client.list(all: false) }
/// ```
enum HostSurvey {
  /// The greatest number of connections that are made at the same time. A jump host refuses more
  /// than ten by default (sshd_config(5), MaxStartups).
  private static let handshakeLimit = 8

  /// Connects to each machine, and runs `body` with its client, on a thread of its own.
  ///
  /// - Parameter noHub: The answer of a machine without a hub, which then isn't started. Nil starts
  ///   one.
  /// - Returns: the answers in the order of `hosts`. A machine that can't be reached is tried once.
  static func ask<Answer: Sendable>(
    _ hosts: [Host], noHub: Answer? = nil,
    _ body: @escaping @Sendable (CommandClient) throws(LinkError) -> Answer
  ) throws(CommandFailure) -> [Result<Answer, LinkError>] {
    let paths = try Hub.paths()
    let answers = Mutex(
      [Result<Answer, LinkError>](
        repeating: .failure(.connectionLost), count: hosts.count))
    let places = DispatchSemaphore(value: handshakeLimit)
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "headway.hosts", attributes: .concurrent)
    // A task-local value such as this one is that of the calling thread only.
    let catalog = MessageCatalog.current
    for (index, host) in hosts.enumerated() {
      places.wait()
      queue.async(group: group) {
        let answer = Result { () throws(LinkError) in
          try Self.inLanguage(of: catalog) { () throws(LinkError) in
            try Self.answer(of: host, paths, noHub, body)
          }
        }
        answers.withLock { $0[index] = answer }
        places.signal()
      }
    }
    group.wait()
    return answers.withLock(\.self)
  }

  /// Does something whose sentences are in the language of a catalog; nil is English.
  private static func inLanguage<Answer>(
    of catalog: MessageCatalog?, _ work: () throws(LinkError) -> Answer
  ) throws(LinkError) -> Answer {
    if let catalog { return try catalog.during(work) }
    return try MessageCatalog.inEnglish(work)
  }

  private static func answer<Answer>(
    of host: Host, _ paths: HeadwayPaths, _ noHub: Answer?,
    _ body: (CommandClient) throws(LinkError) -> Answer
  ) throws(LinkError) -> Answer {
    let bridge: HostBridge
    do throws(LinkError) {
      bridge = try HostBridge(to: host, paths, mayStartHub: noHub == nil)
    } catch {
      if case .host(let trouble) = error, trouble.kind == .noHub, let noHub { return noHub }
      throw error
    }
    return try body(CommandClient(over: bridge))
  }

  /// Asks machines, of which nil is this one, for `body`.
  ///
  /// - Parameters:
  ///   - here: The answer of this machine.
  ///   - noHub: The answer of another machine without a hub, which then isn't started. Nil starts
  ///     one.
  /// - Returns: the answers in the order of `machines`.
  static func ask<Answer: Sendable>(
    _ machines: [HostName?], here: () -> Result<Answer, CommandFailure>, noHub: Answer? = nil,
    _ body: @escaping @Sendable (CommandClient) throws(LinkError) -> Answer
  ) throws(CommandFailure) -> [MachineAnswer<Answer>] {
    unsetenv(HostChoice.variable)
    var hosts: [Host] = []
    for case let name? in machines { hosts.append(try Hosts.named(name)) }
    var there = try ask(hosts, noHub: noHub, body).makeIterator()
    return machines.map { name in
      guard let name else { return MachineAnswer(host: nil, result: here()) }
      let result = there.next() ?? .failure(.connectionLost)
      return MachineAnswer(host: name, result: result.mapError { CommandFailure($0) })
    }
  }

  /// Asks machines, of which nil is this one, for `body`. The hub of this machine is started if none
  /// runs.
  static func ask<Answer: Sendable>(
    _ machines: [HostName?],
    _ body: @escaping @Sendable (CommandClient) throws(LinkError) -> Answer
  ) throws(CommandFailure) -> [MachineAnswer<Answer>] {
    try ask(machines, here: { hereResult(body) }, body)
  }

  private static func hereResult<Answer>(
    _ body: (CommandClient) throws(LinkError) -> Answer
  ) -> Result<Answer, CommandFailure> {
    do throws(CommandFailure) {
      return .success(try Hub.ask { client throws(LinkError) in try body(client) })
    } catch {
      return .failure(error)
    }
  }
}

/// The answer of one of several machines.
struct MachineAnswer<Answer> {
  /// The machine; nil for this one.
  let host: HostName?
  let result: Result<Answer, CommandFailure>
}
