import HeadwayModel

/// A writer of optional fields into a keyed container.
///
/// A field without a value is left out on the wire and written as null in `headway list --json`, so
/// that scripts find every field there. ``CodingUserInfoKey/explicitNulls`` of the encoder selects
/// the second form.
struct FieldWriter<Field: CodingKey> {
  private var container: KeyedEncodingContainer<Field>
  let writesNulls: Bool

  init(_ encoder: any Encoder) {
    container = encoder.container(keyedBy: Field.self)
    writesNulls = CodingUserInfoKey.explicitNulls.map { encoder.userInfo[$0] != nil } ?? false
  }

  /// Writes a field, or null, or nothing.
  mutating func write<Value: Encodable>(_ value: Value?, _ field: Field) throws {
    if let value {
      try container.encode(value, forKey: field)
    } else if writesNulls {
      try container.encodeNil(forKey: field)
    }
  }

  /// Writes a list. An empty list counts as no value.
  mutating func write(list: [some Encodable], _ field: Field) throws {
    try write(list.isEmpty ? nil : list, field)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a number of seconds. Nil if the field is missing, negative or too large.
  func seconds(_ field: Key) throws -> Duration? {
    try decodeIfPresent(Double.self, forKey: field).flatMap(Duration.init(nonNegativeSeconds:))
  }
}
