/// A writer of an object's fields into a line.
struct FieldWriter: FieldVisitor {
  var isReading: Bool { false }

  var json: JSONWriter

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value?
  ) throws(WireError) {
    guard let value else { return }
    json.name(name)
    value.write(to: &json)
  }

  mutating func required<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError) {
    json.name(name)
    value.write(to: &json)
  }
}

extension FieldObject {
  /// Writes the fields of this object, between braces of the caller.
  ///
  /// A writer changes no field. The description needs a variable because it also reads.
  consuming func writeFields(to json: inout JSONWriter) {
    var writer = FieldWriter(json: json)
    json = JSONWriter(capacity: 0)
    try? visit(&writer)
    json = writer.json
  }
}

/// The fields of an object for `headway list --json`: every field is there, and a field without a
/// value is null.
package struct FieldList: FieldVisitor {
  package var isReading: Bool { false }
  package var isListing: Bool { true }

  /// The names of the fields, each with its value in JSON.
  package private(set) var fields: [(name: String, json: [UInt8])] = []

  /// Lists the fields of an object.
  package init(_ object: some FieldObject) {
    var object = object
    try? object.visit(&self)
  }

  package mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value?
  ) throws(WireError) {
    guard var value else {
      fields.append((name.description, Array("null".utf8)))
      return
    }
    try required(name, &value)
  }

  package mutating func required<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError) {
    var json = JSONWriter(capacity: 32)
    value.write(to: &json)
    fields.append((name.description, json.bytes))
  }
}
