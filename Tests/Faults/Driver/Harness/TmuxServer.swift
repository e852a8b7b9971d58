import HeadwaySystem

/// A tmux server of a row's own, without anybody's configuration.
struct TmuxServer {
  private let scene: FaultScene
  private let socket: String

  init(_ scene: FaultScene, name: String = "main") {
    self.scene = scene
    socket = "\(scene.folder)/tmux/\(name)"
  }

  @discardableResult
  func tmux(_ words: String..., within limit: Duration = .seconds(10)) throws -> Outcome {
    let outcome = try Program(
      ["tmux", "-S", socket, "-f", "/dev/null"] + words,
      environment: [
        "TMUX": "", "TMUX_PANE": "",
      ]
    ).outcome(within: limit)
    guard outcome.code == 0 else { throw FaultError("tmux \(words): \(outcome.error)") }
    return outcome
  }

  /// A session with one pane; what it showed last stays.
  func pane(_ command: String, name: String, columns: Int = 80, rows: Int = 24) throws -> Pane {
    try tmux(
      "new-session", "-d", "-s", name, "-x", "\(columns)", "-y", "\(rows)", "sleep 600")
    try tmux("set-option", "-g", "status", "off")
    try tmux("set-option", "-g", "remain-on-exit", "on")
    try tmux("resize-window", "-t", name, "-x", "\(columns)", "-y", "\(rows)")
    try tmux("respawn-pane", "-k", "-t", name, command)
    return Pane(server: self, name: name)
  }

  func process() throws -> Int32 {
    let outcome = try tmux("display-message", "-p", "#{pid}")
    guard let pid = Int32(outcome.text.prefix { $0.isNumber }) else {
      throw FaultError("tmux's pid: \(outcome.text)")
    }
    return pid
  }
}
