import Dispatch
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
  /// - Returns: the answers in the order of `hosts`. A machine that can't be reached is tried once.
  static func ask<Answer: Sendable>(
    _ hosts: [Host], _ body: @escaping @Sendable (CommandClient) throws(LinkError) -> Answer
  ) throws(CommandFailure) -> [Result<Answer, LinkError>] {
    let paths = try Hub.paths()
    let answers = Mutex(
      [Result<Answer, LinkError>](
        repeating: .failure(.connectionLost), count: hosts.count))
    let places = DispatchSemaphore(value: handshakeLimit)
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "headway.hosts", attributes: .concurrent)
    for (index, host) in hosts.enumerated() {
      places.wait()
      queue.async(group: group) {
        let answer = Result { () throws(LinkError) in
          try body(CommandClient(over: try HostBridge(to: host, paths)))
        }
        answers.withLock { $0[index] = answer }
        places.signal()
      }
    }
    group.wait()
    return answers.withLock(\.self)
  }
}
