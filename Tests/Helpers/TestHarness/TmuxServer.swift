internal import TestProcesses

/// A tmux server of a scenario's own, without anybody's configuration.
package final class TmuxServer: Sendable {
  package let workspace: Workspace
  package let name: String

  /// No status line, unless a scenario sets one; what a pane showed last stays to be looked at.
  private static let configuration = """
    set-option -g status off
    set-option -g remain-on-exit on
    set-option -g default-terminal tmux-256color
    set-option -sg escape-time 0
    """

  package init(_ workspace: Workspace) throws {
    self.workspace = workspace
    try workspace.write("PS1='$ '", to: "home/.bashrc")
    try workspace.write(Self.configuration, to: "tmux/tmux.conf")
    name = String(workspace.folder.split(separator: "-").last ?? "test")
  }

  @discardableResult
  package func tmux(
    _ arguments: String...
  ) async throws -> Outcome { try await tmux(arguments) }

  /// Runs a command of tmux(1).
  ///
  /// - Throws: ``HarnessError`` with tmux's message if tmux refuses the command.
  @discardableResult
  package func tmux(
    _ arguments: [String], within limit: Duration = .seconds(60)
  ) async throws -> Outcome {
    let words = arguments.map(Shell.quoted).joined(separator: " ")
    let outcome = try await workspace.run(
      "exec tmux -L \(name) -f \(workspace.folder)/tmux/tmux.conf \(words)",
      environment: ["TMUX": "", "TMUX_PANE": ""], within: limit)
    guard outcome.code == 0 else {
      throw HarnessError("tmux \(words): \(outcome.errorText)")
    }
    return outcome
  }

  /// A window of its own, so that each pane has the size it asks for.
  ///
  /// Without a command there is a shell, with `$ ` as its prompt.
  package func pane(
    _ command: String = "exec bash", columns: Int = 80, rows: Int = 24
  ) async throws -> Pane {
    let outcome = try await tmux(
      "new-session", "-d", "-P", "-F", "#{pane_id} #{pane_tty}", "-x", "\(columns)", "-y",
      "\(rows)", "-c", workspace.work, command)
    let words = outcome.line.split(separator: " ").map(String.init)
    guard words.count == 2 else { throw HarnessError("tmux said \(outcome.text)") }
    return Pane(server: self, id: words[0], terminal: words[1])
  }

  /// The process of the server.
  package func pid() async throws -> Int32 {
    let outcome = try await tmux("display-message", "-p", "#{pid}")
    guard let pid = Int32(outcome.line) else { throw HarnessError("tmux's pid: \(outcome.text)") }
    return pid
  }

  /// Ends the server: the terminals of all its panes are gone. Waits for the end of its process, because
  /// a client that comes meanwhile would reach the server that ends.
  package func killServer() async throws {
    let server = try await pid()
    try await tmux("kill-server")
    try await eventually("the end of tmux") { !ProcessTable.isAlive(server) }
  }
}
