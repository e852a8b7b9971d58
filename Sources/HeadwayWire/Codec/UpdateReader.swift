package import HeadwayModel

/// A fast reader of updates, the most frequent messages that the hub receives.
///
/// The reader accepts updates in their usual form only. ``IncomingMessage`` reads every other line,
/// and would read the same from these. The reader fills a report in one pass over the line, in any
/// order of fields.
///
/// ```swift
/// var update = UpdateReader()
/// if let key = update.read(line) { apply(update.report, to: key) }
/// ```
package struct UpdateReader: Sendable {
  /// The key of the task, as soon as the field `task` was read.
  private var key: TaskKey?
  private var isUpdate = false
  package private(set) var request: Int?
  package private(set) var isRecognised = false
  /// The report of the last line that `read` accepted.
  package private(set) var report = WorkerReport()
  private var scanner = JSONScanner()
  /// A set of bits, one for each field that was read.
  private var seen: UInt16 = 0
  /// Whether no line has been read since the value was made or reset.
  private var isFresh = true

  package init() {}

  /// Reads a line and returns the key of its task.
  ///
  /// The result is nil for every line that ``IncomingMessage`` must read: another message, a field
  /// that isn't plain or comes twice, a task that isn't named by its key, and a malformed line.
  package mutating func read(_ line: Span<UInt8>) -> TaskKey? {
    if !isFresh { self = UpdateReader() }
    isFresh = false
    return readFields(line) && isUpdate ? key : nil
  }

  /// The fields that the reader knows. The raw value is the number of the bit in `seen`.
  private enum Field: UInt16 {
    case type, task, unit, total, phase, title, paused, request, subtitle, completed, estimated
    case recognised, foreground
  }

  /// Reads all fields. Returns whether the whole line was understood.
  private mutating func readFields(_ line: Span<UInt8>) -> Bool {
    guard scanner.consume("{", line) else { return false }
    repeat {
      guard let name = scanner.text(line), scanner.consume(":", line),
        let field = Self.field(at: name.range, line), isFirst(field), read(field, line)
      else { return false }
    } while scanner.consume(",", line)
    return scanner.consume("}", line) && scanner.isAtEnd(of: line)
  }

  /// Whether `field` wasn't read before; marks it as read.
  private mutating func isFirst(_ field: Field) -> Bool {
    let bit: UInt16 = 1 << field.rawValue
    defer { seen |= bit }
    return seen & bit == 0
  }

  /// Returns the field of a name. The length decides first, so that few names are compared.
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

  private mutating func read(_ field: Field, _ line: Span<UInt8>) -> Bool {
    switch field {
    case .type, .task: readHead(field, line)
    case .unit, .phase, .title, .subtitle: readText(field, line)
    case .total, .completed, .estimated, .request: readInteger(field, line)
    case .paused, .recognised, .foreground: readTruth(field, line)
    }
  }

  /// Reads the type or the task.
  private mutating func readHead(_ field: Field, _ line: Span<UInt8>) -> Bool {
    if field == .task {
      key = scanner.key(line)
      return key != nil
    }
    guard let word = scanner.text(line) else { return false }
    isUpdate = line.holds("update", at: word.range)
    return isUpdate
  }

  /// Reads a text. Only ASCII that needs no sanitising is accepted.
  private mutating func readText(_ field: Field, _ line: Span<UInt8>) -> Bool {
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

  private mutating func readInteger(_ field: Field, _ line: Span<UInt8>) -> Bool {
    guard let value = scanner.integer(line) else { return false }
    switch field {
    case .total: report.reading.total = value
    case .completed: report.reading.completed = value
    case .estimated: report.reading.estimated = value
    default: request = Int(value)
    }
    return true
  }

  private mutating func readTruth(_ field: Field, _ line: Span<UInt8>) -> Bool {
    guard let value = scanner.truth(line) else { return false }
    switch field {
    case .paused: report.isPaused = value
    case .recognised: isRecognised = value
    default: report.foreground = value
    }
    return true
  }
}
