/// The name of another machine, as the user's ssh knows it: `build1`, `ada@build1`, an alias of
/// `~/.ssh/config`.
///
/// ```swift
/// HostName("build1")?.name    // "build1"
/// HostName("-oProxyCommand=x") // nil
/// ```
public struct HostName: Hashable, Sendable {
  /// The name.
  public let name: String

  /// The greatest number of bytes of a name.
  public static let byteLimit = 255

  /// Makes a name. Nil for a text that ssh could take for an option, that is empty or too long, or
  /// that has a character which no name of a host, user or alias has.
  public init?(_ text: String) {
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
  /// The name.
  public var description: String { name }
}

/// Another machine, as the user's config describes it.
public struct Host: Hashable, Sendable {
  /// The name that commands and screens use.
  public var name: HostName
  /// The destination for ssh; the name by default.
  public var destination: HostName
  /// The path of the program `headway` there. Nil for the one in the PATH of the login shell there,
  /// or in `~/.local/bin`.
  public var program: String?

  /// Makes a machine.
  public init(_ name: HostName, destination: HostName? = nil, program: String? = nil) {
    (self.name, self.destination, self.program) = (name, destination ?? name, program)
  }

  /// Whether `path` can be a ``program``: a path from the root or from `~`, of characters that mean
  /// the same to every shell.
  public static func isProgram(_ path: String) -> Bool {
    let isWhole = path.hasPrefix("/") || path.hasPrefix("~/")
    return isWhole && path.utf8.count <= HostName.byteLimit
      && path.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "~"):
          true
        default: false
        }
      }
  }
}
