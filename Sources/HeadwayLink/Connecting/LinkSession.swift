package import HeadwayModel
package import HeadwayWire

/// A connection to a hub that is made again after each loss: ``HubSession`` to the hub of this
/// machine, ``HostSession`` to that of another one.
///
/// The owner polls ``descriptor`` and calls ``step(now:)`` when the descriptor is ready or
/// ``nextDeadline`` has come. No function blocks. One thread may use a session.
package protocol LinkSession: AnyObject {
  /// The descriptor for poll(2); nil while nothing is to be read.
  var descriptor: CInt? { get }
  /// Whether bytes wait until the descriptor is writable.
  var wantsWrite: Bool { get }
  /// The time of the next step without news on the descriptor; nil for none.
  var nextDeadline: AwakeTime? { get }
  /// The reason why there is no connection; nil while there is one.
  var trouble: LinkError? { get }
  /// Whether the hub is connected, so that messages are sent and not dropped.
  var isOpen: Bool { get }
  /// The greeting of another machine; nil for the hub of this one.
  var greeting: BridgeGreeting? { get }

  /// Sends a message. Without a connection the message is dropped.
  func send(_ body: some MessageBody)

  /// Does what is possible without blocking, and returns the events.
  func step(now: AwakeTime) -> [HubSession.Event]
}
