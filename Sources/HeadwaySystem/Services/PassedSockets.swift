/// The sockets that a service manager has opened for this process, as `LISTEN_PID` and `LISTEN_FDS`
/// describe them (sd_listen_fds(3)).
package enum PassedSockets: Hashable, Sendable {
  /// No socket for this process. Variables with another process id were meant for an ancestor.
  case none
  /// Sockets for this process, from ``firstDescriptor`` on.
  case some(count: Int)
  /// A value of `LISTEN_FDS` that isn't a number of 0 or more.
  case malformed(String)

  /// The descriptor of the first passed socket.
  package static let firstDescriptor: Int32 = 3
  /// The variables to remove, so that children don't see them.
  package static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

  /// Reads the variables for the process with the given id.
  package init(process: Int32, _ variable: (String) -> String?) {
    guard variable("LISTEN_PID").flatMap({ Int32($0) }) == process,
      let text = variable("LISTEN_FDS")
    else {
      self = .none
      return
    }
    switch Int(text) {
    case 0: self = .none
    case let count? where count > 0: self = .some(count: count)
    default: self = .malformed(text)
    }
  }
}
