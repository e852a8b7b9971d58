import HeadwayLink
import HeadwayModel
import HeadwayMonitor
import HeadwaySystem
import SystemPackage

/// The output of tasks of other machines that the monitor shows. An ssh for each runs
/// `headway logs --follow` there.
final class FarOutputs {
  private let hosts: (HostPlace) -> SSHCommand?
  private var tails: [FarTail] = []

  /// The greatest number of outputs at the same time. A shared connection carries ten sessions by
  /// default (sshd_config(5), MaxSessions), and the bridge is one of them.
  private static let limit = 3

  /// - Parameter hosts: The way to a machine; nil while it isn't known.
  init(hosts: @escaping (HostPlace) -> SSHCommand?) { self.hosts = hosts }

  /// Follows exactly the requested outputs, as many as there is room for.
  func follow(_ requests: [OutputRequest]) {
    tails = requests.prefix(Self.limit).map { request in
      tails.first { $0.request == request } ?? FarTail(request, hosts(request.key.host))
    }
  }

  /// The awake time at which something is to be looked at without news on a descriptor.
  var nextDeadline: AwakeTime? { tails.compactMap(\.deadline).min() }

  func watch(with poller: inout Poller) {
    for tail in tails { tail.watch(with: &poller) }
  }

  /// The output that came since the last call.
  func news() -> [MonitorEvent] { tails.flatMap { $0.news() } }
}

/// The output of one task of another machine.
private final class FarTail {
  let request: OutputRequest
  private var ssh: SSHProcess?
  private var hasBegun = false
  private var isOver = false
  /// The awake time until which nothing is read, so that an output without end leaves time for keys.
  private var restsUntil: AwakeTime?

  /// The number of lines that are asked for where only the end of the output matters.
  private static let lineCount = 200
  private static let rest: Duration = .milliseconds(50)
  private static let portion = 1 << 18

  init(_ request: OutputRequest, _ command: SSHCommand?) {
    self.request = request
    guard let command, let program = ProgramPath.find("ssh") else { return }
    var words = ["", "logs", "--follow", "--raw"]
    if request.needsOnlyEnd { words += ["--lines", "\(Self.lineCount)"] }
    if let attempt = request.attempt { words += ["--attempt", "\(attempt)"] }
    ssh = try? SSHProcess(
      program,
      command.command(words + ["\(request.number)"], hasTerminal: false, asksNothing: true),
      blocks: false)
  }

  var deadline: AwakeTime? {
    if isOver || ssh == nil { return isOver ? nil : SystemClocks.awake }
    return restsUntil
  }

  func watch(with poller: inout Poller) {
    guard !isOver, restsUntil == nil, let ssh else { return }
    poller.watch(ssh.stream.rawValue, .readable)
  }

  func news() -> [MonitorEvent] {
    guard !isOver else { return [] }
    guard let ssh else { return end("ssh can't be started") }
    if let restsUntil, SystemClocks.awake < restsUntil { return [] }
    restsUntil = nil
    var output: [UInt8] = []
    var hasEnded = false
    reading: while output.count < Self.portion {
      switch ssh.readNow() {
      case .bytes(let bytes): output += bytes
      case .nothing: break reading
      case .ended:
        hasEnded = true
        break reading
      }
    }
    var events: [MonitorEvent] = []
    if !output.isEmpty {
      if !hasBegun { events.append(.outputBegan(request.key, isCut: false)) }
      hasBegun = true
      restsUntil = SystemClocks.awake + Self.rest
      events.append(.output(request.key, output))
    }
    if hasEnded {
      let (status, words) = ssh.end()
      let last = words.split(whereSeparator: \.isNewline).last.map(String.init)
      if status == 0 || hasBegun {
        isOver = true
        if !hasBegun { events.append(.outputMissing(request.key)) }
      } else {
        events += end(last ?? "the connection was lost")
      }
    }
    return events
  }

  private func end(_ words: String) -> [MonitorEvent] {
    isOver = true
    return [.outputRefused(request.key, SanitisedText(words, limit: .line))]
  }
}
