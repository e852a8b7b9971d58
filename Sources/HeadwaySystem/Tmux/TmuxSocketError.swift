internal import HeadwayModel

/// The reason why Headway doesn't talk to a tmux server, with what to do about it.
package struct TmuxSocketError: Error, Hashable, Sendable {
  /// The folder or the socket that has the problem.
  package let path: String
  package let problem: TmuxSocketProblem

  package init(path: String, problem: TmuxSocketProblem) {
    self.path = path
    self.problem = problem
  }

  /// Whether the server is merely absent or busy. Then there is nothing to warn about.
  package var isHarmless: Bool {
    switch problem {
    case .missing, .notSocket, .notListening, .busy: true
    case .relative, .notDirectory, .foreignFolder, .openFolder, .foreignSocket, .foreignServer,
      .failed:
      false
    }
  }
}

/// A finding about a tmux socket, its folder, or the process that listens there.
package enum TmuxSocketProblem: Hashable, Sendable {
  /// The folder or socket doesn't exist.
  case missing
  /// The path doesn't start with `/`.
  case relative
  /// The folder is a link, or a file of another kind.
  case notDirectory
  /// The folder belongs to another user.
  case foreignFolder(owner: UInt32)
  /// Other users can enter tmux's own folder, or put files into a folder that `TMUX` names.
  case openFolder(mode: UInt32)
  case notSocket
  /// The socket belongs to another user.
  case foreignSocket(owner: UInt32)
  /// The process that listens runs as another user.
  case foreignServer(user: UInt32)
  case notListening
  /// The server doesn't accept connections now: it is stopped, and its queue is full.
  case busy
  case failed(SystemError)
}

extension TmuxSocketError: CustomStringConvertible {
  package var description: String { reason + String.betweenSentences + advice }

  /// The first half of the message: the problem.
  package var reason: String {
    switch problem {
    case .missing: String(localized: "\(path) is missing")
    case .relative:
      String(localized: "TMUX names \(path), which isn't an absolute path")
    case .notDirectory: String(localized: "\(path) is not a directory")
    case .foreignFolder(let owner), .foreignSocket(let owner):
      String(localized: "\(path) belongs to user \(owner), not to you")
    case .openFolder(let mode):
      String(localized: "\(path) is open to others (mode \(String(mode, radix: 8)))")
    case .notSocket: String(localized: "\(path) is not a socket")
    case .foreignServer(let user):
      String(localized: "the server at \(path) runs as user \(user), not as you")
    case .notListening: String(localized: "no server listens at \(path)")
    case .busy: String(localized: "the server at \(path) accepts no connection")
    case .failed(let error): String(localized: "\(path) can't be used: \(error)")
    }
  }

  /// The second half of the message: one thing to do.
  package var advice: String {
    switch problem {
    case .missing, .notSocket, .notListening, .relative:
      String(localized: "start tmux, or unset TMUX")
    case .busy: String(localized: "check whether the server is stopped")
    case .notDirectory, .foreignFolder, .foreignSocket, .foreignServer, .openFolder:
      String(localized: "start tmux with TMUX_TMPDIR set to a folder of your own")
    case .failed: "\(String(localized: "check", context: "advice")) \(path)"
    }
  }
}
