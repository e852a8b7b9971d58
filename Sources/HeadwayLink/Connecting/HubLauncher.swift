import Glibc
package import HeadwayCore
package import HeadwaySystem
import SystemPackage

/// Starts a hub where there is none, as tmux starts its server: take a lock, look again, start, and
/// hold the lock until it listens. The lock travels: the daemon inherits it and lets go of it.
package enum HubLauncher {
  /// The result of an attempt to start a hub.
  package enum Attempt: Hashable, Sendable {
    /// A daemon was started. It doesn't listen yet.
    case started
    /// Another process is starting one, or a hub listens already.
    case unneeded
    /// Hubs die at start. The next attempt is due after this pause.
    case heldBack(HubDeath, pause: Duration)
  }

  /// Who wants a hub.
  package enum Urgency: Hashable, Sendable {
    /// Processes that run by themselves share a growing pause after each death at start.
    case background
    /// A command that a person typed tries at once.
    case command(ownStarts: Int)
  }

  /// Starts a daemon unless another process is doing so, a hub listens already, or hubs die at start.
  /// Doesn't wait.
  package static func startIfAbsent(
    _ paths: HeadwayPaths, for urgency: Urgency
  ) throws(LinkError) -> Attempt {
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
      guard let lock = try FileLock.acquire(paths.startLock) else { return .unneeded }
      guard !listens(paths) else { return .unneeded }
      var starts = HubStartFile.read(paths)
      HubStartFile.settle(&starts, paths)
      if let death = starts.lastDeath, !allows(urgency, starts) {
        let pause = starts.remainingPause(at: SystemClocks.continuous)
        return .heldBack(death, pause: max(pause, .milliseconds(100)))
      }
      try spawn(daemon, paths, lock, starts)
      return .started
    } catch {
      throw .system(error)
    }
  }

  private static func allows(_ urgency: Urgency, _ starts: HubStarts) -> Bool {
    let now = SystemClocks.continuous
    return switch urgency {
    case .background: starts.remainingPause(at: now) == .zero
    case .command(let ownStarts): starts.allowsCommand(at: now, ownStarts: ownStarts)
    }
  }

  /// Connects; where nobody listens, starts a hub and waits for it, `patience` at most. A hub that dies
  /// at start is not waited for.
  package static func connectOrStart(
    _ paths: HeadwayPaths, patience: Duration = .seconds(5)
  ) throws(LinkError) -> HubConnection {
    if let connection = try connectIfListening(paths) { return connection }
    let deadline = SystemClocks.awake + patience
    var pause: Duration = .milliseconds(1)
    var ownStarts = 0
    while SystemClocks.awake < deadline {
      let attempt = try startIfAbsent(paths, for: .command(ownStarts: ownStarts))
      if let connection = try connectIfListening(paths) { return connection }
      switch attempt {
      case .started: ownStarts += 1
      case .unneeded: break
      case .heldBack(let death, _): throw .hubDied(death)
      }
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

  /// Whether a hub listens at its socket.
  package static func listens(_ paths: HeadwayPaths) -> Bool {
    UnixSocket.isServed(at: paths.socket)
  }

  private static func spawn(
    _ daemon: String, _ paths: HeadwayPaths, _ lock: borrowing FileLock, _ starts: HubStarts
  ) throws(SystemError) {
    let arguments = ["headwayd", "--lock-descriptor", "\(DaemonProcess.keptDescriptor)"]
    var environment = ProcessEnvironment.variables
    environment["HEADWAY_TASK"] = nil
    environment["HEADWAY_SOCKET"] = paths.socket
    guard let outcome = begin(starts, paths) else {
      return try DaemonProcess.start(
        daemon, arguments: arguments, environment: environment, keeping: lock.descriptor)
    }
    try DaemonProcess.startWatched(
      daemon, arguments: arguments, environment: environment, keeping: lock.descriptor,
      outcome: outcome.descriptor)
  }

  /// Writes down that a hub is being started; nil where that can't be written, and nobody counts.
  private static func begin(_ starts: HubStarts, _ paths: HeadwayPaths) -> OwnedDescriptor? {
    var starts = starts
    starts.begin(
      at: SystemClocks.continuous,
      WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds))
    return HubStartFile.write(starts, paths) ? HubStartFile.openForOutcome(paths) : nil
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
