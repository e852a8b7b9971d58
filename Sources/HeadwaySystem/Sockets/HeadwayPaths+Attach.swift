/// The sockets of supervisors.
extension HeadwayPaths {
  /// Returns the socket at which a task's supervisor accepts attached terminals. The key alone
  /// determines it, so that attaching works even if the hub hangs.
  package func attachPlace(ofKey key: some CustomStringConvertible) -> SocketPlace {
    SocketPlace(directory: attachDirectory, name: "\(key).sock")
  }

  /// Removes the sockets that killed supervisors have left behind.
  package func removeStaleAttachSockets() {
    guard PrivateDirectory.find(attachDirectory) == nil else { return }
    for name in directoryEntries(attachDirectory) where name.hasSuffix(".sock") {
      let place = SocketPlace(directory: attachDirectory, name: name)
      if place.isStale { place.remove() }
    }
  }
}
