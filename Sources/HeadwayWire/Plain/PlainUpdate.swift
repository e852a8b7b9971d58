package import HeadwayCore

/// The hub's most frequent message, an update, read without the library.
package struct PlainUpdate: Sendable {
  private var key: TaskKey?
  private var isUpdate = false
  package private(set) var request: Int?
  package private(set) var isRecognised = false
  package private(set) var report = WorkerReport()
  private var scanner = PlainScanner()
  private var seen: UInt16 = 0
  private var isFresh = true

  package init() {}

  /// The task that `line` is about; nil where the library's decoder is to judge: another message,
  /// any field that isn't plain, one that comes twice, a task not named by its key, or anything
  /// wrong. Where it isn't nil, the library reads the same.
  package mutating func read(_ line: Span<UInt8>) -> TaskKey? {
    if !isFresh { self = PlainUpdate() }
    isFresh = false
    return takeFields(line) && isUpdate ? key : nil
  }

  private enum Field: UInt16 {
    case type, task, unit, total, phase, title, paused, request, subtitle, completed, estimated
    case recognised, foreground
  }

  /// Whether all of `line` was understood.
  private mutating func takeFields(_ line: Span<UInt8>) -> Bool {
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
    switch range.count {
    case 4: fieldOfFour(range, line)
    case 5: fieldOfFive(range, line)
    case 6: line.holds("paused", at: range) ? .paused : nil
    case 7: line.holds("request", at: range) ? .request : nil
    case 8: line.holds("subtitle", at: range) ? .subtitle : nil
    case 9:
      if line.holds("completed", at: range) {
        .completed
      } else {
        line.holds("estimated", at: range) ? .estimated : nil
      }
    case 10:
      if line.holds("foreground", at: range) {
        .foreground
      } else {
        line.holds("recognised", at: range) ? .recognised : nil
      }
    default: nil
    }
  }

  private static func fieldOfFour(_ range: Range<Int>, _ line: Span<UInt8>) -> Field? {
    if line.holds("type", at: range) { return .type }
    if line.holds("task", at: range) { return .task }
    return line.holds("unit", at: range) ? .unit : nil
  }

  private static func fieldOfFive(_ range: Range<Int>, _ line: Span<UInt8>) -> Field? {
    if line.holds("total", at: range) { return .total }
    if line.holds("phase", at: range) { return .phase }
    return line.holds("title", at: range) ? .title : nil
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
    if field == .task {
      key = scanner.key(line)
      return key != nil
    }
    guard let word = scanner.text(line) else { return false }
    isUpdate = line.holds("update", at: word.range)
    return isUpdate
  }

  private mutating func takeText(_ field: Field, _ line: Span<UInt8>) -> Bool {
    guard let text = scanner.text(line), text.isASCII else { return false }
    let limit: TextLimit = field == .title ? .title : .line
    let value = SanitisedText(ascii: line.extracting(text.range), limit: limit)
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
    case .recognised: isRecognised = value
    default: report.foreground = value
    }
    return true
  }
}
