import HeadwayModel
import HeadwaySystem

/// The surrounding tmux server, controlled by the `tmux` program. ``TmuxSocket`` refuses the server
/// of another user.
///
/// ```swift
/// try TmuxClient(for: "a popup").run(["display-popup", "-E", "headway watch"])
/// ```
struct TmuxClient {
  /// Creates a client of the surrounding server. Throws outside of tmux. `purpose` names the thing
  /// that needs tmux, for the message.
  init(for purpose: String) throws(CommandFailure) {
    guard TmuxSocket.pathAround(ProcessEnvironment.variable) != nil else {
      throw CommandFailure(
        "\(purpose) needs tmux; run the command inside tmux, or open the monitor here: headway",
        status: .usage)
    }
  }

  /// The time to wait for a server.
  private static let patience: Duration = .seconds(3)

  /// Runs a tmux command and returns its output. Throws a failure with tmux's own words if tmux
  /// refuses.
  @discardableResult
  func run(
    _ words: [String], within patience: Duration = Self.patience
  ) throws(CommandFailure) -> String {
    guard let run = try Self.server().run(words, within: patience) else {
      throw CommandFailure(
        "tmux doesn't answer; check whether its server is stopped", status: .failure)
    }
    guard run.succeeded else {
      let reason = run.line.isEmpty ? String(localized: "it failed without a message") : run.line
      throw CommandFailure("tmux: \(SanitisedText(reason, limit: .line))", status: .failure)
    }
    return run.output
  }

  private static func server() throws(CommandFailure) -> TmuxSocket {
    do {
      return try TmuxSocket.around()
    } catch {
      throw CommandFailure("tmux: \(error)", status: .failure)
    }
  }

  /// A shell command that runs this program with `words`.
  static func command(_ words: String) -> String {
    "exec \(ShellWord(ProcessEnvironment.executablePath ?? "headway").quoted) \(words)"
  }

  /// The options that give a new pane the variables needed to find the same hub. tmux would
  /// otherwise use its server's environment.
  static var environment: [String] {
    ["HEADWAY_SOCKET", "HEADWAY_STATE", "XDG_CONFIG_HOME", "XDG_STATE_HOME"].flatMap { name in
      ProcessEnvironment.variable(name).map { ["-e", "\(name)=\($0)"] } ?? []
    }
  }
}
