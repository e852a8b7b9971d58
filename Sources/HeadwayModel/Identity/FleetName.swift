/// The rule for names of users and machines in a fleet: they are parts of the broker's topics.
///
/// ```swift
/// FleetName.isValid("build-1.example")   // true
/// FleetName.isValid("a/b")               // false
/// ```
public enum FleetName {
  /// The greatest number of bytes of a name.
  public static var byteLimit: Int { 64 }

  /// Whether a text is a name: letters, digits, `.`, `_` and `-`, and not empty. `+`, `#` and `/` mean
  /// something in topics (MQTT 5, 4.7).
  public static func isValid(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= byteLimit && text.utf8.allSatisfy(isAllowed)
  }

  /// Whether a name may have this byte.
  public static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
