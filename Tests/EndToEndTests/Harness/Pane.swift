import Testing

/// One pane of a tmux server: a terminal with somebody at it.
struct Pane {
  let server: TmuxServer
  let id: String
  /// Where it was first; a respawned pane has another.
  let terminal: String

  /// Keys by tmux's names (`C-c`, `Enter`), other text as it is.
  func send(_ keys: String...) async throws {
    _ = try await command("send-keys", ["-t", id] + keys)
  }

  /// Text, and Enter.
  func type(_ line: String) async throws {
    _ = try await command("send-keys", ["-t", id, "-l", line])
    try await send("Enter")
  }

  /// What is on the screen, without trailing blanks.
  func screen() async throws -> String { try await captured([]) }

  /// With what scrolled away.
  func history() async throws -> String { try await captured(["-S", "-", "-J"]) }

  /// What tmux knows of it, such as `#{alternate_on}`.
  func value(_ format: String) async throws -> String {
    try await command("display-message", ["-p", "-t", id, format]).line
  }

  func resize(columns: Int, rows: Int) async throws {
    _ = try await command("resize-window", ["-t", id, "-x", "\(columns)", "-y", "\(rows)"])
  }

  func close() async throws { _ = try await command("kill-pane", ["-t", id]) }

  /// The screen, once `condition` holds for it.
  @discardableResult
  func wait(
    _ what: String, within limit: Duration = .seconds(15),
    at place: SourceLocation? = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation, until condition: (String) -> Bool
  ) async throws -> String {
    var last = ""
    do {
      return try await eventually(what, within: limit, at: place) {
        last = try await screen()
        return condition(last) ? last : nil
      }
    } catch let error as HarnessError {
      throw HarnessError("\(error)\non the screen is:\n\(last)")
    }
  }

  @discardableResult
  func wait(
    for text: String, within limit: Duration = .seconds(15),
    at place: SourceLocation? = #_sourceLocation
  ) async throws -> String {
    try await wait("'\(text)'", within: limit, at: place) { $0.contains(text) }
  }

  @discardableResult
  func wait(
    for pattern: some RegexComponent, within limit: Duration = .seconds(15),
    at place: SourceLocation? = #_sourceLocation
  ) async throws -> String {
    try await wait("a pattern", within: limit, at: place) { $0.contains(pattern) }
  }

  private func captured(_ options: [String]) async throws -> String {
    try await command("capture-pane", ["-p", "-t", id] + options).text
  }

  private func command(_ name: String, _ arguments: [String]) async throws -> Outcome {
    try await server.tmux([name] + arguments)
  }
}
