internal import HeadwaySystem

/// The integers every message between supervisor and leader is made of.
struct LeaderWords: Hashable, Sendable {
  var kind: Int32
  var value: Int32
  var count: Int32

  init(_ kind: Int32, _ value: Int32 = 0, _ count: Int32 = 0) {
    self.kind = kind
    self.value = value
    self.count = count
  }
}

/// A message between supervisor and leader; both are the same binary, so it has no versions.
protocol LeaderMessage {
  var words: LeaderWords { get }
  init?(_ words: LeaderWords)
}

/// One end of the socket pair between supervisor and leader. End of file is the other's death.
struct LeaderChannel<Outgoing: LeaderMessage, Incoming: LeaderMessage> {
  enum Received {
    case message(Incoming)
    case nothing
    case peerGone
  }

  let descriptor: OwnedDescriptor

  /// Lost where the peer is gone: ``receive()`` tells.
  func send(_ message: Outgoing) {
    withUnsafeBytes(of: message.words) { _ = Transfer.send(descriptor.raw, $0) }
  }

  /// The next message, without waiting; unknown ones are passed over.
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

/// The supervisor's end.
typealias LeaderLine = LeaderChannel<LeaderOrder, LeaderReport>
/// The leader's end.
typealias SupervisorLine = LeaderChannel<LeaderReport, LeaderOrder>
