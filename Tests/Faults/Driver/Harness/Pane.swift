import TestSupport

/// One pane: a terminal with somebody at it.
struct Pane {
  let server: TmuxServer
  let name: String

  func send(_ keys: String...) throws {
    for key in keys { try server.tmux("send-keys", "-t", name, key) }
  }

  /// What is on the screen, without trailing blanks.
  func screen() throws -> String { try server.tmux("capture-pane", "-p", "-t", name).text }

  func resize(columns: Int, rows: Int) throws {
    try server.tmux("resize-window", "-t", name, "-x", "\(columns)", "-y", "\(rows)")
  }

  @discardableResult
  func wait(
    _ what: String, within limit: Duration = .seconds(15), until condition: (String) -> Bool
  ) throws -> String {
    var last = ""
    do {
      return try eventually(what, within: limit) {
        last = try screen()
        return condition(last) ? last : nil
      }
    } catch {
      throw FaultError("\(error); on the screen: \(last.suffix(300))")
    }
  }
}
