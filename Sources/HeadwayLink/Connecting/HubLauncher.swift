import Glibc
package import HeadwayModel
package import HeadwaySystem
import SystemPackage

/// Starts a hub if none is running.
///
/// The procedure is tmux's: take a lock, connect again, start the daemon, and hold the lock until
/// the daemon listens. The daemon inherits the lock's descriptor and releases it. So any number of
/// simultaneous clients start one hub.
///
/// ```swift
/// let connection = try HubLauncher.connectOrStart(paths)
/// ```
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

  /// The kind of caller, which decides whether a start is delayed after failed ones.
  package enum Urgency: Hashable, Sendable {
    /// A process that runs by itself. All such processes share a pause that grows with each death
    /// at start.
    case background
    /// A command that a person typed, which tries immediately. `ownStarts` counts the starts that
    /// this command has already made.
    case command(ownStarts: Int)
  }

  /// Starts a daemon, unless a hub listens, another process is starting one, or hubs die at start.
  ///
  /// The function doesn't wait until the daemon listens.
  ///
  /// - Throws: ``LinkError``, if the directories can't be used, `headwayd` is missing, a resource
  ///   limit is too small, or a hub with another socket has the record.
  package static func startIfAbsent(
    _ paths: HeadwayPaths, for urgency: Urgency
  ) throws(LinkError) -> Attempt {
    do {
      try PrivateDirectory.ensure(paths.runtimeDirectory)
      // The check belongs here: the daemon has no terminal on which it could report the error.
      try PrivateDirectory.ensure(paths.stateDirectory)
      try PrivateDirectory.checkWritable(paths.stateDirectory)
    } catch {
      throw .directory(error)
    }
    guard let daemon = daemonPath() else { throw .daemonMissing }
    if let shortage = ResourceShortage.ofHub() { throw .shortage(shortage) }
    let lock: FileLock
    do {
      guard let free = try FileLock.acquire(paths.startLock) else { return .unneeded }
      lock = free
    } catch {
      throw .system(error)
    }
    guard !listens(paths) else { return .unneeded }
    // Nobody starts a hub at this socket now: a hub that has the record is another one.
    if let other = otherHub(paths) { throw other }
    var starts = HubStartFile.read(paths)
    HubStartFile.settle(&starts, paths)
    if let death = starts.lastDeath, !allows(urgency, starts) {
      let pause = starts.remainingPause(at: SystemClocks.running)
      return .heldBack(death, pause: max(pause, .milliseconds(100)))
    }
    do {
      try spawn(daemon, paths, lock, starts)
      return .started
    } catch {
      throw .system(error)
    }
  }

  /// Whether the pause after failed starts permits a start now.
  private static func allows(_ urgency: Urgency, _ starts: HubStarts) -> Bool {
    let now = SystemClocks.running
    return switch urgency {
    case .background: starts.remainingPause(at: now) == .zero
    case .command(let ownStarts): starts.allowsCommand(at: now, ownStarts: ownStarts)
    }
  }

  /// Connects to a hub, and starts one if nobody listens. Blocks for `patience` at most, or for
  /// ``readingPatience`` while a hub reads its record.
  ///
  /// - Throws: ``LinkError/startTimedOut`` after `patience`, and ``LinkError/hubDied(_:)`` as soon
  ///   as a hub has died at start.
  package static func connectOrStart(
    _ paths: HeadwayPaths, patience: Duration = .seconds(5)
  ) throws(LinkError) -> HubConnection {
    if let connection = try connectIfListening(paths) { return connection }
    let deadline = SystemClocks.awake + patience
    var pause: Duration = .milliseconds(1)
    var ownStarts = 0
    let readingDeadline = SystemClocks.awake + readingPatience
    while SystemClocks.awake < deadline
      || SystemClocks.awake < readingDeadline && HubPresence.isServing(paths)
    {
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

  /// The longest wait for a hub that is there and doesn't listen yet. A record with 100,000 live
  /// tasks takes some ten seconds to read.
  private static let readingPatience: Duration = .seconds(60)

  /// Connects; nil if nobody listens or the backlog is full.
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

  /// Whether a hub, or systemd for it, listens at the socket.
  package static func listens(_ paths: HeadwayPaths) -> Bool {
    UnixSocket.isServed(at: paths.socket)
  }

  /// Returns the error for a hub that has the record and listens at another socket or on another
  /// machine, or nil if no such hub runs.
  package static func otherHub(_ paths: HeadwayPaths) -> LinkError? {
    if let socket = HubPresence.socketOfOtherHub(paths) {
      return .otherHub(socket: socket, stateDirectory: paths.stateDirectory)
    }
    return HubPresence.hubElsewhere(paths).map { .hubElsewhere($0) }
  }

  /// Starts the daemon detached from this process, and passes the lock to it.
  ///
  /// The environment is the caller's, without `HEADWAY_TASK`: the hub isn't part of the caller's
  /// task.
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

  /// Records that a hub is being started.
  ///
  /// - Returns: the file to which the outcome is appended; nil if the file can't be written. The
  ///   hub is started all the same then, and its death isn't counted.
  private static func begin(_ starts: HubStarts, _ paths: HeadwayPaths) -> OwnedDescriptor? {
    var starts = starts
    starts.begin(
      at: SystemClocks.running,
      WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds))
    return HubStartFile.write(starts, paths) ? HubStartFile.openForOutcome(paths) : nil
  }

  /// The path of `headwayd`: beside this program, else as ``ProgramPath`` finds it; nil if it is
  /// missing.
  package static func daemonPath() -> String? {
    if let own = ProcessEnvironment.executablePath, let slash = own.lastIndex(of: "/") {
      let beside = "\(own[..<slash])/headwayd"
      if access(beside, X_OK) == 0 { return beside }
    }
    return ProgramPath.find("headwayd")
  }
}
