package import HeadwayModel
package import HeadwaySystem

/// An error between a client and its hub. The description says what to do, in one line.
package enum LinkError: Error, Hashable, Sendable {
  /// Nobody listens, and the client must not start a hub.
  case noHub
  /// The program `headwayd` is neither beside this program nor in PATH.
  case daemonMissing
  /// A hub was started and didn't listen in time.
  case startTimedOut
  /// A resource limit of this process is too small for a hub.
  case shortage(ResourceShortage)
  /// Hubs die at start; the value is the latest death.
  case hubDied(HubDeath)
  /// The hub accepts connections but doesn't answer, because it is stopped or overloaded.
  case hubSilent
  /// The hub closed the connection.
  case connectionLost
  /// A hub with another socket has the record in this state directory.
  case otherHub(socket: String, stateDirectory: String)
  /// A hub of another machine has, or may have, the record in the state directory.
  case hubElsewhere(HubElsewhere)
  /// The hub of another machine can't be reached.
  case host(HostTrouble)
  /// The hub belongs to another user.
  case foreignHub(user: UInt32)
  /// The directory of the socket or of the state can't be used safely.
  case directory(DirectoryError)
  /// A system call failed.
  case system(SystemError)
  /// The hub refused a request, with a code of `ErrorCode` and a line for people.
  case refused(code: String, message: String)
  /// The user's config doesn't say how to reach the hub. The text names the line.
  case config(String)
  /// The hub sent bytes that aren't a message of this protocol.
  case malformed(String)
}

extension LinkError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noHub: String(localized: "no hub is running; start one with: headway hub start")
    case .daemonMissing: String(localized: "headwayd was not found; install it beside headway")
    case .startTimedOut:
      String(localized: "the hub did not start within 5 s; try: headway hub status")
    case .shortage(let shortage):
      String(
        localized: """
          no hub can be started: \(shortage); raise the limit, or start the hub from another shell: \
          headway hub start
          """)
    case .hubDied(let death):
      String(localized: "the hub \(HubStartFile.words(death)); see: headway doctor")
    case .hubSilent: String(localized: "the hub does not answer; try: headway hub status")
    case .otherHub(let socket, let stateDirectory):
      Self.words(
        ofHubAt: SanitisedText(socket, limit: .line),
        recordIn: SanitisedText(stateDirectory, limit: .line))
    case .hubElsewhere(let other): other.description
    case .host(let trouble): trouble.description
    case .connectionLost: String(localized: "the hub closed the connection; try again")
    case .foreignHub(let user):
      String(
        localized: "the hub's socket belongs to user \(user), not to you; unset HEADWAY_SOCKET")
    case .directory(let error): error.description
    case .system(let error): String(localized: "\(error); try: headway hub status")
    case .refused(_, let message): SanitisedText(message, limit: .line).localized
    case .config(let message): String(localizing: message)
    case .malformed(let reason):
      String(localized: "the hub's answer was not understood (\(reason)); update headway")
    }
  }

  private static func words(ofHubAt socket: SanitisedText, recordIn folder: SanitisedText) -> String
  {
    String(
      localized: """
        the hub at \(socket) already has the record in \(folder); to use that hub, set \
        HEADWAY_SOCKET to its socket; for a second hub, set XDG_STATE_HOME to another directory
        """)
  }
}
