/// The name of another machine, as the user's ssh knows it: `build1`, `ada@build1`, an alias of
/// `~/.ssh/config`.
///
/// ```swift
/// HostName("build1")?.name    // "build1"
/// HostName("-oProxyCommand=x") // nil
/// ```
package struct HostName: Hashable, Sendable {
  package let name: String

  /// The greatest number of bytes of a name.
  package static let byteLimit = 255

  /// Makes a name. Nil for a text that ssh could take for an option, that is empty or too long, or
  /// that has a character which no name of a host, user or alias has.
  package init?(_ text: String) {
    guard let first = text.utf8.first, first != UInt8(ascii: "-"),
      text.utf8.count <= Self.byteLimit, text.utf8.allSatisfy(Self.isAllowed)
    else { return nil }
    name = text
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "@"):
      true
    default: false
    }
  }
}

extension HostName: CustomStringConvertible {
  package var description: String { name }
}
