internal import Glibc
internal import SystemPackage

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
    guard let socket = RecordHolder.read(paths.recordLock)?.socket, socket != paths.socket else {
      return nil
    }
    let other = HeadwayPaths(socket: socket, stateDirectory: paths.stateDirectory)
    return isServing(other) && isHeld(paths.recordLock) ? socket : nil
  }

  /// Returns the host name of a hub on another machine that has the record of `stateDirectory` now,
  /// or nil if no hub there has it.
  package static func otherHost(having stateDirectory: String) -> String? {
    let lock = HeadwayPaths(socket: "", stateDirectory: stateDirectory).recordLock
    guard let place = RecordHolder.read(lock)?.place, place.isElsewhere, isHeld(lock)
    else { return nil }
    // A hub of this machine that has locked the file just now writes its own name next.
    SystemClocks.rest(for: namingPause)
    return RecordHolder.read(lock)?.place == place && isHeld(lock) ? place.host : nil
  }

  /// The time between a hub's lock and its name in the lock file, with room for a busy machine.
  private static let namingPause: Duration = .milliseconds(50)

  /// Returns the hub of another machine that may have the record of a state directory that
  /// `HEADWAY_STATE` names. Nil if there is none.
  ///
  /// Locks of a network file system may hold on one machine only. The note of a hub that didn't
  /// leave properly is then all that is known.
  package static func hubElsewhere(_ paths: HeadwayPaths) -> HubElsewhere? {
    guard paths.statePlace.reason == .named else { return nil }
    let directory = paths.stateDirectory
    if let host = otherHost(having: directory) {
      return HubElsewhere(host: host, stateDirectory: directory, runsSurely: true)
    }
    guard let place = RecordHolder.read(paths.recordLock)?.place, place.isElsewhere,
      FileSystemKind.networkName(of: directory) != nil
    else { return nil }
    return HubElsewhere(host: place.host, stateDirectory: directory, runsSurely: false)
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
  /// nobody does (flock(2)). False on a file system without locks.
  private static func isHeld(_ path: String) -> Bool {
    guard let raw = try? RegularFile.open(path, O_RDONLY) else { return false }
    defer { close(raw) }
    return flock(raw, LOCK_SH | LOCK_NB) != 0 && Errno.last == .wouldBlock
  }
}
