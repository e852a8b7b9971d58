internal import HeadwaySystem

/// The listening socket of one supervisor, in a directory that only this user may enter.
///
/// `AttachServer` owns it. The socket's file is removed with the value.
final class AttachListener {
  private let place: SocketPlace
  private let listener: OwnedDescriptor

  /// Binds and listens at `place`. Nil if that fails: then nobody can attach, and the command runs
  /// as usual.
  init?(at place: SocketPlace) {
    self.place = place
    guard (try? PrivateDirectory.ensure(place.directory)) != nil,
      let listener = try? place.listen(backlog: 64)
    else { return nil }
    self.listener = OwnedDescriptor(listener)
  }

  deinit { place.remove() }

  /// The listening descriptor, to poll for a connection.
  var raw: CInt { listener.raw }

  /// The result of one accept(2).
  enum Arrival {
    case connection(OwnedDescriptor)
    /// Another user's connection, which is closed at once.
    case foreign
    case none
    /// A connection waits, but descriptors or memory are missing to accept it (accept(2)).
    case shortage
  }

  /// Accepts the next waiting connection. The call doesn't block.
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
