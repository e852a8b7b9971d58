import Foundation
import HeadwayModel

@testable import HeadwayWire

/// A reader of fields from what Foundation finds in a line: the reference for the codec.
///
/// Foundation parses the whole line, and writes each value again by itself. So the reference doesn't
/// depend on how the codec finds its way through a line.
struct Oracle: FieldVisitor {
  var isReading: Bool { true }

  private let object: [String: Any]

  /// Parses a line; nil unless Foundation takes it for an object.
  init?(_ line: some Sequence<UInt8>) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
      return nil
    }
    self.object = object
  }

  /// The word in the field `type`.
  var type: String? { object["type"] as? String }

  /// The names of the fields, and their values as Foundation writes them.
  var fields: [(name: String, json: [UInt8])] {
    object.map { (name: $0.key, json: Self.json($0.value)) }
  }

  /// Reads a message; nil if a field is missing or wrong.
  func body<Body: FieldObject>(_: Body.Type = Body.self) -> Body? {
    var (oracle, body) = (self, Body.unread)
    do throws(WireError) {
      try body.visit(&oracle)
      return body
    } catch {
      return nil
    }
  }

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value?
  ) throws(WireError) {
    guard let found = object[name.description], !(found is NSNull) else {
      value = nil
      return
    }
    guard let read = Value.value(inJSON: String(decoding: Self.json(found), as: UTF8.self)) else {
      throw .malformed(name.description)
    }
    value = read
  }

  mutating func required<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError) {
    var found: Value?
    try field(name, &found)
    guard let found else { throw .malformed(name.description) }
    value = found
  }

  private static func json(_ value: Any) -> [UInt8] {
    let data = try? JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .withoutEscapingSlashes])
    return data.map { [UInt8]($0) } ?? []
  }
}
