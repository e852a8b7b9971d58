import Glibc
import HeadwayHubCore
import HeadwayModel

/// The load of all connections together.
struct ConnectionLoad {
  private var connections: [ConnectionID: ClientConnection] = [:]
  private var unfinished: [ConnectionID: ClientConnection] = [:]
  private var unfinishedBytes = 0

  /// Bytes of lines that haven't ended, of all connections together.
  static let unfinishedLimit = 16 << 20
  /// The number of clients that are served. The other descriptors are for the record, the spool,
  /// watched processes, and for refusing further clients.
  static let connectionLimit: Int = {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
    let descriptors = Int(clamping: limit.rlim_cur)
    return min(20_000, descriptors - min(512, descriptors / 4))
  }()

  var connectionCount: Int { connections.count }
  var ids: [ConnectionID] { Array(connections.keys) }

  func connection(_ id: ConnectionID) -> ClientConnection? { connections[id] }

  mutating func note(_ connection: ClientConnection, isOpen: Bool) {
    connections[connection.id] = isOpen ? connection : nil
  }

  mutating func noteUnfinished(_ connection: ClientConnection, before: Int) {
    unfinishedBytes += connection.unfinishedBytes - before
    if before == 0 { unfinished[connection.id] = connection }
    if connection.unfinishedBytes == 0 { unfinished[connection.id] = nil }
  }

  /// The connection whose line is to be given up; nil while all fit.
  var connectionToGiveUp: ClientConnection? {
    guard unfinishedBytes > Self.unfinishedLimit else { return nil }
    return unfinished.values.max { $0.unfinishedBytes < $1.unfinishedBytes }
  }

  mutating func giveBackRoom() {
    connections = connections.withoutSpareRoom
    unfinished = unfinished.withoutSpareRoom
  }
}
