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
  /// The time at which each machine was connected last.
  private var connectedAt: [HostPlace: AwakeTime] = [:]
  /// The requests for which there is no room.
  private var refused: [OutputRequest] = []

  /// The greatest number of outputs at the same time, of all machines. A shared connection carries ten
  /// sessions by default (sshd_config(5), MaxSessions), and the bridge is one of them.
  private static let limit = 3

  private static var refusal: SanitisedText {
    SanitisedText(
      String(localized: "Only \(limit) outputs of other machines are shown at the same time."))
  }

  /// - Parameter hosts: The way to a machine; nil while it isn't known.
  init(hosts: @escaping (HostPlace) -> SSHCommand?) { self.hosts = hosts }

  /// Follows exactly the requested outputs, as many as there is room for.
  func follow(_ requests: [OutputRequest]) {
    tails = requests.prefix(Self.limit).map { request in
      tails.first { $0.request == request } ?? FarTail(request, hosts(request.key.host))
    }
    refused = Array(requests.dropFirst(Self.limit))
  }

  /// Notes that a machine is connected again. Outputs that ended with the former connection, or that
  /// are about to, are followed anew.
  func restart(_ host: HostPlace) { connectedAt[host] = SystemClocks.awake }

  private func renew(_ tail: FarTail) -> FarTail {
    let host = tail.request.key.host
    guard tail.hasFailed, let connectedAt = connectedAt[host], tail.madeAt < connectedAt else {
      return tail
    }
    return FarTail(tail.request, hosts(host))
  }

  /// The awake time at which something is to be looked at without news on a descriptor.
  var nextDeadline: AwakeTime? { tails.compactMap(\.deadline).min() }

  func watch(with poller: inout Poller) {
    for tail in tails { tail.watch(with: &poller) }
  }

  /// The output that came since the last call.
  func news() -> [MonitorEvent] {
    defer { refused = [] }
    tails = tails.map(renew)
    return refused.map { .outputRefused($0.key, Self.refusal) } + tails.flatMap { $0.news() }
  }
}

/// The output of one task of another machine.
private final class FarTail {
  let request: OutputRequest
  /// Whether the output ended with an error.
  private(set) var hasFailed = false
  let madeAt = SystemClocks.awake
  private let command: SSHCommand?
  private let startsAt: AwakeTime
  private var ssh: BridgeProcess?
  private var hasBegun = false
  private var isOver = false
  /// Whether the output is at its end, and ssh hasn't ended yet.
  private var isEnding = false
  /// The awake time until which nothing is read, so that an output without end leaves time for keys.
  private var restsUntil: AwakeTime?

  /// The number of lines that are asked for where only the end of the output matters.
  private static let lineCount = 200
  private static let rest: Duration = .milliseconds(50)
  private static let portion = 1 << 18
  /// The time before ssh is started: a person may only pass by.
  private static let pause: Duration = .milliseconds(200)

  init(_ request: OutputRequest, _ command: SSHCommand?) {
    (self.request, self.command) = (request, command)
    startsAt = SystemClocks.awake + (request.needsOnlyEnd ? Self.pause : .zero)
  }

  private func start(_ command: SSHCommand) -> BridgeProcess? {
    guard let program = ProgramPath.find("ssh") else { return nil }
    var words = ["logs", "--follow", "--raw"]
    if request.needsOnlyEnd { words += ["--lines", "\(Self.lineCount)"] }
    if let attempt = request.attempt { words += ["--attempt", "\(attempt)"] }
    let passed = FarCommand.passed(words + ["\(request.number)"], to: command.host)
    return try? BridgeProcess(
      program, command.command(passed, hasTerminal: false, asksNothing: true), blocks: false)
  }

  var deadline: AwakeTime? {
    if isOver { return nil }
    if isEnding { return SystemClocks.awake + BridgeProcess.lookPause }
    return ssh == nil ? startsAt : restsUntil
  }

  func watch(with poller: inout Poller) {
    guard !isOver, !isEnding, restsUntil == nil, let ssh else { return }
    poller.watch(ssh.stream.rawValue, .readable)
  }

  func news() -> [MonitorEvent] {
    guard !isOver else { return [] }
    if ssh == nil {
      guard SystemClocks.awake >= startsAt else { return [] }
      guard let command else {
        return end(String(localized: "The way to the machine isn't known yet."))
      }
      ssh = start(command)
    }
    guard let ssh else { return end(String(localized: "The program ssh can't be started.")) }
    if let restsUntil, SystemClocks.awake < restsUntil { return [] }
    restsUntil = nil
    var output: [UInt8] = []
    reading: while !isEnding, output.count < Self.portion {
      switch ssh.readNow() {
      case .bytes(let bytes): output += bytes
      case .nothing: break reading
      case .ended:
        isEnding = true
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
    if isEnding, let (status, words) = ssh.endNow() {
      let last = words.split(whereSeparator: \.isNewline).last.map(String.init)
      if status == 0 {
        isOver = true
        if !hasBegun { events.append(.outputBegan(request.key, isCut: false)) }
      } else {
        if hasBegun {
          let note = String(localized: "[headway: the connection ended]")
          events.append(.output(request.key, Array("\n\(note)\n".utf8)))
        }
        events += end(last ?? String(localized: "the connection was lost"))
      }
    }
    return events
  }

  private func end(_ words: String) -> [MonitorEvent] {
    (isOver, hasFailed) = (true, true)
    return [.outputRefused(request.key, SanitisedText(words, limit: .line))]
  }
}
