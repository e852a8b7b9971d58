package import HeadwayModel

/// A message for the broker.
package struct Publication: Hashable, Sendable {
  package var topic: String
  /// The content. An empty one removes what the broker keeps under the topic.
  package var payload: [UInt8]
  /// Whether the broker keeps the message for those who come later.
  package var isRetained = true
  /// 0: sent once, 1: sent until the broker has it (MQTT 5, 4.3).
  package var quality: Int
  /// The time for which the broker keeps the message; nil for ever.
  package var expiry: Duration?
  /// The bytes by which the sender of an order finds its answer.
  package var correlation: [UInt8] = []
  /// The task whose end the message tells; nil for all else.
  package var end: TaskKey?

  package init(
    _ topic: String, _ payload: [UInt8], quality: Int, expiry: Duration? = nil,
    end: TaskKey? = nil
  ) {
    (self.topic, self.payload, self.quality) = (topic, payload, quality)
    (self.expiry, self.end) = (expiry, end)
  }

  /// An answer to an order.
  static func reply(
    _ payload: [UInt8], to topic: String, _ correlation: [UInt8]
  ) -> Publication {
    var reply = Publication(topic, payload, quality: 1, expiry: .seconds(30))
    (reply.isRetained, reply.correlation) = (false, correlation)
    return reply
  }
}
