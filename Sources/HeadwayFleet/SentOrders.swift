package import HeadwayModel
import HeadwayWire

/// The orders that a watcher has sent, until their answers come. Pure.
///
/// ```swift
/// let message = orders.send(line, at: now)            // for the broker
/// orders.take(reply, from: address)                    // a line for the screen
/// orders.noteTaken(correlation, reason: 16)            // "build1 isn't connected …"
/// ```
package struct SentOrders: Sendable {
  private let client: String
  private var waiting: [Int64: Waiting] = [:]
  private var last: Int64 = 0

  /// The greatest number of orders without an answer.
  package static let limit = 1_000
  /// The time for which an answer may take.
  package static let patience: Duration = .seconds(10)
  private static let expiry: Duration = .seconds(30)

  private struct Waiting: Sendable {
    var address: FleetAddress
    var request: Int?
    var until: AwakeTime
  }

  /// - Parameter client: the name of the watcher at the broker, which is part of the topic of answers.
  package init(client: String) { self.client = client }

  /// Returns the message for the broker with its number and the topic for the answer. Nil if too many
  /// orders wait.
  package mutating func send(
    _ line: OrderLine, at now: AwakeTime
  ) -> (token: Int64, message: Publication, replyTopic: String)? {
    guard waiting.count < Self.limit else { return nil }
    last += 1
    waiting[last] = Waiting(
      address: line.address, request: line.order.request, until: now + Self.patience)
    var message = Publication(line.address.orders, line.json, quality: 1, expiry: Self.expiry)
    message.isRetained = false
    message.correlation = Array("\(last)".utf8)
    return (last, message, line.address.replies(to: client))
  }

  /// Returns the line for the answer to an order; nil for a message that answers none, or that comes
  /// from another hub than the order went to.
  package mutating func take(
    _ payload: [UInt8], correlation: [UInt8], from address: FleetAddress
  ) -> FleetLine? {
    guard let number = Int64(String(decoding: correlation, as: UTF8.self)),
      let order = waiting[number], order.address == address,
      let message = try? HubMessage(line: payload[...])
    else { return nil }
    switch message {
    case .ok(var body):
      body.request = order.request
      waiting[number] = nil
      return .reply(address, .ok(body))
    case .error(let body): return finish(number, body.message, code: body.code)
    default: return nil
    }
  }

  /// Notes what the broker says of an order's message. Returns the line, if that is the end of it.
  package mutating func noteTaken(_ number: Int64, reason: Int) -> FleetLine? {
    guard let address = waiting[number]?.address else { return nil }
    return switch reason {
    case 0: nil
    case 0x10:
      finish(
        number, String(wire: "\(address.name) isn't connected to the broker; nothing was sent"))
    case 0x87:
      finish(number, String(wire: "the broker doesn't let you send orders to \(address.name)"))
    default: finish(number, String(wire: "the broker didn't take the order (reason \(reason))"))
    }
  }

  /// Returns the lines for orders whose answers didn't come in time, or, without a broker, for all.
  package mutating func giveUp(isBrokerThere: Bool, at now: AwakeTime) -> [FleetLine] {
    let late = waiting.filter { !isBrokerThere || now >= $0.value.until }.keys.sorted()
    return late.compactMap { number in
      let name = waiting[number]?.address.name ?? ""
      return finish(
        number,
        String(
          wire: """
            \(name) didn't answer: nobody knows whether the order arrived; look before you try again
            """))
    }
  }

  /// The time of the next order without an answer; nil for none.
  package var nextDeadline: AwakeTime? { waiting.values.map(\.until).min() }

  private mutating func finish(
    _ number: Int64, _ words: String, code: String = ErrorCode.notNow.rawValue
  ) -> FleetLine? {
    guard let order = waiting.removeValue(forKey: number) else { return nil }
    var error = ErrorMessage(
      request: order.request, code: .notNow,
      message: SanitisedText(words, limit: .line).string)
    error.code = code
    return .reply(order.address, .error(error))
  }
}
