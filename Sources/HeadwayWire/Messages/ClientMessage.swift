/// A message from a client to the hub.
package enum ClientMessage: Hashable, Sendable {
  case hello(ClientHello)
  indirect case begin(BeginMessage)
  indirect case submit(SubmitMessage)
  case payload(PayloadMessage)
  case restart(RestartMessage)
  case adjust(AdjustMessage)
  case update(UpdateMessage)
  case heartbeat(HeartbeatMessage)
  case end(EndMessage)
  case cancel(CancelMessage)
  case pause(PauseMessage)
  case resume(ResumeMessage)
  case answer(AnswerMessage)
  case wait(WaitMessage)
  case list(ListMessage)
  case history(HistoryMessage)
  case clean(CleanMessage)
  case subscribe(SubscribeMessage)
  case interest(InterestMessage)
  case summary(SummaryRequest)
  case reload(ReloadMessage)
  case stop(StopMessage)
  case simulate(SimulateMessage)
  case wake(WakeMessage)
  /// A type this version doesn't know: ignored.
  case unknown(String)
}

extension ClientMessage: Decodable {
  package init(from decoder: any Decoder) throws {
    let type = try MessageType.of(decoder)
    self =
      switch type {
      case ClientHello.type: .hello(try ClientHello(from: decoder))
      case BeginMessage.type: .begin(try BeginMessage(from: decoder))
      case SubmitMessage.type: .submit(try SubmitMessage(from: decoder))
      case PayloadMessage.type: .payload(try PayloadMessage(from: decoder))
      case RestartMessage.type: .restart(try RestartMessage(from: decoder))
      case AdjustMessage.type: .adjust(try AdjustMessage(from: decoder))
      case UpdateMessage.type: .update(try UpdateMessage(from: decoder))
      case HeartbeatMessage.type: .heartbeat(try HeartbeatMessage(from: decoder))
      case EndMessage.type: .end(try EndMessage(from: decoder))
      case CancelMessage.type: .cancel(try CancelMessage(from: decoder))
      case PauseMessage.type: .pause(try PauseMessage(from: decoder))
      case ResumeMessage.type: .resume(try ResumeMessage(from: decoder))
      case AnswerMessage.type: .answer(try AnswerMessage(from: decoder))
      case WaitMessage.type: .wait(try WaitMessage(from: decoder))
      case ListMessage.type: .list(try ListMessage(from: decoder))
      case HistoryMessage.type: .history(try HistoryMessage(from: decoder))
      case CleanMessage.type: .clean(try CleanMessage(from: decoder))
      case SubscribeMessage.type: .subscribe(try SubscribeMessage(from: decoder))
      case InterestMessage.type: .interest(try InterestMessage(from: decoder))
      case SummaryRequest.type: .summary(try SummaryRequest(from: decoder))
      case ReloadMessage.type: .reload(try ReloadMessage(from: decoder))
      case StopMessage.type: .stop(try StopMessage(from: decoder))
      case SimulateMessage.type: .simulate(try SimulateMessage(from: decoder))
      case WakeMessage.type: .wake(try WakeMessage(from: decoder))
      default: .unknown(type)
      }
  }
}

/// The body of one message type: its fields, and the word in `type`. Words are never reused.
package protocol MessageBody: Codable, Hashable, Sendable {
  static var type: String { get }
  /// The message as one JSON object, where it is frequent enough to be written without the
  /// library; nil for any other, and for what the library is to refuse.
  var plainLine: [UInt8]? { get }
}

extension MessageBody {
  package var plainLine: [UInt8]? { nil }
}

/// A body with its `type` beside its fields: what goes on the line.
package struct Typed<Body: MessageBody>: Encodable {
  package let body: Body

  package init(_ body: Body) { self.body = body }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MessageType.Key.self)
    try container.encode(Body.type, forKey: .type)
    try body.encode(to: encoder)
  }
}

enum MessageType {
  enum Key: CodingKey { case type }

  static func of(_ decoder: any Decoder) throws -> String {
    try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .type)
  }
}

extension MessageBody {
  /// One line; see `WireCodec.encode`. The codec isn't asked for what is written without it.
  package func line(_ codec: @autoclosure () -> WireCodec) -> [UInt8]? {
    guard var line = plainLine, line.count < LineFramer.byteLimit else {
      return codec().encode(Typed(self))
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }
}

extension WireCodec {
  /// One line for `body`; see `encode`.
  package func line(_ body: some MessageBody) -> [UInt8]? { body.line(self) }
}
