import HeadwayModel

/// Stores `value` in `target` and returns true; returns false if there is no value.
func set<Value>(_ target: inout Value, _ value: Value?) -> Bool {
  if let value { target = value }
  return value != nil
}

/// Stores `value` in `target`. Returns whether there is a value.
func set<Value>(_ target: inout Value?, _ value: Value?) -> Bool {
  target = value
  return value != nil
}

/// Reading of the typed values of a task's fields.
///
/// Each function steps over a value and returns it. Nil leaves the decision to `JSONDecoder`.
extension PlainScanner {
  /// Steps over `"name":`. Returns whether the name was there.
  ///
  /// After a false result the position is undefined, so the caller must give up.
  mutating func take(name: StaticString, _ line: Span<UInt8>) -> Bool {
    guard let text = text(line) else { return false }
    return line.holds(name, at: text.range) && take(":", line)
  }

  mutating func word<Word: RawRepresentable<String>>(_ line: Span<UInt8>) -> Word? {
    string(line).flatMap(Word.init(rawValue:))
  }

  /// Reads a text and sanitises it. ASCII without control characters takes a short path.
  mutating func sanitised(_ line: Span<UInt8>) -> SanitisedText? {
    var ahead = self
    if let text = ahead.text(line), text.isASCII,
      let plain = SanitisedText(ascii: line.extracting(text.range), limit: .line)
    {
      self = ahead
      return plain
    }
    return string(line).map { SanitisedText($0, limit: .line) }
  }

  mutating func sanitisedList(_ line: Span<UInt8>) -> [SanitisedText]? {
    list(line) { scanner, line in scanner.sanitised(line) }
  }

  mutating func numbers(_ line: Span<UInt8>) -> [TaskNumber]? {
    list(line) { scanner, line in scanner.narrow(line).flatMap { TaskNumber($0) } }
  }

  /// Reads a list whose elements `element` reads.
  private mutating func list<Element>(
    _ line: Span<UInt8>, of element: (inout PlainScanner, Span<UInt8>) -> Element?
  ) -> [Element]? {
    guard take("[", line) else { return nil }
    if take("]", line) { return [] }
    var elements: [Element] = []
    repeat {
      guard let next = element(&self, line) else { return nil }
      elements.append(next)
    } while take(",", line)
    return take("]", line) ? elements : nil
  }

  /// Reads an integer that must fit `Integer`.
  mutating func narrow<Integer: FixedWidthInteger>(_ line: Span<UInt8>) -> Integer? {
    integer(line).flatMap(Integer.init(exactly:))
  }

  /// Reads a number of seconds. `JSONDecoder` decides about impossible times, which it reads as
  /// unknown.
  mutating func seconds(_ line: Span<UInt8>) -> Duration? {
    number(line).flatMap(Duration.init(nonNegativeSeconds:))
  }

  mutating func time(_ line: Span<UInt8>) -> WallTime? {
    string(line).flatMap { WallTime($0) }
  }

  /// Reads an object of integers by name, such as the units of resources.
  mutating func counts(_ line: Span<UInt8>) -> [String: Int]? {
    guard take("{", line) else { return nil }
    if take("}", line) { return [:] }
    var counts: [String: Int] = [:]
    repeat {
      guard let name = string(line), counts[name] == nil, take(":", line),
        let count: Int = narrow(line)
      else { return nil }
      counts[name] = count
    } while take(",", line)
    return take("}", line) ? counts : nil
  }

  /// Reads one of the fields of a task's progress. Returns whether the value was understood.
  mutating func takeProgress(
    _ field: TaskSnapshot.Field, _ line: Span<UInt8>, _ progress: inout TaskProgressView
  ) -> Bool {
    switch field {
    case .completed: set(&progress.completed, integer(line))
    case .total: set(&progress.total, integer(line))
    case .unit: set(&progress.unit, sanitised(line))
    case .estimated: set(&progress.estimated, integer(line))
    case .fraction: set(&progress.fraction, number(line))
    case .estimatedFraction: set(&progress.estimatedFraction, number(line))
    case .growing: set(&progress.isGrowing, truth(line))
    case .phase: set(&progress.phase, sanitised(line))
    case .rate: set(&progress.rate, number(line))
    case .eta: set(&progress.eta, seconds(line))
    default: set(&progress.etaConfidence, confidence(line))
    }
  }

  private mutating func confidence(_ line: Span<UInt8>) -> EtaConfidence? {
    guard let text = text(line) else { return nil }
    if line.holds("approximate", at: text.range) { return .approximate }
    return line.holds("exact", at: text.range) ? .exact : nil
  }
}
