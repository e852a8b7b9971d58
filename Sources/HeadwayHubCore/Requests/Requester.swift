package import HeadwayModel

/// The process at the other end of a connection, by the peer's credentials (unix(7), SO_PEERCRED).
package struct ConnectionPeer: Hashable, Sendable {
  package var process: ProcessIdentity
  package var isSupervisor: Bool

  package init(process: ProcessIdentity, isSupervisor: Bool) {
    self.process = process
    self.isSupervisor = isSupervisor
  }
}

/// The number of a client's connection to this hub.
package struct ConnectionID: Hashable, Sendable {
  package let value: UInt64

  package init(_ value: UInt64) { self.value = value }
}

/// The connection that a request came from, and the number under which its client awaits the
/// answer. A nil number means that the client awaits none.
package struct Requester: Hashable, Sendable {
  package var connection: ConnectionID
  package var request: Int?

  package init(connection: ConnectionID, request: Int? = nil) {
    self.connection = connection
    self.request = request
  }
}
