import HeadwayCore
import HeadwayWire

/// Payloads on their way in, in parts: one for each connection.
struct PayloadIntake {
  private var arriving: [ConnectionID: (key: TaskKey, bytes: [UInt8])] = [:]

  /// A part of another task's drops what came before.
  mutating func add(_ part: PayloadMessage, from connection: ConnectionID) {
    var (key, bytes) = arriving.removeValue(forKey: connection) ?? (part.key, [])
    if key != part.key { (key, bytes) = (part.key, []) }
    bytes += part.bytes
    guard bytes.count <= LaunchPayload.byteLimit else { return }
    arriving[connection] = (key, bytes)
  }

  /// Nil where none came, or what came is none.
  func payload(of key: TaskKey, from connection: ConnectionID) -> LaunchPayload? {
    guard let (known, bytes) = arriving[connection], known == key else { return nil }
    return LaunchPayload(bytes)
  }

  mutating func forget(_ connection: ConnectionID) { arriving[connection] = nil }
}
