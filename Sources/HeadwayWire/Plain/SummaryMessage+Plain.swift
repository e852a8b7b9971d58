import HeadwayCore

extension SummaryRequest {
  /// A command's hello and its request for one summary, encoded already.
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
  package var isHello: Bool { text("type") == HubHello.type }
}

extension SummaryMessage {
  /// Nil for anything that the library's decoder should look at.
  package init?(_ object: PlainObject) {
    guard object.text("type") == Self.type, let running = object.integer("running"),
      let queued = object.integer("queued"), let paused = object.integer("paused"),
      let cancelling = object.integer("cancelling"), let needsYou = object.integer("needsYou"),
      let failed = object.integer("failed"), let ended = object.integer("ended"),
      let style = object.text("attentionStyle")
    else { return nil }
    (request, attentionStyle) = (object.integer("request"), style)
    (self.running, self.queued, self.paused) = (running, queued, paused)
    (self.cancelling, self.needsYou) = (cancelling, needsYou)
    (self.failed, self.ended) = (failed, ended)
    fraction = object.number("fraction")
    top = object.object("top").flatMap { Top($0) }
    if object.has("fraction"), fraction == nil { return nil }
    if object.has("top"), top == nil { return nil }
  }
}

extension SummaryMessage.Top {
  fileprivate init?(_ object: PlainObject) {
    guard let number = object.integer("number").flatMap({ TaskNumber($0) }),
      let state = object.text("state").flatMap(TaskState.init(rawValue:))
    else { return nil }
    self.number = number
    self.state = state
    title = object.text("title").map { SanitisedText($0, limit: .line) }
    fraction = object.number("fraction")
    needsYou = object.truth("needsYou")
    let isWhole =
      object.has("title") == (title != nil) && object.has("fraction") == (fraction != nil)
      && object.has("needsYou") == (needsYou != nil)
    if !isWhole { return nil }
  }
}
