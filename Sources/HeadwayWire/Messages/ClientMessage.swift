/// A message from a client to the hub.
///
/// The article <doc:Protocol> describes the fields and the answer of each message.
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
  /// A message of a type that this version doesn't know; the hub ignores it.
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

/// A message type: its fields, and its word in the field `type`.
///
/// Many messages have a field `request`: the client's number of the request. The hub's answer
/// repeats the number. A message without the number gets no answer, except that `begun`,
/// `submitted` and errors are sent anyway.
///
/// ```swift
/// package struct WaitMessage: MessageBody {
///   package static let type = "wait"
///   package var request: Int?
///   package var task: TaskReference
/// }
/// ```
package protocol MessageBody: Codable, Hashable, Sendable {
  /// The word in the field `type`. A word is never reused for another message.
  static var type: String { get }
  /// The message as one JSON object, written without `JSONEncoder`, and without a newline.
  ///
  /// Frequent messages implement the property for speed. Nil for all other messages, and for values
  /// that `JSONEncoder` must refuse.
  var plainLine: [UInt8]? { get }
}

extension MessageBody {
  package var plainLine: [UInt8]? { nil }
}

/// A message with its `type` beside its fields, as it stands on the line.
package struct Typed<Body: MessageBody>: Encodable {
  package let body: Body

  package init(_ body: Body) { self.body = body }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MessageType.Key.self)
    try container.encode(Body.type, forKey: .type)
    try body.encode(to: encoder)
  }
}

/// The field `type`, which selects how the rest of a message is decoded.
enum MessageType {
  enum Key: CodingKey { case type }

  /// Returns the word in the field `type`. Throws if the field is missing.
  static func of(_ decoder: any Decoder) throws -> String {
    try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .type)
  }
}

extension MessageBody {
  /// Returns the message as one line with its newline; nil if the line is too long.
  ///
  /// `codec` is evaluated only if the message has no ``plainLine``: making a `JSONEncoder` costs a
  /// short process more than the message itself.
  package func line(_ codec: @autoclosure () -> WireCodec) -> [UInt8]? {
    guard var line = plainLine, line.count < LineFramer.byteLimit else {
      return codec().encode(Typed(self))
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }
}

extension WireCodec {
  /// Returns the message as one line with its newline; nil if the line is too long.
  package func line(_ body: some MessageBody) -> [UInt8]? { body.line(self) }
}
