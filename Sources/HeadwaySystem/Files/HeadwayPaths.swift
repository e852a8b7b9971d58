/// Where Headway's files are for this user: decided once, from the environment.
package struct HeadwayPaths: Hashable, Sendable {
  package let socket: String
  package let stateDirectory: String

  /// Held while a hub is being started, until it listens.
  package var startLock: String { socket + ".lock" }
  /// Held by the hub for as long as it lives.
  package var servingLock: String { socket + ".serving" }
  /// A link that the service manager keeps beside a socket at which it listens for the hub.
  package var activationMark: String { socket + ".activated" }
  /// The starts of hubs, shared by those who start them.
  package var starts: String { socket + ".starts" }
  /// The note that a hub keeps about itself, for those who ask how it died.
  package var hubNote: String { socket + ".note" }
  package var runtimeDirectory: String { Self.directory(of: socket) }
  /// The socket is in `/tmp`, for want of a runtime directory that is the user's.
  package var isMakeshift: Bool { runtimeDirectory == Self.makeshiftDirectory }
  /// The sockets at which supervisors listen for who attaches.
  package var attachDirectory: String { runtimeDirectory + "/attach" }
  package var record: String { stateDirectory + "/record.sqlite" }
  /// What the hub knows to be in the record: tells when the record lost something.
  package var recordMark: String { stateDirectory + "/record.mark" }
  package var recordLock: String { stateDirectory + "/hub.lock" }
  package var hubLog: String { stateDirectory + "/hub.log" }
  package var spoolDirectory: String { stateDirectory + "/spool" }
  package var logDirectory: String { stateDirectory + "/logs" }

  /// Where the output of a task is kept; of each launch apart.
  package func log(ofKey key: some CustomStringConvertible, launch: Int = 1) -> String {
    "\(logDirectory)/\(key)\(launch > 1 ? "-\(launch)" : "").log"
  }

  /// Which launch of the task the file `name` is the log of; nil for any other file.
  package func launch(ofLog name: String, _ key: some CustomStringConvertible) -> Int? {
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    guard words.count == 2, words[1] == "log", words[0].hasPrefix(key.description) else {
      return nil
    }
    let rest = words[0].dropFirst(key.description.count)
    if rest.isEmpty { return 1 }
    return rest.first == "-" ? Int(rest.dropFirst()) : nil
  }

  package init(socket: String, stateDirectory: String) {
    self.socket = socket
    self.stateDirectory = stateDirectory
  }

  /// From the variables of the environment. The socket: `HEADWAY_SOCKET`, else in `XDG_RUNTIME_DIR` or
  /// `/run/user/UID` where this user owns it, else in `/tmp/headway-UID`. The record: below
  /// `XDG_STATE_HOME`, else `~/.local/state`. Relative paths are ignored, as the XDG base directory
  /// specification says; but not the socket's: who names one means no other hub.
  package static func resolve(
    _ variable: (String) -> String? = ProcessEnvironment.variable
  ) throws(HeadwayPathsError) -> HeadwayPaths {
    guard let state = stateHome(variable) else { throw .noHome }
    return HeadwayPaths(socket: try socketPath(variable), stateDirectory: state + "/headway")
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

  /// The folder of the socket for want of a runtime directory. Anybody can make it first, as `/tmp` is
  /// everybody's.
  static var makeshiftDirectory: String { "/tmp/headway-\(ProcessEnvironment.user)" }

  private static func absolute(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/") else { return nil }
    return path
  }

  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

/// The environment says nowhere, or nowhere certain.
package enum HeadwayPathsError: Error, Hashable {
  case noHome
  case relativeSocket(String)
}

extension HeadwayPathsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noHome: "neither HOME nor XDG_STATE_HOME is set; set one"
    case .relativeSocket(let path): "HEADWAY_SOCKET is \(path); give the whole path, from / on"
    }
  }
}
