internal import Glibc

/// Whether a hub runs, for programs that must not start one.
///
/// Connecting would tell too, but under socket activation a connection starts the hub.
package enum HubPresence {
  /// Whether the service manager listens at the socket and no hub runs.
  package static func isAsleep(_ paths: HeadwayPaths) -> Bool {
    guard FileIdentity(of: paths.activationMark) != nil else { return false }
    return !isServing(paths)
  }

  /// Whether a hub process exists. It may not listen yet, or no longer.
  package static func isServing(_ paths: HeadwayPaths) -> Bool { isHeld(paths.servingLock) }

  /// Whether a hub has said goodbye and still has the record. It may wait for room on the disk.
  package static func isLeaving(_ paths: HeadwayPaths) -> Bool {
    !isServing(paths) && isHeld(paths.recordLock)
  }

  /// Returns the socket of a hub that has this record and listens at another socket. Nil if there is
  /// no such hub. A second hub can't have the record.
  package static func socketOfOtherHub(_ paths: HeadwayPaths) -> String? {
    guard let bytes = try? DurableFile.read(paths.recordLock, byteLimit: 4096) else { return nil }
    let socket = String(decoding: bytes, as: UTF8.self)
    guard socket.hasPrefix("/"), socket != paths.socket else { return nil }
    let other = HeadwayPaths(socket: socket, stateDirectory: paths.stateDirectory)
    return isServing(other) && isHeld(paths.recordLock) ? socket : nil
  }

  /// Marks this process as a running hub until it ends.
  ///
  /// The lock is held before its name appears, so that a program that watches the directory reads
  /// the right state. Other locks keep two hubs of one socket apart.
  package static func announce(_ paths: HeadwayPaths) throws(SystemError) {
    let temporary = paths.servingLock + ".new"
    guard let lock = try FileLock.acquire(temporary) else { return }
    guard rename(temporary, paths.servingLock) == 0 else {
      throw SystemError("rename to \(paths.servingLock)")
    }
    _ = lock.relinquish()
  }

  /// Withdraws the mark of this process, which is a hub that leaves.
  ///
  /// Call it before the goodbye: a client that has heard the goodbye then takes the hub for asleep,
  /// and doesn't make the service manager start another one.
  package static func withdraw(_ paths: HeadwayPaths) { unlink(paths.servingLock) }

  /// Whether another process holds the exclusive lock. A shared lock that succeeds shows that
  /// nobody does (flock(2)).
  private static func isHeld(_ path: String) -> Bool {
    guard let raw = try? RegularFile.open(path, O_RDONLY) else { return false }
    defer { close(raw) }
    return flock(raw, LOCK_SH | LOCK_NB) != 0
  }
}
