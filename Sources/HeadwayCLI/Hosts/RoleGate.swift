import HeadwayModel
import HeadwayWire

/// The check of a client's hello at the far end of a bridge.
///
/// The hub watches the process of a worker or a supervisor. Over a bridge that would be the bridge's
/// own process, so neither may come this way.
///
/// ```swift
/// var gate = RoleGate()
/// forHub = gate.admitted(bytes)
/// ```
struct RoleGate {
  private var held: [UInt8] = []
  private var isOpen = false
  /// The reason why the client isn't admitted, in English; nil as long as it may be.
  private(set) var refusal: String?

  /// Takes bytes of the client, and returns those that may go to the hub.
  mutating func admitted(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    if isOpen { return Array(bytes) }
    guard refusal == nil else { return [] }
    let newline = UInt8(ascii: "\n")
    // Empty lines mean nothing.
    if held.isEmpty { held += bytes.drop { $0 == newline } } else { held += bytes }
    guard let end = held.firstIndex(of: newline) else {
      if held.count >= LineFramer.byteLimit { refusal = String(wire: "the hello is too long") }
      return []
    }
    refusal = Self.refusal(of: held[..<end])
    guard refusal == nil else { return [] }
    isOpen = true
    defer { held = [] }
    return held
  }

  private static func refusal(of line: ArraySlice<UInt8>) -> String? {
    guard case .hello(let hello) = try? ClientMessage(line: line) else {
      return String(wire: "the first line must be a hello")
    }
    switch hello.role {
    case .worker, .supervisor:
      return String(wire: "a \(hello.role.rawValue) reports to the hub of its machine")
    case .monitor, .command: return nil
    }
  }
}
