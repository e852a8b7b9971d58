/// A value of D-Bus (D-Bus Specification, Type System): the types that Headway uses.
package enum BusValue: Hashable, Sendable {
  case text(String)
  case path(String)
  case flag(Bool)
  case byte(UInt8)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  /// `as`.
  case texts([String])
  /// `a{sv}`.
  case dictionary([String: BusValue])
  /// A value of another type, which Headway doesn't read.
  case other

  package var text: String? {
    switch self {
    case .text(let text), .path(let text): text
    default: nil
    }
  }

  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

  package var dictionary: [String: BusValue]? {
    if case .dictionary(let values) = self { values } else { nil }
  }

  /// The value of any whole number that isn't negative.
  package var count: UInt64? {
    switch self {
    case .byte(let value): UInt64(value)
    case .uint32(let value): UInt64(value)
    case .uint64(let value): value
    case .int32(let value): UInt64(exactly: value)
    case .int64(let value): UInt64(exactly: value)
    default: nil
    }
  }
}

/// A call or a signal for the bus.
package struct BusMessage: Hashable, Sendable {
  /// The receiver of a call; nil for a signal.
  package var destination: String?
  package var path: String
  package var interface: String
  package var member: String
  package var arguments: [BusValue]

  /// Makes a call.
  package static func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [BusValue] = []
  ) -> BusMessage {
    BusMessage(
      destination: destination, path: path, interface: interface, member: member,
      arguments: arguments)
  }

  /// Makes a signal.
  package static func signal(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) -> BusMessage {
    BusMessage(
      destination: nil, path: path, interface: interface, member: member, arguments: arguments)
  }
}
