import Glibc
package import HeadwaySystem
import SystemPackage

/// Starts a hub where there is none, as tmux starts its server: take a lock, look again, start, and
/// hold the lock until it listens. The lock travels: the daemon inherits it and lets go of it.
package enum HubLauncher {
  /// Starts a daemon unless another process is doing so, or a hub listens already. Doesn't wait.
  package static func startIfAbsent(_ paths: HeadwayPaths) throws(LinkError) {
    do {
      try PrivateDirectory.ensure(paths.runtimeDirectory)
      // A daemon has nobody to tell why it can't start.
      try PrivateDirectory.ensure(paths.stateDirectory)
      try PrivateDirectory.checkWritable(paths.stateDirectory)
    } catch {
      throw .directory(error)
    }
    guard let daemon = daemonPath() else { throw .daemonMissing }
    if let shortage = ResourceShortage.ofHub() { throw .shortage(shortage) }
    do {
      guard let lock = try FileLock.acquire(paths.startLock) else { return }
      guard !listens(paths) else { return }
      try spawn(daemon, paths, lock)
    } catch {
      throw .system(error)
    }
  }

  /// Connects; where nobody listens, starts a hub and waits for it, `patience` at most.
  package static func connectOrStart(
    _ paths: HeadwayPaths, patience: Duration = .seconds(5)
  ) throws(LinkError) -> HubConnection {
    if let connection = try connectIfListening(paths) { return connection }
    let deadline = SystemClocks.awake + patience
    var pause: Duration = .milliseconds(1)
    while SystemClocks.awake < deadline {
      try startIfAbsent(paths)
      if let connection = try connectIfListening(paths) { return connection }
      _ = poll(nil, 0, CInt(max(1, pause.components.attoseconds / 1_000_000_000_000_000)))
      pause = min(pause * 2, .milliseconds(32))
    }
    throw .startTimedOut
  }

  private static func connectIfListening(
    _ paths: HeadwayPaths
  ) throws(LinkError) -> HubConnection? {
    do {
      return try HubConnection(to: paths, mayStart: true)
    } catch .noHub {
      return nil
    } catch .hubSilent {
      return nil
    } catch {
      throw error
    }
  }

  /// Whether somebody serves the socket; one with a full backlog (EAGAIN, connect(2)) is busy.
  package static func listens(_ paths: HeadwayPaths) -> Bool {
    do {
      let descriptor = try UnixSocket.connect(to: paths.socket)
      try? descriptor.close()
      return true
    } catch {
      return error.errno == .resourceTemporarilyUnavailable
    }
  }

  private static func spawn(
    _ daemon: String, _ paths: HeadwayPaths, _ lock: borrowing FileLock
  ) throws(SystemError) {
    let arguments = ["headwayd", "--lock-descriptor", "\(DaemonProcess.keptDescriptor)"]
    var environment = ProcessEnvironment.variables
    environment["HEADWAY_TASK"] = nil
    environment["HEADWAY_SOCKET"] = paths.socket
    try DaemonProcess.start(
      daemon, arguments: arguments, environment: environment, keeping: lock.descriptor)
  }

  /// The program `headwayd`: beside this one, else where ``ProgramPath`` finds it.
  package static func daemonPath() -> String? {
    if let own = ProcessEnvironment.executablePath, let slash = own.lastIndex(of: "/") {
      let beside = "\(own[..<slash])/headwayd"
      if access(beside, X_OK) == 0 { return beside }
    }
    return ProgramPath.find("headwayd")
  }
}
