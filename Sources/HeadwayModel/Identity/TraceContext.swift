/// The place of a task in a distributed trace, as the environment variable `TRACEPARENT` hands it to
/// the command (W3C Trace Context, `traceparent` of version 00).
///
/// A task is a span below the one that it inherits. Without one, the task begins a trace whose id is its
/// key. The id of the span follows from the key and the number of the launch, so that others can name the
/// span without asking.
///
/// ```swift
/// let context = TraceContext(of: key, launch: 1, within: inherited)
/// print("TRACEPARENT=\(context)")   // 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
/// ```
public struct TraceContext: Hashable, Sendable {
  /// The id of the trace: 32 lowercase hexadecimal digits.
  public let trace: String
  /// The id of the task's span: 16 lowercase hexadecimal digits.
  public let span: String
  /// The flags of the trace: 2 lowercase hexadecimal digits. `01` means that the trace is recorded.
  public let flags: String
  /// Whether the trace is the one that the task inherits.
  public let isInherited: Bool

  /// Makes the place of a task's launch.
  ///
  /// - Parameter inherited: the `traceparent` of the surroundings. A text that isn't one counts as none.
  public init(of key: TaskKey, launch: Int, within inherited: String?) {
    let parent = inherited.flatMap(Self.parts)
    trace = parent?.trace ?? Self.known("\(key)")
    flags = parent?.flags ?? "01"
    isInherited = parent != nil
    span = Self.span(of: key, launch: launch)
  }

  /// Reads the ids of a `traceparent`; nil for a text that isn't one. A later version may have more
  /// behind its flags, which are left out.
  private static func parts(_ text: String) -> (trace: String, flags: String)? {
    let bytes = Array(text.utf8.prefix(57))
    guard bytes.count == 55 || bytes.count > 55 && bytes[55] == UInt8(ascii: "-") else {
      return nil
    }
    let fields = bytes.prefix(55).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard fields.map(\.count) == [2, 32, 16, 2],
      fields.allSatisfy({ $0.allSatisfy(isLowercaseDigit) }),
      fields[1].contains(where: { $0 != UInt8(ascii: "0") }),
      fields[2].contains(where: { $0 != UInt8(ascii: "0") })
    else { return nil }
    let version = String(decoding: fields[0], as: UTF8.self)
    guard version != "ff", version != "00" || text.utf8.count == 55 else { return nil }
    return (
      String(decoding: fields[1], as: UTF8.self), String(decoding: fields[3], as: UTF8.self)
    )
  }

  private static func isLowercaseDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  /// Returns the id of a trace. An id of zeros is none.
  private static func known(_ digits: String) -> String {
    digits.utf8.allSatisfy { $0 == UInt8(ascii: "0") } ? String(digits.dropLast()) + "1" : digits
  }

  private static func span(of key: TaskKey, launch: Int) -> String {
    let step = UInt64(truncatingIfNeeded: launch) &* 0x9E37_79B9_7F4A_7C15
    let mixed = (key.low ^ key.high.byteSwapped) &+ step
    let digits = String(mixed == 0 ? 1 : mixed, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension TraceContext: CustomStringConvertible {
  /// The value of `TRACEPARENT`.
  public var description: String { "00-\(trace)-\(span)-\(flags)" }
}
