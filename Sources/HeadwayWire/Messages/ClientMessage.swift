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
  case group(GroupMessage)
  case update(UpdateMessage)
  case heartbeat(HeartbeatMessage)
  case end(EndMessage)
  case terminal(TerminalRequest)
  case cancel(CancelMessage)
  case pause(PauseMessage)
  case resume(ResumeMessage)
  case answer(AnswerMessage)
  case wait(WaitMessage)
  case list(ListMessage)
  case history(HistoryMessage)
  case environment(EnvironmentRequest)
  case metrics(MetricsRequest)
  case acknowledge(AcknowledgeMessage)
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

extension ClientMessage {
  /// Reads the message of one line, without its newline.
  ///
  /// - Throws: ``WireError``, with a reason that names the field. The hub sends the reason to the
  ///   client.
  package init(line: ArraySlice<UInt8>) throws(WireError) {
    self = try ClientMessage(try MessageReader(line))
  }

  init(_ reader: MessageReader) throws(WireError) {
    self =
      switch reader.type {
      case ClientHello.type: .hello(try reader.body())
      case BeginMessage.type: .begin(try reader.body())
      case SubmitMessage.type: .submit(try reader.body())
      case PayloadMessage.type: .payload(try reader.body())
      case RestartMessage.type: .restart(try reader.body())
      case AdjustMessage.type: .adjust(try reader.body())
      case GroupMessage.type: .group(try reader.body())
      case UpdateMessage.type: .update(try reader.body())
      case HeartbeatMessage.type: .heartbeat(try reader.body())
      case EndMessage.type: .end(try reader.body())
      case TerminalRequest.type: .terminal(try reader.body())
      case CancelMessage.type: .cancel(try reader.body())
      case PauseMessage.type: .pause(try reader.body())
      case ResumeMessage.type: .resume(try reader.body())
      case AnswerMessage.type: .answer(try reader.body())
      case WaitMessage.type: .wait(try reader.body())
      case ListMessage.type: .list(try reader.body())
      case HistoryMessage.type: .history(try reader.body())
      case EnvironmentRequest.type: .environment(try reader.body())
      case MetricsRequest.type: .metrics(try reader.body())
      case AcknowledgeMessage.type: .acknowledge(try reader.body())
      case CleanMessage.type: .clean(try reader.body())
      case SubscribeMessage.type: .subscribe(try reader.body())
      case InterestMessage.type: .interest(try reader.body())
      case SummaryRequest.type: .summary(try reader.body())
      case ReloadMessage.type: .reload(try reader.body())
      case StopMessage.type: .stop(try reader.body())
      case SimulateMessage.type: .simulate(try reader.body())
      case WakeMessage.type: .wake(try reader.body())
      default: .unknown(try reader.checkedType())
      }
  }
}

/// A message type: its fields, and its word in the field `type`.
///
/// Many messages have a field `request`: the client's number of the request. The hub's answer
/// repeats the number. A message without the number gets no answer, except that `begun`,
/// `submitted` and errors are sent anyway.
package protocol MessageBody: FieldObject, Hashable, Sendable {
  /// The word in the field `type`. A word is never reused for another message.
  static var type: String { get }
  /// The number of bytes that most lines of this message fit. Longer lines are written too.
  static var usualSize: Int { get }
}

extension MessageBody {
  package static var usualSize: Int { 192 }
}

extension MessageBody {
  /// Returns the message as one line with its newline.
  ///
  /// The result is nil if the line would exceed ``LineFramer/byteLimit``, or if a number can't be expressed in
  /// JSON. The first doesn't happen to a message of this package, because every text in it is
  /// bounded.
  package consuming func line() -> [UInt8]? {
    var json = JSONWriter(capacity: Self.usualSize)
    json.begin()
    json.name("type")
    json.append(Self.type)
    writeFields(to: &json)
    json.end()
    guard !json.isRefused, json.bytes.count < LineFramer.byteLimit else { return nil }
    json.append(byte: "\n")
    return json.bytes
  }
}

/// A line of the wire whose type is known and whose other fields aren't read yet.
struct MessageReader {
  private let line: ArraySlice<UInt8>
  /// The place behind the type, if the type comes first.
  private let start: JSONScanner?
  /// The word in the field `type`.
  let type: String

  init(_ line: ArraySlice<UInt8>) throws(WireError) {
    guard line.count < LineFramer.byteLimit else { throw .lineTooLong }
    guard line.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") else {
      throw .malformed("a message is a JSON object on one line")
    }
    self.line = line
    var scanner = JSONScanner()
    if scanner.consume(member: "type", after: UInt8(ascii: "{"), line.span),
      let type = scanner.string(line.span)
    {
      (self.type, start) = (type, scanner)
    } else {
      (type, start) = (try TypeField.read(try Self.fields(of: line)).type, nil)
    }
  }

  /// Reads the rest of the line as a message.
  func body<Body: MessageBody>() throws(WireError) -> Body {
    if let start {
      var reader = FieldReader(inOrder: line, from: start, isOpen: true)
      if let body = Body.ordered(&reader), let end = reader.end(), end.isAtEnd(of: line.span) {
        return body
      }
    }
    return try Body.read(try Self.fields(of: line))
  }

  /// The type, after a look at the form of the whole line.
  func checkedType() throws(WireError) -> String {
    _ = try Self.fields(of: line)
    return type
  }

  /// The number of the request; nil if the line has no `request` or one that isn't an integer.
  static func request(of line: ArraySlice<UInt8>) -> Int? {
    guard let fields = try? fields(of: line) else { return nil }
    return (try? RequestField.read(fields))?.request
  }

  /// Finds all fields of a line.
  private static func fields(of line: ArraySlice<UInt8>) throws(WireError) -> FieldReader {
    guard var index = FieldIndex(line.span, from: JSONScanner()) else { throw .notJSON }
    index.end.skipSpace(line.span)
    guard index.end.isAtEnd(of: line.span) else { throw .notJSON }
    return FieldReader(line, index)
  }
}

/// The one field that every message has.
private struct TypeField: FieldObject {
  var type: String

  static var unread: TypeField { TypeField(type: "") }

  mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("type", &type)
  }
}

private struct RequestField: FieldObject {
  var request: Int?

  static var unread: RequestField { RequestField() }

  mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
  }
}

/// A client's line, read once: the message or the error, and the number of the request.
///
/// The number is read separately if the line isn't a message, so that a malformed request still gets
/// its answer.
package struct IncomingMessage {
  /// The number of the request that an error answers; nil if the line has no `request` or one that
  /// isn't an integer.
  package let request: Int?
  /// The message, or the reason why the line isn't one.
  package let message: Result<ClientMessage, WireError>

  /// Reads a line, without its newline.
  package init(_ line: ArraySlice<UInt8>) {
    do {
      (request, message) = (nil, .success(try ClientMessage(line: line)))
    } catch {
      (request, message) = (MessageReader.request(of: line), .failure(error))
    }
  }
}
