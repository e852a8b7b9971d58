import HeadwayCore

/// Writes fields, and leaves out or nulls those without a value.
struct FieldWriter<Field: CodingKey> {
  private var container: KeyedEncodingContainer<Field>
  let writesNulls: Bool

  init(_ encoder: any Encoder) {
    container = encoder.container(keyedBy: Field.self)
    writesNulls = CodingUserInfoKey.explicitNulls.map { encoder.userInfo[$0] != nil } ?? false
  }

  mutating func write<Value: Encodable>(_ value: Value?, _ field: Field) throws {
    if let value {
      try container.encode(value, forKey: field)
    } else if writesNulls {
      try container.encodeNil(forKey: field)
    }
  }

  /// An empty one is none.
  mutating func write(list: [some Encodable], _ field: Field) throws {
    try write(list.isEmpty ? nil : list, field)
  }
}

extension KeyedDecodingContainer {
  /// Nil also for a time that can't be.
  func seconds(_ field: Key) throws -> Duration? {
    try decodeIfPresent(Double.self, forKey: field).flatMap(Duration.init(nonNegativeSeconds:))
  }
}
