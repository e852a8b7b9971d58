internal import HeadwaySystem

/// The socket of one supervisor, in a directory of this user's alone; gone with this value.
final class AttachListener {
  private let place: SocketPlace
  private let listener: OwnedDescriptor

  /// Nil where none can be made: then nobody can attach, and all else is as ever.
  init?(at place: SocketPlace) {
    self.place = place
    guard (try? PrivateDirectory.ensure(place.directory)) != nil,
      let listener = try? place.listen(backlog: 64)
    else { return nil }
    self.listener = OwnedDescriptor(listener)
  }

  deinit { place.remove() }

  var raw: CInt { listener.raw }

  enum Arrival {
    case connection(OwnedDescriptor)
    /// A connection of another user, which is hung up on.
    case foreign
    case none
    /// A connection waits, and can't be accepted: for want of descriptors or memory (accept(2)).
    case shortage
  }

  /// The next connection that waits.
  func accept() -> Arrival {
    let accepted: OwnedDescriptor
    do {
      guard let next = try UnixSocket.accept(from: listener.descriptor) else { return .none }
      accepted = OwnedDescriptor(next)
    } catch {
      return .shortage
    }
    let peer = try? UnixSocket.peer(of: accepted.descriptor)
    return peer?.user == ProcessEnvironment.user ? .connection(accepted) : .foreign
  }
}
