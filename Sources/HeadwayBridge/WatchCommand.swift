import ArgumentParser
import Glibc
import HeadwayBroker
import HeadwayConfig
import HeadwayFleet
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The command `headway-bridge watch`: tells another program what the hubs of a fleet publish.
/// `headway watch --fleet` and `headway status --fleet` start it.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print what all hubs publish, for headway watch --fleet.",
    discussion: "It ends when standard input is closed.")

  @Argument(
    help: ArgumentHelp("\(BrokerURL.forms.english).", valueName: "broker"),
    transform: { text in
      guard let url = BrokerURL(text) else {
        throw ValidationError(
          "'\(text)' isn't the address of a broker; give \(BrokerURL.forms.english)")
      }
      return url
    })
  var broker: BrokerURL

  mutating func run() throws {
    OwnProcess.occupyClosedStreams()
    signal(SIGPIPE, SIG_IGN)
    do {
      let fleet = try PublishCommand.config().fleet
      let client = "headway-watch-\(UInt64.random(in: .min ... .max))"
      let settings = BrokerSettings(fleet, broker, client: client)
      try FleetWatch(settings).run()
    } catch {
      HeadwayBridge.fail("\(error)", error is ConfigError ? .usage : .failure)
    }
  }
}

/// The loop of `headway-bridge watch`.
final class FleetWatch {
  private let url: BrokerURL
  private let client: String
  private let broker: BrokerClient
  private var connection = BrokerConnection()
  private var orders: SentOrders
  private var framer = LineFramer()
  private var output: [UInt8] = []
  private var completion = FleetCompletion()
  private var isInputOpen = true
  private var fleet = KnownFleet()

  init(_ settings: BrokerSettings) throws(SystemError) {
    (url, client) = (settings.url, settings.client)
    broker = try BrokerClient(settings, keepsLatestOnly: true)
    orders = SentOrders(client: settings.client)
  }

  func run() throws(BrokerProblem) {
    var poller = Poller()
    while isInputOpen {
      let now = SystemClocks.awake
      if connection.takeTurn(at: now) { try broker.connect() }
      hearBroker(at: now)
      for line in orders.giveUp(isBrokerThere: connection.isThere, at: now) { tell(line) }
      if completion.takeDue(at: now) { tell(.complete) }
      for line in fleet.sweep(at: now) { tell(line) }
      guard flush() else { break }
      poller.begin()
      poller.watch(broker.descriptor, .readable)
      poller.watch(STDIN_FILENO, .readable)
      let times = [connection.nextTry, orders.nextDeadline, completion.due, fleet.nextSweep]
      poller.wait(until: times.compactMap { $0 }.min())
      if poller.readiness(of: STDIN_FILENO).isAny { readOrders() }
    }
    broker.disconnect()
  }

  private func hearBroker(at now: AwakeTime) {
    for event in broker.takeEvents().events {
      switch event {
      case .connected:
        connection.succeed(at: now)
        fleet.begin()
        tell(.brokerUp)
        // With 0 the broker sends all that it keeps. With 1 it may drop what doesn't fit its queue.
        for (place, filter) in FleetAddress.everyone.enumerated() {
          broker.subscribe(filter, quality: 0, withoutOwn: true, token: Int64(place))
        }
        broker.subscribe(
          FleetAddress.allReplies(to: client), quality: 1, withoutOwn: true, token: 9)
      case .lost(let loss):
        completion.lost()
        let line = loss.sentence(about: url)
        if connection.fail(line, at: now) {
          tell(.brokerDown(SanitisedText(line, limit: .line)))
        }
      case .message(let topic, let message):
        completion.heard(at: now)
        take(message, of: topic, at: now)
      case .published(let token, let reason), .unpublished(let token, let reason):
        if let line = orders.noteTaken(token, reason: reason) { tell(line) }
      case .subscribed(9, _):
        // Without answers orders end with "nobody knows". A loss ends subscriptions too.
        if connection.isThere { completion.subscribed(at: now) }
      case .subscribed(_, let reason) where reason >= 0x80 || reason < 0:
        let words = String(wire: "the broker doesn't let this user watch (reason \(reason))")
        tell(.brokerDown(SanitisedText(words, limit: .line)))
      case .subscribed: break
      }
    }
  }

  private func take(_ message: DeliveredOrder, of topic: String, at now: AwakeTime) {
    if let address = FleetAddress.readReply(topic, to: client) {
      let reply = orders.take(
        message.payload, correlation: message.correlation, from: address)
      if let reply { tell(reply) }
      return
    }
    for line in fleet.take(message.payload, of: topic, at: now) { tell(line) }
  }

  private func tell(_ line: FleetLine) {
    guard let text = line.text, text.utf8.count < LineFramer.byteLimit else { return }
    output += text.utf8
    output.append(UInt8(ascii: "\n"))
  }

  /// Writes all lines. Returns false if nobody reads any more.
  private func flush() -> Bool {
    var rest = output[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        guard errno == EINTR else { return false }
        continue
      }
      rest = rest.dropFirst(count)
    }
    output.removeAll(keepingCapacity: output.count < 1 << 20)
    return true
  }

  private func readOrders() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else {
      if count == 0 || errno != EINTR { isInputOpen = false }
      return
    }
    framer.append(bytes[..<count])
    while let line = try? framer.next() {
      guard let order = OrderLine(line) else { continue }
      let now = SystemClocks.awake
      guard connection.isThere, let (token, message, topic) = orders.send(order, at: now) else {
        let error = ErrorMessage(
          request: order.order.request, code: .notNow,
          message: String(wire: "the broker isn't connected; nothing was sent"))
        tell(.reply(order.address, .error(error)))
        continue
      }
      broker.publish(message, token: token, replyTopic: topic)
    }
  }
}
