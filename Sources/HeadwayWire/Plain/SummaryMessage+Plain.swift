import HeadwayModel

/// Requests of `headway status`, which must start as fast as possible.
extension SummaryRequest {
  /// A command's hello and its request for one summary, as two finished lines.
  package static var openingLines: [UInt8] {
    var versions = ""
    for version in ProtocolVersion.spoken {
      versions += versions.isEmpty ? "\(version)" : ",\(version)"
    }
    let hello =
      #"{"type":"hello","versions":[\#(versions)],"role":"command","#
      + #""client":"headway \#(HeadwayRelease.version)"}"#
    return Array((hello + "\n" + #"{"type":"summary"}"# + "\n").utf8)
  }
}

extension PlainObject {
  /// Whether the object is a hub's hello.
  package var isHello: Bool { value("type")?.text == HubHello.type }
}

/// Reading of a summary without `JSONDecoder`, for `headway status`.
extension SummaryMessage {
  /// Reads a summary; nil if `JSONDecoder` must decide.
  package init?(_ object: PlainObject) {
    var fields = PlainFields(object)
    guard fields.text("type") == Self.type, let running: Int = fields.integer("running"),
      let queued: Int = fields.integer("queued"), let paused: Int = fields.integer("paused"),
      let cancelling: Int = fields.integer("cancelling"),
      let needsYou: Int = fields.integer("needsYou"), let failed: Int = fields.integer("failed"),
      let ended: Int = fields.integer("ended"), let style = fields.text("attentionStyle")
    else { return nil }
    (request, attentionStyle) = (fields.integer("request"), style)
    (self.running, self.queued, self.paused) = (running, queued, paused)
    (self.cancelling, self.needsYou) = (cancelling, needsYou)
    (self.failed, self.ended) = (failed, ended)
    fraction = fields.number("fraction")
    let top = fields.object("top")
    self.top = top.flatMap { Top($0) }
    if !fields.isSound || (self.top == nil) != (top == nil) { return nil }
  }
}

extension SummaryMessage.Top {
  fileprivate init?(_ object: PlainObject) {
    var fields = PlainFields(object)
    guard let number = fields.taskNumber("number"), let state: TaskState = fields.word("state")
    else { return nil }
    (self.number, self.state) = (number, state)
    title = fields.sanitised("title")
    fraction = fields.number("fraction")
    needsYou = fields.truth("needsYou")
    if !fields.isSound { return nil }
  }
}
