import HeadwayModel

extension HubMessage {
  /// Decodes the answers that most clients get, without `JSONDecoder`.
  ///
  /// These answers are a hello, and the acknowledgement of a begin, a submission or an end. Nil if
  /// `JSONDecoder` must decide; if the result isn't nil, `JSONDecoder` would read the same.
  package init?(plainReply line: ArraySlice<UInt8>) {
    guard let object = PlainObject(line) else { return nil }
    var fields = PlainFields(object)
    let message: HubMessage? =
      switch fields.text("type") {
      case HubHello.type: HubHello(&fields).map(HubMessage.hello)
      case BegunMessage.type: BegunMessage(&fields).map(HubMessage.begun)
      case SubmittedMessage.type: SubmittedMessage(&fields).map(HubMessage.submitted)
      case EndedMessage.type: EndedMessage(&fields).map(HubMessage.ended)
      default: nil
      }
    guard let message, fields.isExhausted else { return nil }
    self = message
  }
}

/// A hello without problems. A hello with `configProblem` or another notice is left to
/// `JSONDecoder`.
extension HubHello {
  fileprivate init?(_ fields: inout PlainFields) {
    guard let version: Int = fields.integer("version"), let hub = fields.text("hub"),
      let pid: Int32 = fields.integer("pid")
    else { return nil }
    self.init(version: version, hub: hub, pid: pid)
  }
}

extension BegunMessage {
  fileprivate init?(_ fields: inout PlainFields) {
    guard let key = fields.key("key"), let number = fields.taskNumber("number") else { return nil }
    self.init(request: fields.integer("request"), key: key, number: number)
  }
}

/// An answer without `replaces`, which is left to `JSONDecoder`.
extension SubmittedMessage {
  fileprivate init?(_ fields: inout PlainFields) {
    guard let key = fields.key("key"), let number = fields.taskNumber("number") else { return nil }
    self.init(request: fields.integer("request"), key: key, number: number)
  }
}

extension EndedMessage {
  fileprivate init?(_ fields: inout PlainFields) {
    guard let key = fields.key("key"), let number = fields.taskNumber("number"),
      let reason: EndWord = fields.word("reason")
    else { return nil }
    self.init(
      request: fields.integer("request"), key: key, number: number,
      ending: TaskEnding(reason: .completed, status: nil))
    self.reason = reason
    detail = fields.text("detail")
    exitCode = fields.integer("exitCode")
    signal = fields.integer("signal")
  }
}
