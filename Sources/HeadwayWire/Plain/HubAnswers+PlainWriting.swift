import HeadwayModel

// The answers that the hub sends to every worker and every submission, written without
// `JSONEncoder`. The bytes mean the same as those of `JSONEncoder`; a test compares them.
extension HubHello {
  package var plainLine: [UInt8]? {
    var writer = PlainWriter(capacity: 128)
    writer.begin()
    writer.text("type", Self.type)
    writer.integer("version", version)
    writer.text("hub", hub)
    writer.integer("pid", pid)
    writer.text("configProblem", configProblem)
    writer.text("tellingFailure", tellingFailure)
    writer.text("recordNotice", recordNotice)
    writer.end()
    return writer.bytes
  }
}

extension BegunMessage {
  package var plainLine: [UInt8]? {
    var writer = PlainWriter(answering: request, type: Self.type, key: key, number: number)
    writer.end()
    return writer.bytes
  }
}

extension SubmittedMessage {
  package var plainLine: [UInt8]? {
    var writer = PlainWriter(answering: request, type: Self.type, key: key, number: number)
    writer.integer("replaces", replaces?.value)
    writer.end()
    return writer.bytes
  }
}

extension EndedMessage {
  package var plainLine: [UInt8]? {
    var writer = PlainWriter(answering: request, type: Self.type, key: key, number: number)
    writer.text("reason", reason.rawValue)
    writer.text("detail", detail)
    writer.integer("exitCode", exitCode)
    writer.integer("signal", signal)
    writer.end()
    return writer.bytes
  }
}

extension PlainWriter {
  /// Begins an answer with the fields that all three answers share.
  fileprivate init(answering request: Int?, type: String, key: TaskKey, number: TaskNumber) {
    self.init(capacity: 160)
    begin()
    text("type", type)
    integer("request", request)
    text("key", key.description)
    integer("number", number.value)
  }
}
