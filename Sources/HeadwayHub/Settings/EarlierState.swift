import Glibc
import HeadwayModel
import HeadwaySystem

/// The state that an earlier version left in a state directory that several machines share.
///
/// Earlier versions kept one record there for all machines. The first machine whose hub finds that
/// record unused moves it into its own folder, once. The others begin a record of their own.
enum EarlierState {
  /// The files and directories that are moved. The record goes first: whoever moves the record has
  /// the rest.
  static let names = [
    "record.sqlite", "record.sqlite-wal", "record.sqlite-shm", "record.mark", "spool", "logs",
    "monitor.choices",
  ]

  /// The file that says that a move has begun. A hub that was killed meanwhile goes on with it.
  private static let mark = "taking-over"

  /// Moves the earlier state into this machine's folder, whose record is locked and not open yet.
  ///
  /// Nothing happens if the folder has a record, if there is no earlier state, or if a hub has it.
  /// On a local disk nothing is moved either: the machine that was first goes on using it.
  static func takeOver(_ paths: HeadwayPaths) {
    let (own, usual) = (paths.statePlace.directory, paths.statePlace.usual)
    let mark = "\(own)/\(Self.mark)"
    guard own != usual, FileSystemKind.networkName(of: usual) != nil,
      PrivateDirectory.find(usual) == nil
    else { return }
    if FileIdentity(of: mark) == nil {
      guard FileIdentity(of: paths.record) == nil,
        FileIdentity(of: "\(usual)/\(names[0])") != nil
      else { return }
    }
    // The lock is held during the move. A hub of an earlier version on another machine may have it.
    let lockPath = HeadwayPaths(socket: paths.socket, stateDirectory: usual).recordLock
    guard let lock = try? FileLock.acquire(lockPath) else { return }
    defer { withExtendedLifetime(lock.descriptor) {} }
    guard (try? DurableFile.write([], to: mark)) != nil else { return }
    move(from: usual, to: own)
    unlink(mark)
  }

  private static func move(from usual: String, to own: String) {
    for name in names {
      let target = "\(own)/\(name)"
      // The hub has made the empty directory of the spool already.
      rmdir(target)
      guard FileIdentity(of: target) == nil else { continue }
      // Without the record, another machine was faster.
      guard rename("\(usual)/\(name)", target) == 0 || name != names[0] else { return }
    }
  }
}
