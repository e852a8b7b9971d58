package import HeadwayModel
package import HeadwayWire

/// An order that a broker may carry to a hub. There is no order that starts a command.
package enum FleetOrder: Hashable, Sendable {
  case cancel(CancelMessage)
  case pause(PauseMessage)
  case resume(ResumeMessage)
  case answer(AnswerMessage)

  /// The kinds of orders, each of which the config can switch on.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case cancel, pause, resume, answer
  }

  package var kind: Kind {
    switch self {
    case .cancel: .cancel
    case .pause: .pause
    case .resume: .resume
    case .answer: .answer
    }
  }

  /// The order and its task, for the log: "pause 7".
  package var words: String {
    let task =
      switch self {
      case .cancel(let body): body.task
      case .pause(let body): body.task
      case .resume(let body): body.task
      case .answer(let body): body.task
      }
    return SanitisedText("\(kind.rawValue) \(task)", limit: .line).string
  }

  /// The number that the sender gave the order; nil for none.
  package var request: Int? {
    get {
      switch self {
      case .cancel(let body): body.request
      case .pause(let body): body.request
      case .resume(let body): body.request
      case .answer(let body): body.request
      }
    }
    set {
      switch self {
      case .cancel(var body):
        body.request = newValue
        self = .cancel(body)
      case .pause(var body):
        body.request = newValue
        self = .pause(body)
      case .resume(var body):
        body.request = newValue
        self = .resume(body)
      case .answer(var body):
        body.request = newValue
        self = .answer(body)
      }
    }
  }

  /// Makes an order of a client's message. Nil for a message of another kind.
  package init?(_ message: ClientMessage) {
    switch message {
    case .cancel(let body): self = .cancel(body)
    case .pause(let body): self = .pause(body)
    case .resume(let body): self = .resume(body)
    case .answer(let body): self = .answer(body)
    default: return nil
    }
  }
}

/// An order as the broker delivered it.
package struct DeliveredOrder: Hashable, Sendable {
  package var payload: [UInt8]
  /// Whether the broker had kept the order for those who come later.
  package var isRetained = false
  /// The topic for the answer; nil if the sender wants none.
  package var replyTopic: String?
  package var correlation: [UInt8] = []

  package init(_ payload: [UInt8]) { self.payload = payload }
}

/// The gate for orders from the broker: anybody whom the broker lets may send anything. Pure.
///
/// ```swift
/// switch gate.take(order, isHubThere: true, at: now) {
/// case .forward(let order): send(order)        // its number is the gate's
/// case .reply(let message): publish(message)
/// case .ignore(let reason): log(reason)
/// }
/// ```
package struct OrderGate: Sendable {
  private let address: FleetAddress
  private let accepted: Set<FleetOrder.Kind>
  /// The orders that the hub hasn't answered, by the gate's number.
  private var waiting: [Int: Waiting] = [:]
  /// The orders of the last minute, by their senders' names for them.
  private var known: [Name: Known] = [:]
  /// The names in the order in which they came.
  private var order: [(name: Name, at: AwakeTime)] = []
  private var lastRequest = 0

  /// The greatest number of orders without an answer.
  package static let waitingLimit = 256
  /// The greatest size of an order, in bytes.
  package static let byteLimit = 8 << 10
  /// The time for which an order that comes again is the same order.
  private static let memory: Duration = .seconds(60)
  /// The greatest number of orders that are remembered.
  private static let memoryLimit = 4_096
  /// The time for which the hub may be silent about an order.
  package static let patience: Duration = .seconds(10)

  fileprivate struct Waiting: Sendable {
    /// The sender's own number.
    var request: Int?
    var replyTopic: String?
    var correlation: [UInt8]
    var until: AwakeTime
  }

  /// The name that a sender gives an order: where it wants the answer, and its correlation data.
  private struct Name: Hashable, Sendable {
    var replyTopic: String
    var correlation: [UInt8]
  }

  private enum Known: Sendable {
    case waiting
    case answered([UInt8])
  }

  package enum Verdict: Hashable, Sendable {
    /// The hub gets the order.
    case forward(FleetOrder)
    /// The hub doesn't get the order, and the sender gets an answer.
    case reply(Publication)
    /// Nothing is done. The text is for the log.
    case ignore(String)
  }

  package init(_ address: FleetAddress, accepting accepted: Set<FleetOrder.Kind>) {
    (self.address, self.accepted) = (address, accepted)
  }

  package mutating func take(
    _ delivered: DeliveredOrder, isHubThere: Bool, at now: AwakeTime
  ) -> Verdict {
    forgetOld(at: now)
    guard !delivered.isRetained else { return .ignore("an order that the broker had kept") }
    var replyTopic = delivered.replyTopic
    if let topic = replyTopic, !address.isReplyTopic(topic) { replyTopic = nil }
    guard delivered.correlation.count <= 256 else { return .ignore("too long correlation data") }
    let name = replyTopic.flatMap { topic in
      delivered.correlation.isEmpty
        ? nil : Name(replyTopic: topic, correlation: delivered.correlation)
    }
    switch name.flatMap({ known[$0] }) {
    case .waiting: return .ignore("an order that came twice")
    case .answered(let payload):
      guard let name else { break }
      return .reply(.reply(payload, to: name.replyTopic, name.correlation))
    case nil: break
    }
    func refusal(_ code: ErrorCode, _ message: String, _ request: Int? = nil) -> Verdict {
      guard let replyTopic else { return .ignore(message) }
      let error = ErrorMessage(request: request, code: code, message: message)
      return .reply(.reply(Self.payload(error), to: replyTopic, delivered.correlation))
    }
    guard delivered.payload.count <= Self.byteLimit else {
      return refusal(.tooLong, String(wire: "an order has at most \(Self.byteLimit) bytes"))
    }
    let message: ClientMessage
    do {
      message = try ClientMessage(line: delivered.payload[...])
    } catch {
      return refusal(.malformed, error.reason)
    }
    guard var order = FleetOrder(message) else {
      let words = String(wire: "a broker may only cancel, pause, resume and answer")
      return refusal(.notPermitted, words)
    }
    guard accepted.contains(order.kind) else {
      return refusal(
        .notPermitted,
        String(
          wire: """
            \(address.host) doesn't accept \(order.kind.rawValue); to allow it, put \
            accept-\(order.kind.rawValue) = true under [fleet] in the config there
            """), order.request)
    }
    guard isHubThere else {
      let words = String(wire: "the hub on \(address.host) is gone; nothing was done")
      return refusal(.notNow, words, order.request)
    }
    guard waiting.count < Self.waitingLimit else {
      let words = String(wire: "too many orders wait for an answer; try again")
      return refusal(.limit, words, order.request)
    }
    if let name {
      known[name] = .waiting
      self.order.append((name, now))
    }
    lastRequest += 1
    waiting[lastRequest] = Waiting(
      request: order.request, replyTopic: replyTopic, correlation: delivered.correlation,
      until: now + Self.patience)
    order.request = lastRequest
    return .forward(order)
  }

  /// Returns the answer for the sender of an order; nil if the message answers none, or if the
  /// sender wants none.
  package mutating func answer(with message: HubMessage) -> Publication? {
    switch message {
    case .ok(let body): body.request.flatMap { finish($0) { $0.payload(body) } }
    case .error(let body): body.request.flatMap { finish($0) { $0.payload(body) } }
    default: nil
    }
  }

  /// Returns the answers to the orders that the hub didn't answer in time, or at all because it is
  /// lost.
  package mutating func giveUp(isHubThere: Bool, at now: AwakeTime) -> [Publication] {
    let late = waiting.filter { !isHubThere || now >= $0.value.until }.keys.sorted()
    let words = String(
      wire: isHubThere
        ? "the hub hasn't answered; the order may still be carried out"
        : "the hub was lost before it answered; look whether the order was carried out")
    return late.compactMap { request in
      finish(request) { $0.payload(ErrorMessage(code: .notNow, message: words)) }
    }
  }

  /// The time of the next order without an answer; nil for none.
  package var nextDeadline: AwakeTime? { waiting.values.map(\.until).min() }

  private mutating func finish(
    _ request: Int, _ payload: (Waiting) -> [UInt8]
  ) -> Publication? {
    guard let order = waiting.removeValue(forKey: request), let topic = order.replyTopic else {
      return nil
    }
    let bytes = payload(order)
    let name = Name(replyTopic: topic, correlation: order.correlation)
    if known[name] != nil { known[name] = .answered(bytes) }
    return .reply(bytes, to: topic, order.correlation)
  }

  private mutating func forgetOld(at now: AwakeTime) {
    let count = order.firstIndex { now < $0.at + Self.memory } ?? order.count
    let excess = max(count, order.count - Self.memoryLimit)
    for (name, _) in order.prefix(excess) { known[name] = nil }
    order.removeFirst(excess)
  }

  fileprivate static func payload(_ body: some MessageBody) -> [UInt8] {
    Array((body.line() ?? []).dropLast())
  }
}

extension OrderGate.Waiting {
  /// The answer with the sender's own number.
  fileprivate func payload(_ body: OkMessage) -> [UInt8] {
    var body = body
    body.request = request
    return OrderGate.payload(body)
  }

  fileprivate func payload(_ body: ErrorMessage) -> [UInt8] {
    var body = body
    body.request = request
    return OrderGate.payload(body)
  }
}
