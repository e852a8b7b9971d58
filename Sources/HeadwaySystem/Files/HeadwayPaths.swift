internal import HeadwayModel

/// The paths of Headway's files for this user, derived once from the environment.
///
/// Everything about the running hub is beside its socket. Everything that must survive a reboot is
/// in the state directory.
package struct HeadwayPaths: Hashable, Sendable {
  /// The hub's socket.
  package let socket: String
  /// The place of ``stateDirectory``, and the reason for it.
  package let statePlace: StatePlace
  /// The directory of the record, the spool and the logs.
  package var stateDirectory: String { statePlace.directory }

  /// The lock that is held while a hub starts, until it listens.
  package var startLock: String { socket + ".lock" }
  /// The lock that a hub holds as long as it lives.
  package var servingLock: String { socket + ".serving" }
  /// A link that the service manager keeps beside a socket at which it listens on behalf of the
  /// hub.
  package var activationMark: String { socket + ".activated" }
  /// The file in which programs that start a hub record the start and its outcome.
  package var starts: String { socket + ".starts" }
  /// The note that a hub keeps about itself. Others read in it why a hub died.
  package var hubNote: String { socket + ".note" }
  /// The lock of the bridge to a broker, and what the bridge says of its connection.
  package var bridgeLock: String { socket + ".bridge" }
  /// The lock of `headway-bridge desktop`.
  package var desktopLock: String { socket + ".desktop" }
  package var runtimeDirectory: String { Self.directory(of: socket) }
  /// Whether the socket is in `/tmp`, because this user has no runtime directory.
  package var isMakeshift: Bool { runtimeDirectory == Self.makeshiftDirectory }
  /// The directory of the sockets at which supervisors accept attached terminals.
  package var attachDirectory: String { runtimeDirectory + "/attach" }
  /// The SQLite database of all tasks.
  package var record: String { stateDirectory + "/record.sqlite" }
  /// The hub's knowledge of what the record contains. It shows whether the record has lost
  /// something.
  package var recordMark: String { stateDirectory + "/record.mark" }
  /// The lock that keeps a second hub from the record.
  package var recordLock: String { stateDirectory + "/hub.lock" }
  package var hubLog: String { stateDirectory + "/hub.log" }
  /// The directory of ends that no hub has acknowledged yet.
  package var spoolDirectory: String { stateDirectory + "/spool" }
  /// The choices of the monitor's user that later monitors keep.
  package var monitorMemory: String { stateDirectory + "/monitor.choices" }
  /// The directory of the commands' output logs.
  package var logDirectory: String { stateDirectory + "/logs" }

  /// Returns the path of a task's output log. Each launch of the task has its own.
  package func log(ofKey key: some CustomStringConvertible, launch: Int = 1) -> String {
    "\(logDirectory)/\(key)\(launch > 1 ? "-\(launch)" : "").log"
  }

  /// Returns the path of the log of a task's standard error, for a launch that keeps it apart.
  package func errorLog(ofKey key: some CustomStringConvertible, launch: Int = 1) -> String {
    log(ofKey: key, launch: launch) + Self.errorSuffix
  }

  /// The end of the name of a log of standard error.
  package static let errorSuffix = ".stderr"

  /// The end of the name of a file into which a command may write its progress.
  package static let progressSuffix = ".progress"

  /// Returns the number of the launch that the log file `name` belongs to; nil if it isn't a log of
  /// this task.
  package func launch(ofLog name: String, _ key: some CustomStringConvertible) -> Int? {
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    guard words.count == 2, words[1] == "log", words[0].hasPrefix(key.description) else {
      return nil
    }
    let rest = words[0].dropFirst(key.description.count)
    if rest.isEmpty { return 1 }
    return rest.first == "-" ? Int(rest.dropFirst()) : nil
  }

  /// Uses the given paths, as tests do.
  package init(socket: String, stateDirectory: String) {
    self.init(socket: socket, StatePlace(directory: stateDirectory, reason: .named))
  }

  private init(socket: String, _ statePlace: StatePlace) {
    (self.socket, self.statePlace) = (socket, statePlace)
  }

  /// Derives the paths from environment variables.
  ///
  /// - The socket is `HEADWAY_SOCKET`. Otherwise it is in `XDG_RUNTIME_DIR` or `/run/user/UID`, if
  ///   this user owns that directory. Otherwise it is in `/tmp/headway-UID`.
  /// - The state directory is `HEADWAY_STATE`. Otherwise it is in `XDG_STATE_HOME`, otherwise in
  ///   `~/.local/state`; ``StatePlace`` says when it is a machine's own folder there.
  ///
  /// Relative paths are ignored, as the XDG Base Directory Specification demands. A relative
  /// `HEADWAY_SOCKET` or `HEADWAY_STATE` is an error, because a person who names one doesn't mean
  /// another hub.
  package static func resolve(
    _ variable: (String) -> String? = ProcessEnvironment.variable
  ) throws(HeadwayPathsError) -> HeadwayPaths {
    let socket = try socketPath(variable)
    return HeadwayPaths(socket: socket, try statePlace(variable))
  }

  private static func statePlace(
    _ variable: (String) -> String?
  ) throws(HeadwayPathsError) -> StatePlace {
    if let named = variable("HEADWAY_STATE"), !named.isEmpty {
      guard named.hasPrefix("/") else { throw .relativeState(named) }
      return StatePlace(directory: named, reason: .named)
    }
    guard let state = stateHome(variable) else { throw .noHome }
    let facts = StatePlace.Facts(
      isDirectory: FileIdentity.isDirectory, network: FileSystemKind.networkName,
      otherHost: HubPresence.otherHost)
    return StatePlace.choose(usual: state + "/headway", folder: MachineName.own.folder, facts)
  }

  private static func stateHome(_ variable: (String) -> String?) -> String? {
    if let state = absolute(variable("XDG_STATE_HOME")) { return state }
    return absolute(variable("HOME")).map { $0 + "/.local/state" }
  }

  private static func socketPath(
    _ variable: (String) -> String?
  ) throws(HeadwayPathsError) -> String {
    if let given = variable("HEADWAY_SOCKET"), !given.isEmpty {
      guard given.hasPrefix("/") else { throw .relativeSocket(given) }
      return given
    }
    let candidates = [
      absolute(variable("XDG_RUNTIME_DIR")), "/run/user/\(ProcessEnvironment.user)",
    ]
    let own = candidates.compactMap { $0 }.first(where: PrivateDirectory.isOwn)
    return own.map { $0 + "/headway/hub.sock" } ?? makeshiftDirectory + "/hub.sock"
  }

  /// The directory of the socket for a user without a runtime directory. Any user can create it
  /// first, since `/tmp` is shared; so its owner is checked.
  package static var makeshiftDirectory: String { "/tmp/headway-\(ProcessEnvironment.user)" }

  /// The file that is locked in place of the lock file at `path`, where that file's file system has
  /// no locks.
  package static func makeshiftLock(of path: String) -> String {
    "\(makeshiftDirectory)/\(path.dropFirst().replacing("/", with: "%")).lock"
  }

  private static func absolute(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/") else { return nil }
    return path
  }

  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

/// An environment from which no paths can be derived.
package enum HeadwayPathsError: Error, Hashable {
  case noHome
  case relativeSocket(String)
  case relativeState(String)
}

extension HeadwayPathsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noHome: String(localized: "neither HOME nor XDG_STATE_HOME is set; set one")
    case .relativeSocket(let path):
      String(localized: "HEADWAY_SOCKET is \(path); give an absolute path")
    case .relativeState(let path):
      String(localized: "HEADWAY_STATE is \(path); give an absolute path")
    }
  }
}

/// The sockets of supervisors.
extension HeadwayPaths {
  /// Returns the socket at which a task's supervisor accepts attached terminals. The key alone
  /// determines it, so that attaching works even if the hub hangs.
  package func attachPlace(ofKey key: some CustomStringConvertible) -> SocketPlace {
    SocketPlace(directory: attachDirectory, name: "\(key).sock")
  }

  /// Removes the sockets that killed supervisors have left behind.
  package func removeStaleAttachSockets() {
    guard PrivateDirectory.find(attachDirectory) == nil else { return }
    for name in directoryEntries(attachDirectory) where name.hasSuffix(".sock") {
      let place = SocketPlace(directory: attachDirectory, name: name)
      if place.isStale { place.remove() }
    }
  }
}
