internal import Glibc

/// Whether a hub is behind its socket, for those who mustn't start one: to connect is to start it where
/// the service manager listens.
package enum HubPresence {
  /// The service manager listens at the socket, and no hub does.
  package static func isAsleep(_ paths: HeadwayPaths) -> Bool {
    guard FileIdentity(of: paths.activationMark) != nil else { return false }
    return !isServing(paths)
  }

  /// A hub lives, whether it listens yet, or still, or not.
  package static func isServing(_ paths: HeadwayPaths) -> Bool { isHeld(paths.servingLock) }

  /// Says that a hub serves, until this process ends. The lock is held when its name appears, so that
  /// whoever watches the directory is told the truth. Two hubs of one socket are kept apart elsewhere.
  package static func announce(_ paths: HeadwayPaths) throws(SystemError) {
    let temporary = paths.servingLock + ".new"
    guard let lock = try FileLock.acquire(temporary) else { return }
    guard rename(temporary, paths.servingLock) == 0 else {
      throw SystemError("rename to \(paths.servingLock)")
    }
    _ = lock.relinquish()
  }

  /// A shared lock that is had for a moment tells that nobody has it alone (flock(2)).
  private static func isHeld(_ path: String) -> Bool {
    guard let raw = try? RegularFile.open(path, O_RDONLY) else { return false }
    defer { close(raw) }
    return flock(raw, LOCK_SH | LOCK_NB) != 0
  }
}
