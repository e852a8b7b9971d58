internal import CHeadwaySystem
internal import CPaho
internal import Glibc
package import HeadwayFleet
package import HeadwayModel
package import HeadwaySystem
import Synchronization

/// A connection to a broker (MQTT 5), for a loop with poll(2).
///
/// The library calls back on threads of its own; the events wait for the owner, who polls
/// ``descriptor`` and calls ``takeEvents()``. One thread may use a client. A client lasts as long as
/// the process.
///
/// ```swift
/// try client.connect()
/// for event in client.takeEvents() { handle(event) }
/// ```
package final class BrokerClient: Sendable {
  /// The events of a connection.
  package enum Event: Hashable, Sendable {
    case connected
    /// The connection wasn't made, or is lost.
    case lost(Loss)
    case message(topic: String, DeliveredOrder)
    /// The broker has a message, or the message was written if its quality is 0. The reason is that
    /// of MQTT 5 (2.4): 0, or 16 if nobody listens to the topic.
    case published(Int64, reason: Int)
    /// The broker has not taken a message: from 128 on the reason of MQTT 5, else unknown.
    case unpublished(Int64, reason: Int)
    case subscribed(Int64, reason: Int)
  }

  /// Why there is no connection.
  package struct Loss: Hashable, Sendable {
    /// The reason of MQTT 5 (2.4) that the broker gave; nil if it gave none.
    package var reason: Int?
    /// The words of the library; nil for none.
    package var words: String?
    /// The reason that a try of its own has found; nil for none.
    package var trouble: ConnectionTrouble?

    /// Whether another client has taken this one's name.
    package var isTakenOver: Bool { reason == 0x8E }
  }

  private struct Mailbox {
    var events: [Event] = []
    /// The place of the last message of each topic, if only the last counts.
    var places: [String: Int] = [:]
    /// The number of messages that were dropped, because too many wait.
    var dropped = 0
  }

  private let settings: BrokerSettings
  private let keepsLatestOnly: Bool
  private let mailbox = Mutex(Mailbox())
  private let bell: OwnedDescriptor
  private let handle = Mutex<OpaquePointer?>(nil)

  /// The greatest number of messages that wait for the owner.
  private static let messageLimit = 100_000
  private static let keepAlive: CInt = 15
  private static let connectTimeout: CInt = 10

  /// - Parameter keepsLatestOnly: whether a message replaces an earlier one of its topic that waits.
  package init(_ settings: BrokerSettings, keepsLatestOnly: Bool) throws(SystemError) {
    (self.settings, self.keepsLatestOnly) = (settings, keepsLatestOnly)
    bell = try OwnedDescriptor(opening: "eventfd", headway_eventfd_make())
  }

  /// The descriptor that is readable while events wait.
  package var descriptor: CInt { bell.raw }

  /// Begins to connect. ``Event/connected`` or ``Event/lost(_:)`` follows.
  ///
  /// - Throws: a problem that trying again doesn't solve.
  package func connect() throws(BrokerProblem) {
    let password = try settings.password()
    try settings.checkFiles()
    guard let client = client() else {
      throw BrokerProblem(String(wire: "no memory for the connection"))
    }
    let will = settings.will?.payload ?? []
    let result = will.withUnsafeBytes { will in
      Self.withTexts([
        settings.user, password, settings.authority, settings.certificate, settings.key,
        settings.will?.topic,
      ]) { texts in
        var options = headway_mqtt_settings()
        (options.user, options.password) = (texts[0], texts[1])
        (options.authority, options.certificate, options.key) = (texts[2], texts[3], texts[4])
        options.uses_tls = settings.url.usesTLS ? 1 : 0
        options.will_topic = texts[5]
        (options.will, options.will_length) = (will.baseAddress, CInt(will.count))
        options.will_expiry = settings.will?.expiry?.components.seconds ?? -1
        options.keep_alive = Self.keepAlive
        options.timeout = Self.connectTimeout
        return headway_mqtt_connect(client, &options)
      }
    }
    if result != 0 { put(.lost(Loss(reason: nil, words: nil))) }
  }

  /// Tries once what the library did in vain, because the library doesn't say why. Takes seconds.
  private func probe() -> ConnectionTrouble? {
    let url = settings.url
    let host = url.host.hasPrefix("[") ? String(url.host.dropFirst().dropLast()) : url.host
    return Self.withTexts([settings.authority, settings.certificate, settings.key]) { texts in
      var options = headway_mqtt_settings()
      (options.authority, options.certificate, options.key) = (texts[0], texts[1], texts[2])
      options.uses_tls = url.usesTLS ? 1 : 0
      var words = [CChar](repeating: 0, count: 256)
      headway_probe(host, "\(url.port)", &options, &words, words.count)
      let bytes = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return ConnectionTrouble(line: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The library's client, which is made once.
  private func client() -> OpaquePointer? {
    handle.withLock { handle in
      if let handle { return handle }
      let scheme = settings.url.usesTLS ? "ssl" : "tcp"
      handle = headway_mqtt_make(
        "\(scheme)://\(settings.url.host):\(settings.url.port)", settings.client,
        { context, event in
          guard let context, let event else { return }
          Unmanaged<BrokerClient>.fromOpaque(context).takeUnretainedValue().take(event.pointee)
        }, Unmanaged.passRetained(self).toOpaque())
      return handle
    }
  }

  private var connected: OpaquePointer? { handle.withLock { $0 } }

  /// Sends a message. ``Event/published(_:reason:)`` or ``Event/unpublished(_:reason:)`` with the
  /// token follows, unless the connection is lost.
  ///
  /// - Parameter replyTopic: the topic for the answer; nil if none is wanted.
  package func publish(_ message: Publication, token: Int64, replyTopic: String? = nil) {
    guard let client = connected else { return }
    let result = message.payload.withUnsafeBytes { payload in
      message.correlation.withUnsafeBytes { correlation in
        Self.withTexts([message.topic, replyTopic]) { texts in
          var sent = headway_mqtt_message()
          (sent.topic, sent.reply_topic) = (texts[0], texts[1])
          (sent.payload, sent.payload_length) = (payload.baseAddress, CInt(payload.count))
          sent.quality = CInt(message.quality)
          sent.retained = message.isRetained ? 1 : 0
          sent.expiry = message.expiry?.components.seconds ?? -1
          sent.correlation = correlation.baseAddress
          sent.correlation_length = CInt(correlation.count)
          return headway_mqtt_publish(client, token, &sent)
        }
      }
    }
    if result != 0 { put(.unpublished(token, reason: Int(result))) }
  }

  /// Subscribes to a filter, if `withoutOwn` without the messages that this client sends itself.
  package func subscribe(_ filter: String, quality: Int, withoutOwn: Bool, token: Int64) {
    guard let client = connected else { return }
    let result = headway_mqtt_subscribe(client, token, filter, CInt(quality), withoutOwn ? 1 : 0)
    if result != 0 { put(.subscribed(token, reason: Int(result))) }
  }

  package func unsubscribe(_ filter: String) {
    if let client = connected { _ = headway_mqtt_unsubscribe(client, 0, filter) }
  }

  /// Disconnects on purpose: the broker doesn't publish the will.
  package func disconnect() {
    if let client = connected { _ = headway_mqtt_disconnect(client, 500) }
  }

  /// Returns the events since the last call, and the number of messages that were dropped.
  package func takeEvents() -> (events: [Event], dropped: Int) {
    var count: UInt64 = 0
    _ = read(bell.raw, &count, 8)
    return mailbox.withLock { mailbox in
      defer { mailbox = Mailbox() }
      return (mailbox.events, mailbox.dropped)
    }
  }

  private func put(_ event: Event) {
    mailbox.withLock { mailbox in
      if case .message(let topic, let message) = event {
        // Each answer to an order is news of its own.
        let keepsLatestOnly = keepsLatestOnly && message.correlation.isEmpty
        if keepsLatestOnly, let place = mailbox.places[topic] {
          return mailbox.events[place] = event
        }
        guard mailbox.events.count < Self.messageLimit else { return mailbox.dropped += 1 }
        if keepsLatestOnly { mailbox.places[topic] = mailbox.events.count }
      }
      mailbox.events.append(event)
    }
    var one: UInt64 = 1
    _ = write(bell.raw, &one, 8)
  }

  private func take(_ event: headway_mqtt_event) {
    switch Int(event.kind) {
    case HEADWAY_MQTT_CONNECTED: put(.connected)
    case HEADWAY_MQTT_REFUSED, HEADWAY_MQTT_LOST:
      let reason = event.reason > 0 ? Int(event.reason) : nil
      let words = event.text.map { String(cString: $0) }
      // The library's thread has nothing else to do.
      put(.lost(Loss(reason: reason, words: words, trouble: reason == nil ? probe() : nil)))
    case HEADWAY_MQTT_MESSAGE: put(message(event))
    case HEADWAY_MQTT_PUBLISHED: put(.published(event.token, reason: Int(event.reason)))
    case HEADWAY_MQTT_UNPUBLISHED: put(.unpublished(event.token, reason: Int(event.reason)))
    case HEADWAY_MQTT_SUBSCRIBED: put(.subscribed(event.token, reason: Int(event.reason)))
    default: break
    }
  }

  private func message(_ event: headway_mqtt_event) -> Event {
    func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> [UInt8] {
      start.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
    }
    func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String? {
      start.map { String(decoding: bytes(UnsafeRawPointer($0), count), as: UTF8.self) }
    }
    var order = DeliveredOrder(bytes(event.payload, event.payload_length))
    order.isRetained = event.retained != 0
    order.replyTopic = text(event.reply_topic, event.reply_topic_length)
    order.correlation = bytes(event.correlation, event.correlation_length)
    return .message(topic: text(event.topic, event.topic_length) ?? "", order)
  }

  /// Calls `body` with C strings, which are valid during the call.
  private static func withTexts<Result>(
    _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { $0.flatMap { strdup($0) } }
    defer { copies.forEach { free($0) } }
    return body(copies.map { UnsafePointer($0) })
  }
}

extension BrokerClient.Loss {
  /// The loss in words, in English: what happened and what to do, on one line for a person.
  package func sentence(about url: BrokerURL) -> String {
    switch reason {
    case 0x84: return String(wire: "\(url) doesn't speak MQTT 5")
    case 0x85: return String(wire: "\(url) refuses the name of this client")
    case 0x86: return String(wire: "\(url) refuses the user or the password")
    case 0x87:
      return String(wire: "\(url) refuses this user; its administrator has to permit the user")
    case 0x8A: return String(wire: "\(url) has banned this user")
    case 0x8E: return String(wire: "another bridge of this hub has connected to \(url)")
    case let reason?:
      return String(wire: "\(url) ended the connection (reason \(reason) of MQTT 5)")
    case nil:
      if let trouble { return trouble.sentence(about: url) }
      return words.map { String(wire: "\(url) can't be reached (\($0))") }
        ?? String(wire: "\(url) can't be reached")
    }
  }
}
