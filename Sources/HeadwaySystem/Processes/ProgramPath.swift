internal import Glibc

/// The search in PATH for programs that Headway itself runs: `tmux`, `headwayd`, `busctl`.
///
/// Only entries that begin with `/` count. An empty entry, or one such as `.`, names the current
/// directory, where another user may have put a file of that name. Commands that a person gives to
/// `headway run` are searched as a shell does.
package enum ProgramPath {
  private static let standard = "/usr/local/bin:/usr/bin:/bin"

  /// Returns the path of the program `name`; nil if no entry contains it. A name with a slash is
  /// returned unchanged.
  package static func find(
    _ name: String, in path: String? = ProcessEnvironment.variable("PATH")
  ) -> String? {
    guard !name.contains("/") else { return name }
    return entries(of: path).lazy.map { "\($0)/\(name)" }.first {
      RawText($0).isExecutable && !FileIdentity.isDirectory($0)
    }
  }

  /// Returns the entries of PATH that begin with `/`, as the PATH for the found program and its
  /// children.
  package static func absolute(
    _ path: String? = ProcessEnvironment.variable("PATH")
  ) -> String {
    entries(of: path).joined(separator: ":")
  }

  private static func entries(of path: String?) -> [Substring] {
    (path ?? standard).split(separator: ":").filter { $0.hasPrefix("/") }
  }

  /// The environment of this process with such a PATH.
  static var environment: [RawText] {
    OwnProcess.environment.filter { !$0.bytes.starts(with: "PATH=".utf8) }
      + [RawText("PATH=\(absolute())")]
  }
}
