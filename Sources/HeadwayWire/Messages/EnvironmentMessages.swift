import FoundationEssentials
package import HeadwayModel

/// A request for a part of the environment that the command of a task gets from its submitter.
///
/// The hub answers with one ``EnvironmentMessage``. Only a hub with ``HubFeature/environments`` knows
/// the request.
///
/// ```json
/// {"type":"environment","request":4,"task":7}
/// ```
package struct EnvironmentRequest: MessageBody {
  package static let type = "environment"
  package var request: Int?
  package var task: TaskReference
  /// The number of bytes that the client has already; nil for none.
  package var after: Int?

  package init(_ task: TaskReference, after: Int? = nil, request: Int? = nil) {
    (self.task, self.after, self.request) = (task, after, request)
  }

  package static var unread: EnvironmentRequest { EnvironmentRequest(.key(.unread)) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
    try fields.field("after", &after)
  }
}

/// The hub's answer to an ``EnvironmentRequest``: a part of the environment.
///
/// The environment is a sequence of `NAME=value`, each of which ends with the byte 0.
package struct EnvironmentMessage: MessageBody {
  package static let type = "environment"
  package var request: Int?
  /// The number of bytes of the whole environment, with the bytes 0.
  package var size: Int
  /// The bytes of the part; on the wire in Base64 (RFC 4648).
  private var data: Data

  /// Makes an answer of at most ``PayloadMessage/partLimit`` bytes.
  ///
  /// - Parameters:
  ///   - environment: the whole environment.
  ///   - after: the number of bytes that the client has. A number out of range makes an empty part.
  package init(request: Int?, _ environment: [UInt8], after: Int) {
    self.request = request
    size = environment.count
    let start = min(max(0, after), environment.count)
    data = Data(environment[start...].prefix(PayloadMessage.partLimit))
  }

  package var bytes: [UInt8] { Array(data) }

  package static var usualSize: Int { 8 << 10 }

  package static var unread: EnvironmentMessage {
    EnvironmentMessage(request: nil, [], after: 0)
  }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("size", &size)
    try fields.base64("data", &data)
  }
}

extension FieldVisitor {
  /// Visits a required field whose bytes are text in Base64 on the wire.
  mutating func base64(_ name: StaticString, _ data: inout Data) throws(WireError) {
    var text = isReading ? "" : data.base64EncodedString()
    try required(name, &text)
    guard isReading else { return }
    guard let bytes = Data(base64Encoded: text) else { throw .wrong(name, "not Base64") }
    data = bytes
  }
}
