/// Fields of bytes in one sequence, each ended by NUL, which no field can contain.
///
/// The payload of a launch and the request to a fork server have this form. Such fields hold
/// arguments and variables, of which Linux doesn't promise that they are UTF-8.
///
/// ```swift
/// let bytes = TerminatedFields.joined([Array("a".utf8), Array("b".utf8)])  // a, NUL, b, NUL
/// let fields = TerminatedFields.split(bytes)
/// ```
public enum TerminatedFields {
  /// Returns the fields in one sequence.
  public static func joined(_ fields: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(fields.reduce(0) { $0 + $1.count + 1 })
    for field in fields {
      bytes.append(contentsOf: field)
      bytes.append(0)
    }
    return bytes
  }

  /// Returns the fields of a sequence. Nil if the last one isn't ended.
  public static func split(_ bytes: [UInt8]) -> [[UInt8]]? {
    guard bytes.last == 0 else { return nil }
    var fields: [[UInt8]] = []
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for index in bytes.indices where bytes[index] == 0 {
        fields.append(Array(bytes[start..<index]))
        start = index + 1
      }
    }
    return fields
  }
}
