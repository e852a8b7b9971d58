internal import HeadwaySystem

/// The socket of one supervisor, in a directory of this user's alone; gone with this value.
final class AttachListener {
  private let place: SocketPlace
  private let listener: OwnedDescriptor

  /// Nil where none can be made: then nobody can attach, and all else is as ever.
  init?(at place: SocketPlace) {
    self.place = place
    guard (try? PrivateDirectory.ensure(place.directory)) != nil,
      let listener = try? place.listen(backlog: 16)
    else { return nil }
    self.listener = OwnedDescriptor(listener)
  }

  deinit { place.remove() }

  var raw: CInt { listener.raw }

  /// The next connection of this user; others are hung up on.
  func accept() -> OwnedDescriptor? {
    while let accepted = try? UnixSocket.accept(from: listener.descriptor) {
      let connection = OwnedDescriptor(accepted)
      let peer = try? UnixSocket.peer(of: accepted)
      if peer?.user == ProcessEnvironment.user { return connection }
    }
    return nil
  }
}
