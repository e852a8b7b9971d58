internal import HeadwayHubCore
import CHeadwaySystem
import Glibc
import HeadwayConfig
import HeadwayModel
import HeadwayRecognition
import HeadwaySystem
import SystemPackage

/// The steps of a hub before it serves.
enum HubPreparation {
  /// Reads the settings from the config file, or returns the defaults if there is none.
  ///
  /// - Parameter isChecked: Whether to refuse a config that can't work on this machine too.
  static func settings(isChecked: Bool = false) throws -> HubEngineSettings {
    guard let path = HeadwayConfig.path(ProcessEnvironment.variable) else {
      return HubEngineSettings()
    }
    do {
      let config = try HeadwayConfig.load(path: path) { config throws(ConfigError) in
        if isChecked { try check(config) }
      }
      return HubEngineSettings(config)
    } catch {
      throw UnusableConfig(path: path, error: error)
    }
  }

  private static func check(_ config: HeadwayConfig) throws(ConfigError) {
    try config.check(
      resources: Machine().resources, isDirectory: FileIdentity.isDirectory,
      problemOfRule: { RecognitionRule.problem(ofPattern: $0.match) })
  }

  /// Returns the defaults for a config that can't be understood. Until the config is mended the hub
  /// starts nothing from the queue, but serves the tasks that run.
  static func settingsOrDefaults() -> HubEngineSettings {
    do {
      return try settings()
    } catch {
      var defaults = HubEngineSettings()
      defaults.core.configProblem = SanitisedText("\(error)", limit: .line)
      return defaults
    }
  }

  /// Makes the directories and takes the locks. The lock of the record keeps a second hub away. The
  /// lock of the start makes clients wait for this hub.
  static func prepare(_ paths: HeadwayPaths, inherited: CInt?) throws -> HubLocks {
    umask(0o077)
    try PrivateDirectory.ensure(paths.stateDirectory)
    try PrivateDirectory.ensure(paths.spoolDirectory)
    try PrivateDirectory.ensure(paths.runtimeDirectory)
    if let other = HubPresence.hubElsewhere(paths) { throw other }
    guard let recordLock = try lockRecord(paths, mayWait: inherited != nil) else {
      throw OtherHub(socket: RecordHolder.read(paths.recordLock)?.socket ?? "")
    }
    let holder = RecordHolder(socket: paths.socket, place: .own)
    try? DurableFile.overwrite(paths.recordLock, with: holder.text)
    try EarlierState.takeOver(paths)
    try HubPresence.announce(paths)
    if let inherited {
      return HubLocks(
        recordLock: recordLock, at: paths.recordLock,
        startLock: FileLock(descriptor: FileDescriptor(rawValue: inherited)), isDaemon: true)
    }
    let startLock = try FileLock.acquire(paths.startLock)
    return HubLocks(
      recordLock: recordLock, at: paths.recordLock, startLock: startLock, isDaemon: false)
  }

  /// Locks the record; nil if another hub has it.
  ///
  /// A hub that was killed or is leaving still holds the lock for a moment and doesn't listen any
  /// more. A hub that a client started therefore waits for that hub's end.
  private static func lockRecord(
    _ paths: HeadwayPaths, mayWait: Bool
  ) throws -> FileLock? {
    let deadline = SystemClocks.awake + (mayWait ? lockPatience : .zero)
    while true {
      if let lock = try lock(paths.recordLock) { return lock }
      let other = RecordHolder.read(paths.recordLock)
      if let other, isStale(other, paths), let own = try makeshiftLock(paths.recordLock) {
        // Of several hubs that find the stale lock, one replaces it.
        if RecordHolder.read(paths.recordLock) == other { unlink(paths.recordLock) }
        _ = consume own
        continue
      }
      guard SystemClocks.awake < deadline, !UnixSocket.isServed(at: other?.socket ?? "") else {
        return nil
      }
      SystemClocks.rest(for: .milliseconds(2))
    }
  }

  /// Locks the file at `path`; nil if another process holds the lock.
  ///
  /// On a file system without locks, a file in `/tmp` is locked in its place: a machine's own folder
  /// is used by this machine alone. The caller still writes its name into the file at `path`.
  private static func lock(_ path: String) throws -> FileLock? {
    do {
      return try FileLock.acquire(path)
    } catch {
      guard FileLock.isUnsupported(error) else { throw error }
      return try makeshiftLock(path)
    }
  }

  private static func makeshiftLock(_ path: String) throws -> FileLock? {
    try PrivateDirectory.ensure(HeadwayPaths.makeshiftDirectory)
    return try FileLock.acquire(HeadwayPaths.makeshiftLock(of: path))
  }

  /// Whether the lock is left of a hub of this machine before its last start. A server of a network
  /// file system keeps such a lock for a while.
  private static func isStale(_ holder: RecordHolder, _ paths: HeadwayPaths) -> Bool {
    guard let place = holder.place else { return false }
    return place.host == MachineName.hostName && place.bootID != Boot.id
      && FileSystemKind.networkName(of: paths.stateDirectory) != nil
  }

  private static let lockPatience: Duration = .seconds(2)

  /// Raises the soft limits to the hard limits. A hub lives for days, and the shell that happens to
  /// start it may have limits meant for one command.
  ///
  /// - Throws: if the hard limits are too small.
  static func raiseLimits() throws {
    ResourceLimits.raise()
    if let shortage = ResourceShortage.ofHub() { throw UnusableLimit(shortage: shortage) }
    if let found = ResourceLimits.found, found[.stack] < threadStack {
      ResourceLimits.setThreadStack(byteCount: threadStack)
    }
  }

  /// The usual soft limit of the stack.
  private static let threadStack: UInt64 = 8 << 20

  /// Sends standard error to the log file at `path`. A file over 1 MiB starts anew.
  static func sendErrors(to path: String) {
    let descriptor = openLog(at: path)
    guard descriptor >= 0 else { return }
    dup2(descriptor, STDERR_FILENO)
    close(descriptor)
  }

  /// Opens the log and reserves room for the messages of a full disk (fallocate(2)).
  static func openLog(at path: String) -> CInt {
    guard let descriptor = try? RegularFile.open(path, O_WRONLY | O_CREAT | O_APPEND) else {
      return -1
    }
    var size = lseek(descriptor, 0, SEEK_END)
    if size > 1 << 20, ftruncate(descriptor, 0) == 0 { size = 0 }
    _ = headway_log_reserve(descriptor, size, logReserve)
    return descriptor
  }

  private static let logReserve: off_t = 1 << 14
}

/// The config file, which a person must mend.
struct UnusableConfig: Error, CustomStringConvertible {
  let path: String
  let error: ConfigError

  var description: String { "\(path): \(error)" }
}

/// A limit under which the hub can't serve.
struct UnusableLimit: Error, CustomStringConvertible {
  let shortage: ResourceShortage

  var description: String {
    "\(shortage); raise the limit, or start the hub from another shell: headway hub start"
  }
}

/// Another hub has the record.
struct OtherHub: Error, CustomStringConvertible {
  let socket: String

  var description: String {
    "a hub already serves this record at \(socket); use that hub, or stop it: headway hub stop"
  }
}

/// The locks a hub holds.
final class HubLocks: Sendable {
  private let recordLock: CInt
  private let startLock: CInt?
  /// Whether a client started the hub. Nobody then reads its standard error.
  let isDaemon: Bool

  private let recordLockPath: String

  init(
    recordLock: consuming FileLock, at path: String, startLock: consuming FileLock?, isDaemon: Bool
  ) {
    self.recordLock = recordLock.relinquish()
    recordLockPath = path
    if let startLock { self.startLock = startLock.relinquish() } else { self.startLock = nil }
    self.isDaemon = isDaemon
  }

  /// Removes the hub's name from the lock of the record, because the hub leaves properly.
  func clearHolder() { try? DurableFile.overwrite(recordLockPath, with: "") }

  /// Releases the lock of the start: clients that wait for the lock find a hub. The process that
  /// watches the start has a copy of the lock, so closing alone would not release it.
  func releaseStartLock() {
    guard let startLock else { return }
    flock(startLock, LOCK_UN)
    close(startLock)
  }
}
