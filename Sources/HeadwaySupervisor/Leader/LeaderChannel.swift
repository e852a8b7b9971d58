internal import HeadwaySystem

/// The three integers that make up every message between supervisor and leader.
///
/// An order or a report fills in only the fields that its kind needs.
struct LeaderWords: Hashable, Sendable {
  /// The case of the message.
  var kind: Int32
  /// A signal, a process id, an exit code or an errno, depending on the kind.
  var value: Int32
  /// A second value, such as the hub's process id.
  var count: Int32

  init(_ kind: Int32, _ value: Int32 = 0, _ count: Int32 = 0) {
    self.kind = kind
    self.value = value
    self.count = count
  }
}

/// A message between supervisor and leader. Both run the same binary, so the format has no version.
protocol LeaderMessage {
  /// The message as integers.
  var words: LeaderWords { get }
  /// Reads a message; nil for an unknown kind.
  init?(_ words: LeaderWords)
}

/// An end of the socket pair between supervisor and leader. An end of file means that the other
/// process has died.
struct LeaderChannel<Outgoing: LeaderMessage, Incoming: LeaderMessage> {
  /// The result of ``receive()``.
  enum Received {
    case message(Incoming)
    case nothing
    case peerGone
  }

  /// The descriptor to poll.
  let descriptor: OwnedDescriptor

  /// Sends a message without waiting. The message is lost if the peer has gone, which ``receive()``
  /// reports.
  func send(_ message: Outgoing) {
    withUnsafeBytes(of: message.words) { _ = Transfer.send(descriptor.raw, $0) }
  }

  /// Returns the next message without waiting. Unknown messages are skipped.
  func receive() -> Received {
    while true {
      var words = LeaderWords(0)
      let transfer = withUnsafeMutableBytes(of: &words) {
        Transfer.receive(descriptor.raw, into: $0)
      }
      switch transfer {
      case .bytes: if let message = Incoming(words) { return .message(message) }
      case .wouldBlock: return .nothing
      case .ended, .failed: return .peerGone
      }
    }
  }
}

/// The supervisor's end of the socket pair.
typealias LeaderLine = LeaderChannel<LeaderOrder, LeaderReport>
/// The leader's end of the socket pair.
typealias SupervisorLine = LeaderChannel<LeaderReport, LeaderOrder>
