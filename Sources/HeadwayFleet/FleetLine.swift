package import HeadwayModel
package import HeadwayWire

/// A line from `headway-bridge watch` to a program that shows the fleet. The other way a line is
/// `order USER HOST JSON`.
///
/// ```swift
/// FleetLine.removed(address, key).text   // "removed ada build1 0000…"
/// ```
package enum FleetLine: Hashable, Sendable {
  /// The broker is connected.
  case brokerUp
  /// The broker isn't connected, for a reason in words.
  case brokerDown(SanitisedText)
  /// All that the broker had at first has been told.
  case complete
  case status(FleetAddress, FleetStatus)
  indirect case task(FleetAddress, TaskSnapshot)
  case removed(FleetAddress, TaskKey)
  /// The broker has forgotten the hub, with its tasks.
  case gone(FleetAddress)
  /// The answer to an order: `ok` or `error`.
  case reply(FleetAddress, HubMessage)

  /// The line without its end; nil for an answer that is neither `ok` nor `error`, and for a number
  /// that JSON can't express.
  package var text: String? {
    switch self {
    case .brokerUp: "up"
    case .brokerDown(let reason): "down \(reason)"
    case .complete: "complete"
    case .status(let address, let status):
      status.jsonText().map { "status \(address.words) \($0)" }
    case .task(let address, let task): task.jsonText().map { "task \(address.words) \($0)" }
    case .removed(let address, let key): "removed \(address.words) \(key)"
    case .gone(let address): "gone \(address.words)"
    case .reply(let address, .ok(let body)): Self.reply(address, body)
    case .reply(let address, .error(let body)): Self.reply(address, body)
    case .reply: nil
    }
  }

  private static func reply(_ address: FleetAddress, _ body: some MessageBody) -> String? {
    body.line().map { "reply \(address.words) \(String(decoding: $0.dropLast(), as: UTF8.self))" }
  }

  /// Reads a line without its end. Nil for any other text.
  package init?(_ line: ArraySlice<UInt8>) {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    switch words.first {
    case "up" where words.count == 1: self = .brokerUp
    case "complete" where words.count == 1: self = .complete
    case "down": self = .brokerDown(SanitisedText(String(text.dropFirst(5)), limit: .line))
    case "gone" where words.count == 3:
      guard let address = FleetAddress(user: String(words[1]), host: String(words[2])) else {
        return nil
      }
      self = .gone(address)
    case let kind?:
      guard words.count == 4,
        let address = FleetAddress(user: String(words[1]), host: String(words[2]))
      else { return nil }
      self.init(kind, address, String(words[3]))
    case nil: return nil
    }
  }

  private init?(_ kind: Substring, _ address: FleetAddress, _ rest: String) {
    switch kind {
    case "status":
      guard let status = FleetStatus.value(inJSON: rest) else { return nil }
      self = .status(address, status)
    case "task":
      guard let task = TaskSnapshot.value(inJSON: rest) else { return nil }
      self = .task(address, task)
    case "removed":
      guard let key = TaskKey(rest) else { return nil }
      self = .removed(address, key)
    case "reply":
      guard let message = try? HubMessage(line: Array(rest.utf8)[...]) else { return nil }
      switch message {
      case .ok, .error: self = .reply(address, message)
      default: return nil
      }
    default: return nil
    }
  }
}

extension FleetAddress {
  /// The address as two words of a line.
  fileprivate var words: String { "\(user) \(host)" }

  /// The name of the hub on screens: `ada@build1`.
  package var name: String { "\(user)@\(host)" }
}

/// An order on its way from a screen to a bridge.
package struct OrderLine: Hashable, Sendable {
  package let address: FleetAddress
  package let order: FleetOrder
  /// The order as JSON.
  package let json: [UInt8]

  /// The line for an order, with its end. Nil for an order that no line can have.
  package static func text(_ address: FleetAddress, _ body: some MessageBody) -> [UInt8]? {
    body.line().map { Array("order \(address.words) ".utf8) + $0 }
  }

  /// Reads a line without its end. Nil for any other text.
  package init?(_ line: ArraySlice<UInt8>) {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
    guard parts.count == 4, Array(parts[0]) == Array("order".utf8),
      let address = FleetAddress(
        user: String(decoding: parts[1], as: UTF8.self),
        host: String(decoding: parts[2], as: UTF8.self)),
      let message = try? ClientMessage(line: parts[3]), let order = FleetOrder(message)
    else { return nil }
    (self.address, self.order, json) = (address, order, Array(parts[3]))
  }
}
