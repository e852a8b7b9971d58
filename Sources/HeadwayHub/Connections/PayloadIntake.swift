import HeadwayHubCore
import HeadwayModel
import HeadwayWire

/// Payloads on their way in, in parts: one for each connection, and `byteLimit` bytes of all
/// together.
struct PayloadIntake {
  private var arriving: [ConnectionID: (key: TaskKey, bytes: [UInt8])] = [:]
  private var byteCount = 0
  /// Connections whose last payload didn't fit beside those of others.
  private var refused: Set<ConnectionID> = []

  /// Bytes of all payloads that the record hasn't got yet.
  static let byteLimit = 32 << 20

  /// Adds a part. A part of another task's payload drops what came before.
  /// - Parameter held: bytes of payloads that came before and wait to be written.
  mutating func add(_ part: PayloadMessage, from connection: ConnectionID, held: Int) {
    var (key, bytes) = arriving[connection] ?? (part.key, [])
    forget(connection)
    if key != part.key { (key, bytes) = (part.key, []) }
    bytes += part.bytes
    guard bytes.count <= LaunchPayload.byteLimit else { return }
    guard byteCount + bytes.count + held <= Self.byteLimit else {
      refused.insert(connection)
      return
    }
    byteCount += bytes.count
    arriving[connection] = (key, bytes)
  }

  /// Whether the connection's payload was dropped because there were too many of others.
  func isRefused(_ connection: ConnectionID) -> Bool { refused.contains(connection) }

  /// The payload of `key`; nil where none came, or what came is none.
  func payload(of key: TaskKey, from connection: ConnectionID) -> LaunchPayload? {
    guard let (known, bytes) = arriving[connection], known == key else { return nil }
    return LaunchPayload(bytes)
  }

  mutating func forget(_ connection: ConnectionID) {
    byteCount -= arriving.removeValue(forKey: connection)?.bytes.count ?? 0
    refused.remove(connection)
  }
}
