import HeadwayCore

/// The hub's most frequent message, read without the library.
extension UpdateMessage {
  /// Nil where the library's decoder is to judge: another message, any field that isn't plain, one
  /// that comes twice, or anything wrong. Where it isn't nil, the library reads the same.
  package init?(plain line: Span<UInt8>) {
    var reader = PlainUpdateReader()
    guard reader.read(line), let task = reader.task, reader.isUpdate else { return nil }
    self.init(task: .key(task), reader.report, request: reader.request)
    recognised = reader.recognised
  }
}

private struct PlainUpdateReader {
  var task: TaskKey?
  var isUpdate = false
  var request: Int?
  var recognised: Bool?
  var report = WorkerReport()
  private var scanner = PlainScanner()
  private var seen: UInt16 = 0

  private enum Field: UInt16 {
    case type, task, unit, total, phase, title, paused, request, subtitle, completed, estimated
    case recognised, foreground
  }

  /// Whether all of `line` was understood.
  mutating func read(_ line: Span<UInt8>) -> Bool {
    guard scanner.take("{", line) else { return false }
    repeat {
      guard let name = scanner.text(line), scanner.take(":", line),
        let field = Self.field(at: name.range, line), isFirst(field), take(field, line)
      else { return false }
    } while scanner.take(",", line)
    return scanner.take("}", line) && scanner.isAtEnd(of: line)
  }

  private mutating func isFirst(_ field: Field) -> Bool {
    let bit: UInt16 = 1 << field.rawValue
    defer { seen |= bit }
    return seen & bit == 0
  }

  private static func field(at range: Range<Int>, _ line: Span<UInt8>) -> Field? {
    let candidates: (Field, StaticString, Field, StaticString)
    switch range.count {
    case 4:
      if line.holds("unit", at: range) { return .unit }
      candidates = (.type, "type", .task, "task")
    case 5:
      if line.holds("title", at: range) { return .title }
      candidates = (.total, "total", .phase, "phase")
    case 6: candidates = (.paused, "paused", .paused, "paused")
    case 7: candidates = (.request, "request", .request, "request")
    case 8: candidates = (.subtitle, "subtitle", .subtitle, "subtitle")
    case 9: candidates = (.completed, "completed", .estimated, "estimated")
    case 10: candidates = (.recognised, "recognised", .foreground, "foreground")
    default: return nil
    }
    if line.holds(candidates.1, at: range) { return candidates.0 }
    return line.holds(candidates.3, at: range) ? candidates.2 : nil
  }

  private mutating func take(_ field: Field, _ line: Span<UInt8>) -> Bool {
    switch field {
    case .type, .task: takeHead(field, line)
    case .unit, .phase, .title, .subtitle: takeText(field, line)
    case .total, .completed, .estimated, .request: takeInteger(field, line)
    case .paused, .recognised, .foreground: takeTruth(field, line)
    }
  }

  private mutating func takeHead(_ field: Field, _ line: Span<UInt8>) -> Bool {
    guard let text = scanner.text(line) else { return false }
    if field == .type {
      isUpdate = line.holds("update", at: text.range)
      return isUpdate
    }
    task = TaskKey(hexadecimal: line.extracting(text.range))
    return task != nil
  }

  private mutating func takeText(_ field: Field, _ line: Span<UInt8>) -> Bool {
    guard let text = scanner.text(line), text.isASCII else { return false }
    let value = SanitisedText(ascii: line.extracting(text.range), limit: .line)
    switch field {
    case .unit: report.reading.unit = value
    case .phase: report.reading.phase = value
    case .title: report.title = value
    default: report.subtitle = value
    }
    return value != nil
  }

  private mutating func takeInteger(_ field: Field, _ line: Span<UInt8>) -> Bool {
    guard let value = scanner.integer(line) else { return false }
    switch field {
    case .total: report.reading.total = value
    case .completed: report.reading.completed = value
    case .estimated: report.reading.estimated = value
    default: request = Int(value)
    }
    return true
  }

  private mutating func takeTruth(_ field: Field, _ line: Span<UInt8>) -> Bool {
    guard let value = scanner.truth(line) else { return false }
    switch field {
    case .paused: report.isPaused = value
    case .recognised: recognised = value
    default: report.foreground = value
    }
    return true
  }
}
