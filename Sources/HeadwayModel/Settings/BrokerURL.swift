/// The address of a broker: `mqtts://broker.example.org`, `mqtt://localhost:1883`.
///
/// ```swift
/// BrokerURL("mqtts://broker")?.port   // 8883
/// ```
public struct BrokerURL: Hashable, Sendable, CustomStringConvertible {
  /// The name or address of the broker's machine. An address of IPv6 is in brackets.
  public let host: String
  /// The port, from 1.
  public let port: UInt16
  /// Whether the connection is encrypted (TLS).
  public let usesTLS: Bool

  /// The forms, for messages.
  public static let forms = Phrase("mqtts://HOST, mqtts://HOST:PORT or mqtt://HOST")

  /// Makes an address. Nil for another scheme, a user, a path, and a port out of range. An address of
  /// IPv6 is in brackets.
  public init?(_ text: String) {
    let rest: Substring
    if text.hasPrefix("mqtts://") {
      (usesTLS, rest) = (true, text.dropFirst("mqtts://".count))
    } else if text.hasPrefix("mqtt://") {
      (usesTLS, rest) = (false, text.dropFirst("mqtt://".count))
    } else {
      return nil
    }
    let name: Substring
    let tail: Substring
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      name = rest[...end]
      tail = rest[rest.index(after: end)...]
      let digits = name.dropFirst().dropLast().utf8
      guard !digits.isEmpty, digits.allSatisfy(Self.isInAddress) else { return nil }
    } else {
      let end = rest.firstIndex(of: ":") ?? rest.endIndex
      (name, tail) = (rest[..<end], rest[end...])
      guard !name.isEmpty, name.utf8.allSatisfy(FleetName.isAllowed) else { return nil }
    }
    guard name.utf8.count <= 255 else { return nil }
    host = String(name)
    guard !tail.isEmpty else {
      port = usesTLS ? 8883 : 1883
      return
    }
    let digits = tail.dropFirst()
    guard tail.hasPrefix(":"), let port = UInt16(digits), port > 0,
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.port = port
  }

  private static func isInAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The address with its port.
  public var description: String { "\(usesTLS ? "mqtts" : "mqtt")://\(host):\(port)" }
}
