import HeadwayFleet
import HeadwayModel
import HeadwayWire
import Testing

/// Orders from a broker.
@Suite("Order gate")
struct OrderGateTests {
  private static let address = FleetAddress.named("ada", "b")
  private static let topic = address.replies(to: "watch-1")
  private var gate = OrderGate(address, accepting: [.cancel, .answer])

  private func at(_ seconds: Double) -> AwakeTime { .origin + .seconds(1_000) + .seconds(seconds) }

  private func order(
    _ json: String, correlation: String = "1", topic: String? = topic
  ) -> DeliveredOrder {
    var order = DeliveredOrder(Array(json.utf8))
    (order.replyTopic, order.correlation) = (topic, Array(correlation.utf8))
    return order
  }

  private static let cancel = #"{"type":"cancel","request":5,"task":7}"#

  private func error(_ verdict: OrderGate.Verdict) -> ErrorMessage? {
    guard case .reply(let reply) = verdict, reply.topic == Self.topic, !reply.isRetained,
      case .error(let error)? = try? HubMessage(line: reply.payload[...])
    else { return nil }
    return error
  }

  @Test("an order reaches the hub under the gate's number, and the answer has the sender's")
  mutating func forward() throws {
    let verdict = gate.take(order(Self.cancel), isHubThere: true, at: at(0))
    guard case .forward(let order) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(order.kind == .cancel && order.request == 1)
    let answer = gate.answer(with: .ok(OkMessage(request: 1)))
    let reply = try #require(answer)
    #expect(reply.topic == Self.topic && reply.correlation == Array("1".utf8))
    let again = gate.answer(with: .ok(OkMessage(request: 1)))
    #expect(reply.payload == Array(#"{"type":"ok","request":5}"#.utf8) && again == nil)
  }

  @Test("what the broker had kept is ignored")
  mutating func retained() {
    var order = order(Self.cancel)
    order.isRetained = true
    let verdict = gate.take(order, isHubThere: true, at: at(0))
    guard case .ignore = verdict else {
      Issue.record("\(verdict)")
      return
    }
  }

  @Test("an order that comes twice is carried out once, and answered twice")
  mutating func twice() {
    let first = gate.take(order(Self.cancel), isHubThere: true, at: at(0))
    let second = gate.take(order(Self.cancel), isHubThere: true, at: at(1))
    guard case .forward = first, case .ignore = second else {
      Issue.record("\(first) \(second)")
      return
    }
    let answer = gate.answer(with: .ok(OkMessage(request: 1)))
    let third = gate.take(order(Self.cancel), isHubThere: true, at: at(2))
    #expect(answer != nil && third == answer.map(OrderGate.Verdict.reply))
    let late = gate.take(order(Self.cancel), isHubThere: true, at: at(90))
    guard case .forward = late else {
      Issue.record("\(late)")
      return
    }
  }

  @Test(
    "nothing but the accepted orders is taken",
    arguments: [
      (#"{"type":"pause","request":5,"task":7}"#, "notPermitted"),
      (#"{"type":"submit","request":5,"title":"x"}"#, "malformed"),
      (#"{"type":"stop","request":5}"#, "notPermitted"),
      (#"{"type":"restart","request":5,"task":7}"#, "notPermitted"),
      (#"{"type":"cancel","request":5}"#, "malformed"),
      (#"{"type":"unheard-of"}"#, "notPermitted"), ("", "malformed"), ("[]", "malformed"),
      (String(repeating: "x", count: 9_000), "tooLong"),
    ])
  mutating func refused(_ json: String, _ code: String) {
    let verdict = gate.take(order(json), isHubThere: true, at: at(0))
    #expect(error(verdict)?.code == code, "\(verdict)")
  }

  @Test("an answer goes nowhere but to topics for answers of this hub")
  mutating func topics() {
    let verdict = gate.take(
      order("x", topic: Self.address.status), isHubThere: true, at: at(0))
    guard case .ignore = verdict else {
      Issue.record("\(verdict)")
      return
    }
    _ = gate.take(
      order(Self.cancel, topic: "homeassistant/status"), isHubThere: true, at: at(0))
    let answer = gate.answer(with: .ok(OkMessage(request: 1)))
    #expect(answer == nil)
  }

  @Test("without a hub nothing is done; a hub that is lost or silent leaves it open")
  mutating func withoutHub() {
    let refused = gate.take(order(Self.cancel), isHubThere: false, at: at(0))
    #expect(error(refused)?.code == "notNow" && error(refused)?.request == 5)
    _ = gate.take(order(Self.cancel, correlation: "2"), isHubThere: true, at: at(0))
    let early = gate.giveUp(isHubThere: true, at: at(9))
    let lost = gate.giveUp(isHubThere: false, at: at(9))
    #expect(early.isEmpty && lost.count == 1)
    _ = gate.take(order(Self.cancel, correlation: "3"), isHubThere: true, at: at(20))
    let late = gate.giveUp(isHubThere: true, at: at(30))
    #expect(late.count == 1 && gate.nextDeadline == nil)
  }

  @Test("orders without an answer are bounded")
  mutating func limit() {
    for number in 0..<OrderGate.waitingLimit {
      _ = gate.take(order(Self.cancel, correlation: "\(number)"), isHubThere: true, at: at(0))
    }
    let verdict = gate.take(order(Self.cancel, correlation: "x"), isHubThere: true, at: at(0))
    #expect(error(verdict)?.code == "limit")
  }

  @Test("the sender of an order hears what became of it")
  func sender() throws {
    var sent = SentOrders(client: "watch-1")
    func line() throws -> OrderLine {
      let text = try #require(
        OrderLine.text(Self.address, CancelMessage(task: .number(TaskNumber(7)!), request: 5)))
      return try #require(OrderLine(text.dropLast()[...]))
    }
    func words(_ line: FleetLine?) -> String? {
      guard case .reply(_, .error(let error))? = line, error.request == 5 else { return nil }
      return error.message
    }
    let first = try #require(try sent.send(line(), at: at(0)))
    #expect(first.message.expiry == .seconds(30) && !first.message.isRetained)
    #expect(first.replyTopic == Self.topic && first.message.topic == Self.address.orders)
    let taken = sent.noteTaken(first.token, reason: 0)
    let other = sent.take(
      Array(#"{"type":"ok"}"#.utf8), correlation: first.message.correlation,
      from: FleetAddress(user: "eve", host: "b")!)
    let reply = sent.take(
      Array(#"{"type":"ok"}"#.utf8), correlation: first.message.correlation, from: Self.address)
    #expect(taken == nil && other == nil)
    #expect(reply == .reply(Self.address, .ok(OkMessage(request: 5))))
    let second = try #require(try sent.send(line(), at: at(0)))
    let nobody = sent.noteTaken(second.token, reason: 16)
    #expect(words(nobody)?.hasSuffix("isn't connected to the broker; nothing was sent") == true)
    _ = try #require(try sent.send(line(), at: at(0)))
    let early = sent.giveUp(isBrokerThere: true, at: at(9))
    let late = sent.giveUp(isBrokerThere: true, at: at(10))
    #expect(
      early.isEmpty && late.count == 1 && words(late.first)?.contains("nobody knows") == true)
  }

  @Test("a line for a screen reads as what it was")
  func lines() throws {
    var status = FleetStatus()
    (status.isUp, status.running, status.version) = (true, 4, "1")
    let task = TaskSnapshot(
      number: TaskNumber(3)!, key: TaskKey(high: 1, low: 2), title: "夜間 \"x\"", state: .running)
    for line in [
      FleetLine.brokerUp, .brokerDown("no route to broker"), .complete,
      .status(Self.address, status), .status(Self.address, .down), .task(Self.address, task),
      .removed(Self.address, task.key), .gone(Self.address),
      .reply(Self.address, .ok(OkMessage(request: 4))),
    ] {
      let text = try #require(line.text)
      #expect(FleetLine(Array(text.utf8)[...]) == line, "\(text)")
    }
    for text in [
      "", "task ada b", "task a/b c {}", "status ada b {", "reply ada b {\"type\":\"hello\"}",
      "up 1", "gone ada", "gone ada b c", "gone a/b c",
    ] {
      #expect(FleetLine(Array(text.utf8)[...]) == nil, "\(text)")
    }
  }
}
