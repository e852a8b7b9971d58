/// One pane of a tmux server: a terminal with somebody at it.
package struct Pane: Sendable {
  package let server: TmuxServer
  package let id: String
  /// Where it was first; a respawned pane has another.
  package let terminal: String

  /// The pane that a server has made.
  package init(server: TmuxServer, id: String, terminal: String) {
    (self.server, self.id, self.terminal) = (server, id, terminal)
  }

  /// Keys by tmux's names (`C-c`, `Enter`), other text as it is.
  package func send(_ keys: String...) async throws {
    _ = try await command("send-keys", ["-t", id] + keys)
  }

  /// Text, and Enter.
  package func type(_ line: String) async throws {
    _ = try await command("send-keys", ["-t", id, "-l", line])
    try await send("Enter")
  }

  /// What is on the screen, without trailing blanks.
  package func screen() async throws -> String { try await captured([]) }

  /// With what scrolled away.
  package func history() async throws -> String { try await captured(["-S", "-", "-J"]) }

  /// What tmux knows of it, such as `#{alternate_on}`.
  package func value(_ format: String) async throws -> String {
    try await command("display-message", ["-p", "-t", id, format]).line
  }

  package func resize(columns: Int, rows: Int) async throws {
    _ = try await command("resize-window", ["-t", id, "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// A client of tmux that shows the pane until the program is killed.
  package func viewer() async throws -> Program {
    let command =
      "exec tmux -L \(server.name) -C attach-session -f ignore-size -t '\(id)' < <(exec sleep 600)"
    let viewer = try server.workspace.start(command, environment: ["TMUX": "", "TMUX_PANE": ""])
    try await eventually("a client at \(id)") { try await value("#{session_attached}") == "1" }
    return viewer
  }

  package func close() async throws { _ = try await command("kill-pane", ["-t", id]) }

  /// The screen, once `condition` holds for it.
  @discardableResult
  package func wait(
    _ what: String, within limit: Duration = .seconds(45),
    file: StaticString = #fileID, line: UInt = #line,
    until condition: (String) -> Bool
  ) async throws -> String {
    var last = ""
    do {
      return try await eventually(what, within: limit, file: file, line: line) {
        last = try await screen()
        return condition(last) ? last : nil
      }
    } catch let error as HarnessError {
      throw HarnessError("\(error)\non the screen is:\n\(last)")
    }
  }

  @discardableResult
  package func wait(
    for text: String, within limit: Duration = .seconds(45),
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> String {
    try await wait("'\(text)'", within: limit, file: file, line: line) { $0.contains(text) }
  }

  @discardableResult
  package func wait(
    for pattern: some RegexComponent, within limit: Duration = .seconds(45),
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> String {
    try await wait("a pattern", within: limit, file: file, line: line) { $0.contains(pattern) }
  }

  private func captured(_ options: [String]) async throws -> String {
    try await command("capture-pane", ["-p", "-t", id] + options).text
  }

  private func command(_ name: String, _ arguments: [String]) async throws -> Outcome {
    try await server.tmux([name] + arguments)
  }
}
