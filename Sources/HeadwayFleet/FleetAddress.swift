package import HeadwayModel

/// A hub in a fleet: a user on a machine. Its topics on the broker begin with both names.
///
/// ```swift
/// let address = FleetAddress(user: "ada", host: "build1")!
/// address.status                      // "headway/v1/ada/build1/s"
/// FleetAddress.read(address.status)   // (address, .status)
/// ```
package struct FleetAddress: Hashable, Sendable, Comparable {
  package let user: String
  package let host: String

  /// Makes an address. Nil for names that aren't valid (``FleetName``).
  package init?(user: String, host: String) {
    guard FleetName.isValid(user), FleetName.isValid(host) else { return nil }
    (self.user, self.host) = (user, host)
  }

  package static func < (left: FleetAddress, right: FleetAddress) -> Bool {
    (left.host, left.user) < (right.host, right.user)
  }
}

// Topics.
extension FleetAddress {
  /// The subject of a topic.
  package enum Subject: Hashable, Sendable {
    /// The state of the hub: `…/s`.
    case status
    /// A task: `…/t/KEY`.
    case task(TaskKey)
  }

  private static let root = "headway/v1/"

  /// The beginning of all topics of the hub.
  private var base: String { "\(Self.root)\(user)/\(host)" }

  /// The topic of the hub's state.
  package var status: String { "\(base)/s" }
  /// The topic of orders.
  package var orders: String { "\(base)/c" }
  /// The filter for all tasks.
  package var allTasks: String { "\(base)/t/+" }

  /// The topic of a task.
  package func task(_ key: TaskKey) -> String { "\(base)/t/\(key)" }

  /// The topic of the last run of an identifier, for Home Assistant.
  package func run(of identifier: String) -> String { run(ofToken: Self.token(identifier)) }

  func run(ofToken token: String) -> String { "\(base)/i/\(token)" }

  /// The filter for the last runs of all identifiers.
  package var allRuns: String { "\(base)/i/+" }

  /// The token of an identifier in the topic of its last run; nil for another topic.
  package func runToken(_ topic: String) -> String? {
    let prefix = "\(base)/i/"
    guard topic.hasPrefix(prefix) else { return nil }
    let token = topic.dropFirst(prefix.count)
    return !token.isEmpty && token.utf8.allSatisfy(FleetName.isAllowed) ? String(token) : nil
  }

  /// The topic of the answers to a client's orders.
  package func replies(to client: String) -> String { "\(base)/r/\(client)" }

  /// Whether a topic is one for answers of this hub. An order must not make the hub write to any
  /// other topic.
  package func isReplyTopic(_ topic: String) -> Bool {
    guard topic.hasPrefix("\(base)/r/") else { return false }
    return FleetName.isValid(String(topic.dropFirst("\(base)/r/".count)))
  }

  /// The name of this hub's client at the broker. A second one of the same name ends the first.
  package var client: String { "headway:\(user):\(host)" }

  /// The filters for the states and the tasks of all hubs.
  package static let everyone = ["\(root)+/+/s", "\(root)+/+/t/+"]

  /// The filter for the answers of all hubs to a client.
  package static func allReplies(to client: String) -> String { "\(root)+/+/r/\(client)" }

  /// Reads a topic. Nil for one of another form.
  package static func read(_ topic: String) -> (FleetAddress, Subject)? {
    let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 5, topic.hasPrefix(root),
      let address = FleetAddress(user: String(parts[2]), host: String(parts[3]))
    else { return nil }
    if parts.count == 5, parts[4] == "s" { return (address, .status) }
    guard parts.count == 6, parts[4] == "t", let key = TaskKey(String(parts[5])) else { return nil }
    return (address, .task(key))
  }

  /// Reads the topic of an answer to `client`. Nil for one of another form.
  package static func readReply(_ topic: String, to client: String) -> FleetAddress? {
    let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 6, topic.hasPrefix(root), parts[4] == "r", parts[5] == client else {
      return nil
    }
    return FleetAddress(user: String(parts[2]), host: String(parts[3]))
  }

  /// The identifier as a part of a topic: all bytes but letters, digits, `.`, `_` and `-` become `_`
  /// with two hexadecimal digits. The underscore itself becomes `_5f`, so that two identifiers never
  /// get the same name.
  package static func token(_ identifier: String) -> String {
    identifier.utf8.reduce(into: "") { token, byte in
      if FleetName.isAllowed(byte), byte != UInt8(ascii: "_") {
        token.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16)
        token += digits.count == 1 ? "_0\(digits)" : "_\(digits)"
      }
    }
  }
}
