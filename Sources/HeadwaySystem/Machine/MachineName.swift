import Glibc

/// The name under which this machine keeps its state where several machines share a folder.
///
/// ```swift
/// MachineName.own?.host     // "build1"
/// MachineName.own?.folder   // "build1-3f9c1e07ab52"
/// ```
package struct MachineName: Hashable, Sendable {
  /// The host name (uname(2)).
  package let host: String
  /// The name of the machine's folder: the host name in characters that are safe in a file name, and
  /// 12 hexadecimal digits.
  ///
  /// The digits come from the machine's identifier (machine-id(5)) and the host name together: nodes
  /// of a cluster may be copies of one image, and two machines may have the same host name. The
  /// identifier can't be computed from them. Other programs compute the same name: FNV-1a, 64 bits,
  /// of identifier, line feed and host name, of which the lower 48 bits count.
  package let folder: String

  package init(host: String, machineID: String) {
    self.host = host
    let hash = "\(machineID)\n\(host)".utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let safe = host.utf8.prefix(Self.hostLimit).map { byte in
      let isSafe =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      return isSafe ? byte : UInt8(ascii: "_")
    }
    let digits = String(hash & 0xFFFF_FFFF_FFFF, radix: 16)
    let padding = String(repeating: "0", count: 12 - digits.count)
    folder = "\(String(decoding: safe, as: UTF8.self))-\(padding)\(digits)"
  }

  /// The greatest number of bytes of a host name in a folder's name. Linux allows 64.
  private static let hostLimit = 64

  /// The name of this machine.
  package static var own: MachineName {
    let bytes = readProcFile("/etc/machine-id") ?? readProcFile("/var/lib/dbus/machine-id") ?? []
    let text = String(decoding: bytes, as: UTF8.self)
    return MachineName(host: hostName, machineID: String(text.prefix { !$0.isNewline }))
  }

  /// The name of the kernel and the architecture, as `uname -sm` prints them: `Linux x86_64`.
  package static var system: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "" }
    func text(_ bytes: UnsafeRawBufferPointer) -> String {
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let system = withUnsafeBytes(of: &names.sysname, text)
    return "\(system) \(withUnsafeBytes(of: &names.machine, text))"
  }

  /// The host name; `localhost` if the kernel has none.
  package static var hostName: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "localhost" }
    let name = withUnsafeBytes(of: &names.nodename) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return name.isEmpty ? "localhost" : name
  }
}
