import HeadwayModel

/// A cursor over the fields of a plain object that counts what was taken.
///
/// Each function takes a field by its name and returns nil for a missing field and for a value of
/// another type. ``isExhausted`` tells the two apart, once all known fields were taken.
///
/// ```swift
/// var fields = PlainFields(object)
/// let request: Int? = fields.integer("request")
/// guard fields.isExhausted else { return nil }  // JSONDecoder must decide
/// ```
struct PlainFields {
  private let object: PlainObject
  private var takenCount = 0
  /// Whether a field had a value of another type.
  private var isRefused = false

  init(_ object: PlainObject) { self.object = object }

  /// Whether every field was taken, and each with the right type. `JSONDecoder` must decide
  /// otherwise.
  var isExhausted: Bool { isSound && takenCount == object.count }

  /// Whether each field that was taken had the right type. Unknown fields don't matter, as for
  /// `JSONDecoder`.
  var isSound: Bool { !isRefused }

  mutating func text(_ name: String) -> String? { take(name) { $0.text } }

  mutating func texts(_ name: String) -> [SanitisedText]? {
    take(name) { Self.all($0.list, as: Self.sanitised) }
  }

  mutating func sanitised(_ name: String) -> SanitisedText? { take(name, Self.sanitised) }

  /// Takes an integer. A number that `Number` can't hold counts as another type.
  mutating func integer<Number: FixedWidthInteger>(_ name: String) -> Number? {
    take(name) { $0.integer.flatMap(Number.init(exactly:)) }
  }

  mutating func integers(_ name: String) -> [Int]? {
    take(name) { Self.all($0.list) { $0.integer.flatMap(Int.init(exactly:)) } }
  }

  mutating func number(_ name: String) -> Double? { take(name) { $0.number } }

  mutating func object(_ name: String) -> PlainObject? { take(name) { $0.object } }

  /// Takes a number of seconds. A negative or too large number counts as another type.
  mutating func seconds(_ name: String) -> Duration? {
    take(name) { $0.number.flatMap(Duration.init(nonNegativeSeconds:)) }
  }

  mutating func truth(_ name: String) -> Bool? { take(name) { $0.truth } }

  /// Takes a word of an enumeration. An unknown word counts as another type.
  mutating func word<Word: RawRepresentable<String>>(_ name: String) -> Word? {
    take(name) { $0.text.flatMap(Word.init(rawValue:)) }
  }

  mutating func key(_ name: String) -> TaskKey? {
    take(name) { $0.bytes.flatMap { TaskKey(hexadecimal: $0.span) } }
  }

  mutating func taskNumber(_ name: String) -> TaskNumber? {
    take(name) { $0.integer.flatMap(Int.init(exactly:)).flatMap { TaskNumber($0) } }
  }

  mutating func time(_ name: String) -> WallTime? {
    take(name) { $0.text.flatMap { WallTime($0) } }
  }

  /// Takes the field `name` and converts its value.
  private mutating func take<Value>(
    _ name: String, _ read: (PlainObject.Value) -> Value?
  ) -> Value? {
    guard let field = object.value(name) else { return nil }
    takenCount += 1
    let value = read(field)
    if value == nil { isRefused = true }
    return value
  }

  /// Sanitises a text up to the limit of a line, as decoding a `SanitisedText` does.
  private static func sanitised(_ value: PlainObject.Value) -> SanitisedText? {
    guard let bytes = value.bytes else { return nil }
    return SanitisedText(ascii: bytes.span, limit: .line)
      ?? value.text.map { SanitisedText($0, limit: .line) }
  }

  /// Converts all values of a list; nil if one of them can't be converted.
  private static func all<Value>(
    _ values: [PlainObject.Value]?, as read: (PlainObject.Value) -> Value?
  ) -> [Value]? {
    guard let values else { return nil }
    let all = values.compactMap(read)
    return all.count == values.count ? all : nil
  }
}
