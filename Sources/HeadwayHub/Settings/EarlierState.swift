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
  ///
  /// - Throws: if something can't be moved. The next hub goes on with it.
  static func takeOver(_ paths: HeadwayPaths) throws(SystemError) {
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
    try DurableFile.write([], to: mark)
    try move(from: usual, to: own)
    unlink(mark)
    _ = consume lock
  }

  private static func move(from usual: String, to own: String) throws(SystemError) {
    for name in names {
      let (source, target) = ("\(usual)/\(name)", "\(own)/\(name)")
      guard FileIdentity(of: source) != nil else {
        // Without the record, another machine was faster.
        if name == names[0], FileIdentity(of: target) == nil { return }
        continue
      }
      if FileIdentity.isDirectory(source), FileIdentity.isDirectory(target) {
        // A command of this machine may have made the directory, and a log in it.
        for entry in directoryEntries(source) {
          try move("\(source)/\(entry)", to: "\(target)/\(entry)")
        }
        rmdir(source)
      } else {
        try move(source, to: target)
      }
    }
  }

  /// Moves a file, unless there is one in its place.
  private static func move(_ source: String, to target: String) throws(SystemError) {
    guard FileIdentity(of: target) == nil else { return }
    guard rename(source, target) == 0 || errno == ENOENT else {
      throw SystemError("rename to \(target)")
    }
  }
}
