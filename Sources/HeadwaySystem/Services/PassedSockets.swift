/// What a service manager says of sockets it opened for this process: `LISTEN_PID` and `LISTEN_FDS`
/// (sd_listen_fds(3)).
package enum PassedSockets: Hashable, Sendable {
  /// None for this process: variables that name another were meant for its ancestor.
  case none
  case some(count: Int)
  /// Meant for this process, but no number from 0 on.
  case malformed(String)

  /// The descriptor of the first of them.
  package static let firstDescriptor: Int32 = 3
  /// The variables, which nobody's children are to see.
  package static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

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
