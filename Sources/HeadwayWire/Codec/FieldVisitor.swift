package import HeadwayModel

/// A type that is a JSON object on the wire, described once.
///
/// ``visit(_:)`` names each field in the order in which the fields are written. The same description
/// reads a line, writes a line, and lists the fields for `headway list --json`. Fields are added,
/// never renamed.
///
/// ```swift
/// package struct WaitMessage: MessageBody {
///   package static let type = "wait"
///   package static var unread: WaitMessage { WaitMessage(task: .unread) }
///   package var request: Int?
///   package var task: TaskReference
///
///   package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
///     try fields.field("request", &request)
///     try fields.required("task", &task)
///   }
/// }
/// ```
package protocol FieldObject {
  /// The value that a reader fills. The reader replaces every required field.
  static var unread: Self { get }
  /// Shows every field to `fields`, in the order of writing.
  ///
  /// - Throws: ``WireError/malformed(_:)`` for a missing field or a wrong value. A visitor that
  ///   writes throws nothing.
  mutating func visit(_ fields: inout some FieldVisitor) throws(WireError)
}

/// A reader or a writer of the fields of one object.
package protocol FieldVisitor {
  /// Whether the visitor assigns the fields. Otherwise the visitor leaves them as they are.
  var isReading: Bool { get }
  /// Whether the object is for `headway list --json`, where fields have their exact values.
  ///
  /// On the wire, some fields have a value that older peers understand.
  var isListing: Bool { get }
  /// Visits a field that may be missing. Nil stands for a missing field and for null.
  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value?
  ) throws(WireError)
  /// Visits a field that every object has.
  mutating func required<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError)
}

extension FieldVisitor {
  package var isListing: Bool { false }

  /// Visits a field that is always written. An older peer may leave it out, which means `missing`.
  package mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, missing: @autoclosure () -> Value
  ) throws(WireError) {
    var optional: Value? = isReading ? nil : value
    try field(name, &optional)
    if isReading { value = optional ?? missing() }
  }

  /// Visits a field that is left out if it has its usual value.
  package mutating func field<Value: FieldValue & Equatable>(
    _ name: StaticString, _ value: inout Value, usual: Value
  ) throws(WireError) {
    var optional: Value? = isReading || value == usual ? nil : value
    try field(name, &optional)
    if isReading { value = optional ?? usual }
  }

  /// Visits a list. An empty list is left out.
  package mutating func list<Value: FieldValue>(
    _ name: StaticString, _ values: inout [Value]
  ) throws(WireError) {
    var optional: [Value]? = isReading || values.isEmpty ? nil : values
    try field(name, &optional)
    if isReading { values = optional ?? [] }
  }

  /// Visits a length of time in seconds. A negative or too large number reads as a missing field.
  package mutating func seconds(
    _ name: StaticString, _ value: inout Duration?
  ) throws(WireError) {
    var seconds = isReading ? nil : value?.inSeconds
    try field(name, &seconds)
    if isReading { value = seconds.flatMap(Duration.init(nonNegativeSeconds:)) }
  }

  /// Visits a text with a limit below that of a line, such as an identifier.
  package mutating func text(
    _ name: StaticString, _ value: inout SanitisedText?, limit: TextLimit
  ) throws(WireError) {
    try field(name, &value)
    if isReading { value = value.map { SanitisedText($0.string, limit: limit) } }
  }

  /// Visits a field that is computed from others. A reader ignores it.
  package mutating func derived<Value: FieldValue>(
    _ name: StaticString, _ value: @autoclosure () -> Value?
  ) throws(WireError) {
    var value = isReading ? nil : value()
    try field(name, &value)
  }
}

/// A type of a field's value.
package protocol FieldValue {
  /// Reads a value, and steps over it.
  static func read(_ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>) throws(FieldError)
    -> Self
  /// Writes the value.
  func write(to json: inout JSONWriter)
}

/// The reason why a value can't be read.
package enum FieldError: Error {
  /// The value has another type.
  case type
  /// The value has the right type. The text says what a right value is.
  case value(String)
}

extension WireError {
  /// The error for a field that has the right type and a wrong value.
  static func wrong(_ name: StaticString, _ reason: String) -> WireError {
    .malformed("the field \"\(name)\": \(reason)")
  }
}
