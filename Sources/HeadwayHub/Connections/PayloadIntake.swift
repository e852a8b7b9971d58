import HeadwayHubCore
import HeadwayModel
import HeadwayWire

/// The payloads that arrive in parts: one for each connection, and at most `byteLimit` bytes of all
/// connections together.
struct PayloadIntake {
  private var arriving: [ConnectionID: (key: TaskKey, bytes: [UInt8])] = [:]
  private var byteCount = 0
  /// The connections whose last payload found no room beside the payloads of others.
  private var refused: Set<ConnectionID> = []

  /// The greatest number of bytes of all payloads that the record hasn't got yet.
  static let byteLimit = 32 << 20

  /// Adds a part of a payload. A part for another task drops the parts before.
  ///
  /// - Parameter held: the bytes of complete payloads that wait to be written.
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

  /// Keeps a payload that the hub itself has put together, as if it had come over the connection.
  ///
  /// - Parameter held: the bytes of complete payloads that wait to be written.
  mutating func put(
    _ payload: LaunchPayload, of key: TaskKey, from connection: ConnectionID, held: Int
  ) {
    forget(connection)
    let bytes = payload.bytes
    guard byteCount + bytes.count + held <= Self.byteLimit else {
      refused.insert(connection)
      return
    }
    byteCount += bytes.count
    arriving[connection] = (key, bytes)
  }

  /// Whether the connection's payload was dropped because the payloads of others took up all room.
  func isRefused(_ connection: ConnectionID) -> Bool { refused.contains(connection) }

  /// Returns the payload of `key`. Nil if none came, or if the bytes aren't a valid payload.
  func payload(of key: TaskKey, from connection: ConnectionID) -> LaunchPayload? {
    guard let (known, bytes) = arriving[connection], known == key else { return nil }
    return LaunchPayload(bytes)
  }

  mutating func forget(_ connection: ConnectionID) {
    byteCount -= arriving.removeValue(forKey: connection)?.bytes.count ?? 0
    refused.remove(connection)
  }
}
