internal import CHeadwaySystem
internal import Glibc
package import SystemPackage

/// The socket on which the service manager listened before it started this process (socket
/// activation, sd_listen_fds(3)).
package enum ActivatedSocket {
  /// Takes over the passed socket; nil if none was passed.
  ///
  /// Call it before the process has other threads, because it removes the variables from the
  /// environment. Throws if the socket isn't the one to serve.
  /// - Parameter path: the path at which the socket must listen.
  package static func take(listeningAt path: String) throws(ActivationError) -> FileDescriptor? {
    let passed = PassedSockets(process: getpid(), ProcessEnvironment.variable)
    for name in PassedSockets.variables { unsetenv(name) }
    switch passed {
    case .none: return nil
    case .malformed(let text): throw .malformedCount(text)
    case .some(let count):
      guard count == 1 else { throw .severalSockets(count) }
      return try adopt(PassedSockets.firstDescriptor, listeningAt: path)
    }
  }

  /// Checks that `descriptor` listens at `path`, and makes it close-on-exec and non-blocking.
  static func adopt(
    _ descriptor: CInt, listeningAt path: String
  ) throws(ActivationError) -> FileDescriptor {
    var found = headway_socket_description()
    guard headway_socket_describe(descriptor, &found) == 0 else { throw .notASocket(.last) }
    guard found.family == AF_UNIX, found.type == Int32(SOCK_STREAM.rawValue) else {
      throw .otherKind
    }
    guard found.is_listening != 0 else { throw .notListening }
    let own = withUnsafeBytes(of: found.path) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard own == path || isSameFile(own, path) else {
      throw .otherPath(own, expected: path)
    }
    OwnProcess.setCloseOnExec(descriptor)
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
    return FileDescriptor(rawValue: descriptor)
  }

  private static func isSameFile(_ one: String, _ other: String) -> Bool {
    guard let identity = FileIdentity(of: one) else { return false }
    return identity == FileIdentity(of: other)
  }
}

/// A reason why a socket from the service manager can't be served.
package enum ActivationError: Error, Hashable, Sendable {
  case malformedCount(String)
  case severalSockets(Int)
  case notASocket(Errno)
  /// The socket isn't a Unix stream socket.
  case otherKind
  case notListening
  case otherPath(String, expected: String)
}

extension ActivationError: CustomStringConvertible {
  package var description: String { "\(reason); write the units again: headway hub install" }

  private var reason: String {
    switch self {
    case .malformedCount(let text): "LISTEN_FDS is \(text), which isn't a number of sockets"
    case .severalSockets(let count): "systemd passed \(count) sockets, and a hub serves one"
    case .notASocket(let error): "systemd passed descriptor 3, which isn't a socket (\(error))"
    case .otherKind: "systemd passed a socket that isn't a Unix stream socket"
    case .notListening: "systemd passed a socket that doesn't listen"
    case .otherPath(let path, let expected):
      "systemd passed a socket at \(path.isEmpty ? "no path" : path), not at \(expected)"
    }
  }
}

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
