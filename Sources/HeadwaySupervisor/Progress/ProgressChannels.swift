internal import HeadwayRecognition
internal import HeadwaySystem

/// Ways for a command to say how far it is that aren't its output. Each is open only where the command
/// behaves with it as without.
final class ProgressChannels {
  enum News {
    case notice(ServiceNotice)
    case tree(ZigProgressTree)
  }

  private let notices: DatagramSocket?
  private var zig: OwnedDescriptor?
  private var zigWriter: OwnedDescriptor?
  private var decoder = ZigProgressDecoder()

  /// How many messages are heard before something else has its turn.
  private static let roundLimit = 16

  /// A socket where the options name one. Zig's progress for a zig that can't draw it itself: with a
  /// terminal it would draw no more, and others would find an open file that isn't theirs.
  init(_ options: SupervisorOptions, _ plan: StreamPlan) {
    notices = options.noticePath.flatMap { try? DatagramSocket(at: $0) }
    let name = options.command.first?.string.split(separator: "/").last
    guard name == "zig", plan.error != .terminal, !Self.isSet(Self.zigVariable),
      let pipe = try? DescriptorPair.pipe()
    else { return }
    pipe.first.setNonblocking()
    pipe.second.setNonblocking()
    (zig, zigWriter) = (pipe.first, pipe.second)
  }

  private static let zigVariable = "ZIG_PROGRESS"
  private static func isSet(_ name: String) -> Bool { ProcessEnvironment.variable(name) != nil }

  /// For the command.
  var environment: [(name: String, value: RawText)] {
    var variables: [(name: String, value: RawText)] = []
    if let notices { variables.append((name: "NOTIFY_SOCKET", value: RawText(notices.path))) }
    if let zigWriter {
      variables.append((name: Self.zigVariable, value: RawText("\(zigWriter.raw)")))
    }
    return variables
  }

  /// For the command, by the same number.
  var inherited: [CInt] { zigWriter.map { [$0.raw] } ?? [] }

  /// The command has its own of what it inherits: whether anybody still holds it shows from now on.
  func letGo() { zigWriter = nil }

  func watch(_ poller: inout Poller) {
    if let notices { poller.watch(notices.descriptor, .readable) }
    if let zig { poller.watch(zig.raw, .readable) }
  }

  /// What has come.
  func receive(_ poller: borrowing Poller) -> [News] {
    var news: [News] = []
    if let notices, poller.readiness(of: notices.descriptor).isAny { hear(notices, &news) }
    if let zig, poller.readiness(of: zig.raw).isAny { read(zig, &news) }
    return news
  }

  private func hear(_ notices: DatagramSocket, _ news: inout [News]) {
    for _ in 0..<Self.roundLimit {
      guard let datagram = notices.next(byteLimit: ServiceNotice.byteLimit) else { return }
      if let notice = ServiceNotice(datagram) { news.append(.notice(notice)) }
    }
  }

  private func read(_ pipe: OwnedDescriptor, _ news: inout [News]) {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = 0
      switch Transfer.read(pipe.raw, into: UnsafeMutableRawBufferPointer(buffer)) {
      case .bytes(let read): count = read
      case .wouldBlock: break
      case .ended, .failed: zig = nil
      }
    }
    decoder.consume(bytes)
    if decoder.isBroken { zig = nil }
    if let tree = decoder.takeTree() { news.append(.tree(tree)) }
  }
}
