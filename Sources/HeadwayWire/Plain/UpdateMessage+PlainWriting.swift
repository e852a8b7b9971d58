import HeadwayCore

/// Updates are what a worker says most: written without the library, as the library would. One that
/// names its task otherwise than by key, or reports what seldom changes, is rare.
extension UpdateMessage {
  package var plainLine: [UInt8]? {
    guard case .key(let key) = task, report.inputWait == nil, report.assertion == nil,
      report.leakedAssertion == nil, report.isAttachable == nil
    else { return nil }
    var writer = PlainWriter(capacity: 256)
    writer.begin()
    writer.text("type", Self.type)
    writer.text("task", key.description)
    writer.text("title", report.title?.string)
    writer.text("subtitle", report.subtitle?.string)
    writer.write(report.reading)
    if let foreground = report.foreground { writer.truth("foreground", foreground) }
    if let isPaused = report.isPaused { writer.truth("paused", isPaused) }
    writer.integer("request", request)
    if isRecognised { writer.truth("recognised", true) }
    writer.end()
    return writer.bytes
  }
}

extension PlainWriter {
  fileprivate mutating func write(_ reading: ProgressReading) {
    integer("completed", reading.completed)
    integer("total", reading.total)
    text("unit", reading.unit?.string)
    integer("estimated", reading.estimated)
    text("phase", reading.phase?.string)
  }
}
