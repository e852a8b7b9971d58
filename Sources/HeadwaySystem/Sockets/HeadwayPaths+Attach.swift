extension HeadwayPaths {
  /// Where the supervisor of the task with this key listens for who attaches: found by the key alone,
  /// so that a hub that hangs is no hindrance.
  package func attachPlace(ofKey key: some CustomStringConvertible) -> SocketPlace {
    SocketPlace(directory: attachDirectory, name: "\(key).sock")
  }

  /// Removes the sockets that killed supervisors left.
  package func removeStaleAttachSockets() {
    guard PrivateDirectory.find(attachDirectory) == nil else { return }
    for name in directoryEntries(attachDirectory) where name.hasSuffix(".sock") {
      let place = SocketPlace(directory: attachDirectory, name: name)
      if place.isStale { place.remove() }
    }
  }
}
