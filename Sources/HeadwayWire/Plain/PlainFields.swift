import HeadwayCore

/// The fields of a plain object, taken one by one: a field that isn't there reads as nil, and so does
/// one of another kind, which ``isExhausted`` then says.
struct PlainFields {
  private let object: PlainObject
  private var takenCount = 0
  private var isRefused = false

  init(_ object: PlainObject) { self.object = object }

  /// Whether each field was taken, as what it is: if not, the library is to judge.
  var isExhausted: Bool { isSound && takenCount == object.count }

  /// Whether what was taken was of its kind: the library would pass over other fields too.
  var isSound: Bool { !isRefused }

  mutating func text(_ name: String) -> String? { take(name) { $0.text } }

  mutating func texts(_ name: String) -> [SanitisedText]? {
    take(name) { Self.all($0.list, as: Self.sanitised) }
  }

  mutating func sanitised(_ name: String) -> SanitisedText? { take(name, Self.sanitised) }

  mutating func integer<Number: FixedWidthInteger>(_ name: String) -> Number? {
    take(name) { $0.integer.flatMap(Number.init(exactly:)) }
  }

  mutating func integers(_ name: String) -> [Int]? {
    take(name) { Self.all($0.list) { $0.integer.flatMap(Int.init(exactly:)) } }
  }

  mutating func number(_ name: String) -> Double? { take(name) { $0.number } }

  mutating func object(_ name: String) -> PlainObject? { take(name) { $0.object } }

  mutating func seconds(_ name: String) -> Duration? {
    take(name) { $0.number.flatMap(Duration.init(nonNegativeSeconds:)) }
  }

  mutating func truth(_ name: String) -> Bool? { take(name) { $0.truth } }

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

  private mutating func take<Value>(
    _ name: String, _ read: (PlainObject.Value) -> Value?
  ) -> Value? {
    guard let field = object.value(name) else { return nil }
    takenCount += 1
    let value = read(field)
    if value == nil { isRefused = true }
    return value
  }

  /// As the library reads one, to the limit of a line.
  private static func sanitised(_ value: PlainObject.Value) -> SanitisedText? {
    guard let bytes = value.bytes else { return nil }
    return SanitisedText(ascii: bytes.span, limit: .line)
      ?? value.text.map { SanitisedText($0, limit: .line) }
  }

  /// Nil unless every one can be read.
  private static func all<Value>(
    _ values: [PlainObject.Value]?, as read: (PlainObject.Value) -> Value?
  ) -> [Value]? {
    guard let values else { return nil }
    let all = values.compactMap(read)
    return all.count == values.count ? all : nil
  }
}
