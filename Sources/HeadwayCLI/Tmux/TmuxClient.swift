import HeadwayCore
import HeadwaySystem

/// The tmux server that this runs within, by its command line. A server of another user is refused: see
/// ``TmuxSocket``.
struct TmuxClient {
  /// Fails outside of tmux. `purpose` is what was to be done.
  init(for purpose: String) throws(CommandFailure) {
    guard TmuxSocket.pathAround(ProcessEnvironment.variable) != nil else {
      throw CommandFailure(
        "\(purpose) needs tmux around it; run it in a pane of one, or open the monitor here: headway",
        status: .usage)
    }
  }

  /// A server that hangs isn't waited for any longer.
  private static let patience: Duration = .seconds(3)

  /// What tmux answers, in its own words where it refuses.
  @discardableResult
  func run(
    _ words: [String], within patience: Duration = Self.patience
  ) throws(CommandFailure) -> String {
    guard let run = try Self.server().run(words, within: patience) else {
      throw CommandFailure(
        "tmux doesn't answer; look whether its server is stopped", status: .failure)
    }
    guard run.succeeded else {
      let reason = run.line.isEmpty ? "it failed without a word" : run.line
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

  /// This very program with `words`, for a shell that tmux starts.
  static func command(_ words: String) -> String {
    "exec \(ShellWord(ProcessEnvironment.executablePath ?? "headway").quoted) \(words)"
  }

  /// What a pane needs of this environment to find the same hub: tmux gives it the server's.
  static var environment: [String] {
    ["HEADWAY_SOCKET", "XDG_CONFIG_HOME", "XDG_STATE_HOME"].flatMap { name in
      ProcessEnvironment.variable(name).map { ["-e", "\(name)=\($0)"] } ?? []
    }
  }
}
