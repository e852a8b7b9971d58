package import HeadwayModel

// How each type of a field stands in JSON.

extension Bool: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> Bool {
    guard let value = scanner.truth(line.span) else { throw .type }
    return value
  }

  package func write(to json: inout JSONWriter) { json.append(self) }
}

/// Integers. A number that the type can't hold counts as another type.
extension FieldValue where Self: FixedWidthInteger {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> Self {
    guard let value = scanner.wholeNumber(line.span).flatMap(Self.init(exactly:)) else {
      throw .type
    }
    return value
  }

  package func write(to json: inout JSONWriter) { json.append(self) }
}

extension Int: FieldValue {}
extension Int32: FieldValue {}
extension Int64: FieldValue {}

extension Double: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> Double {
    guard let value = scanner.number(line.span) else { throw .type }
    return value
  }

  package func write(to json: inout JSONWriter) { json.append(self) }
}

extension String: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> String {
    guard let value = scanner.string(line.span) else { throw .type }
    return value
  }

  package func write(to json: inout JSONWriter) { json.append(self) }
}

/// The words of an enumeration.
extension FieldValue where Self: RawRepresentable<String> {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> Self {
    let word = try String.read(&scanner, line)
    guard let value = Self(rawValue: word) else {
      throw .value("\"\(SanitisedText(word))\" is no word for it")
    }
    return value
  }

  package func write(to json: inout JSONWriter) { json.append(rawValue) }
}

extension TaskState: FieldValue {}
extension EndWord: FieldValue {}
extension StallAction: FieldValue {}
extension StallAnswer: FieldValue {}
extension InputWait: FieldValue {}
extension InputWaitReport: FieldValue {}
extension ProgramState: FieldValue {}
extension Halter: FieldValue {}
extension HaltReport: FieldValue {}
extension AdvanceReport: FieldValue {}
extension SubmissionStrategy: FieldValue {}
extension Launcher: FieldValue {}
extension LaunchStreams: FieldValue {}
extension RunOverlap: FieldValue {}

/// The kind of a stall. A newer hub's unknown word reads as `notAdvancing`.
extension StallKind: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> StallKind {
    StallKind(rawValue: try String.read(&scanner, line)) ?? .notAdvancing
  }
}

/// The precision of an ETA. A newer hub's unknown word reads as approximate.
extension EtaConfidence: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> EtaConfidence {
    EtaConfidence(rawValue: try String.read(&scanner, line)) ?? .approximate
  }
}

/// A text, sanitised and cut off at the limit of a line.
extension SanitisedText: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> SanitisedText {
    let bytes = line.span
    var ahead = scanner
    if let text = ahead.text(bytes), text.isASCII,
      let plain = SanitisedText(ascii: bytes.extracting(text.range), limit: .line)
    {
      scanner = ahead
      return plain
    }
    return SanitisedText(try String.read(&scanner, line), limit: .line)
  }

  package func write(to json: inout JSONWriter) { json.append(string) }
}

/// The 32 hexadecimal digits of a key, as a text.
extension TaskKey: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> TaskKey {
    let start = scanner
    if let key = scanner.key(line.span) { return key }
    scanner = start
    guard let key = TaskKey(try String.read(&scanner, line)) else {
      throw .value("a key is 32 hexadecimal digits")
    }
    return key
  }

  package func write(to json: inout JSONWriter) { json.append(description) }
}

extension TaskNumber: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> TaskNumber {
    guard let number = TaskNumber(try Int.read(&scanner, line)) else {
      throw .value("a task number is 1 or more")
    }
    return number
  }

  package func write(to json: inout JSONWriter) { json.append(value) }
}

/// A number for a task's number, a text for its key or identifier.
extension TaskReference: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> TaskReference {
    if scanner.peek(line.span) != UInt8(ascii: "\"") {
      return .number(try TaskNumber.read(&scanner, line))
    }
    guard let reference = TaskReference(try String.read(&scanner, line)) else {
      throw .value("a task is named by number, key or identifier")
    }
    return reference
  }

  package func write(to json: inout JSONWriter) {
    switch self {
    case .number(let number): number.write(to: &json)
    case .key(let key): key.write(to: &json)
    case .identifier(let identifier): identifier.write(to: &json)
    }
  }
}

/// A time as text, in the form of ISO 8601 in UTC.
extension WallTime: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> WallTime {
    guard let time = WallTime(try String.read(&scanner, line)) else {
      throw .value("a time is ISO 8601 in UTC: 2026-01-31T09:05:00Z")
    }
    return time
  }

  package func write(to json: inout JSONWriter) { json.append(description) }
}

extension Array: FieldValue where Element: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> [Element] {
    guard scanner.consume("[", line.span) else { throw .type }
    var elements: [Element] = []
    scanner.skipSpace(line.span)
    if scanner.consume("]", line.span) { return elements }
    repeat {
      scanner.skipSpace(line.span)
      elements.append(try Element.read(&scanner, line))
      scanner.skipSpace(line.span)
    } while scanner.consume(",", line.span)
    guard scanner.consume("]", line.span) else { throw .type }
    return elements
  }

  package func write(to json: inout JSONWriter) {
    json.beginList()
    for element in self {
      json.separate()
      element.write(to: &json)
    }
    json.endList()
  }
}

/// Values by name, such as the units of resources. The first of doubled names counts.
extension Dictionary: FieldValue where Key == String, Value: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> [String: Value] {
    guard scanner.consume("{", line.span) else { throw .type }
    var values: [String: Value] = [:]
    scanner.skipSpace(line.span)
    if scanner.consume("}", line.span) { return values }
    repeat {
      scanner.skipSpace(line.span)
      let name = try String.read(&scanner, line)
      scanner.skipSpace(line.span)
      guard scanner.consume(":", line.span) else { throw .type }
      scanner.skipSpace(line.span)
      let value = try Value.read(&scanner, line)
      if values[name] == nil { values[name] = value }
      scanner.skipSpace(line.span)
    } while scanner.consume(",", line.span)
    guard scanner.consume("}", line.span) else { throw .type }
    return values
  }

  package func write(to json: inout JSONWriter) {
    json.begin()
    for (name, value) in self {
      json.separate()
      json.append(name)
      json.append(byte: ":")
      value.write(to: &json)
    }
    json.end()
  }
}

/// An object within an object.
extension FieldValue where Self: FieldObject {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> Self {
    do throws(WireError) {
      return try read(object: &scanner, line)
    } catch {
      guard error != .notJSON else { throw .type }
      throw .value(error.reason)
    }
  }

  package func write(to json: inout JSONWriter) {
    json.begin()
    writeFields(to: &json)
    json.end()
  }
}

extension TaskKey {
  /// The value of a key that a reader has yet to read.
  static let unread = TaskKey(high: 0, low: 0)
}

extension TaskReference {
  /// The value of a reference that a reader has yet to read.
  static let unread = TaskReference.key(.unread)
}
