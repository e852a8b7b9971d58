import Glibc
import HeadwaySystem
import TestSupport

/// A tmux server of its own with bash in one window.
final class Tmux {
  private let socket: String
  private let folder: String

  init(environment: [String]) throws {
    var template = Array("/tmp/headway-tmux-XXXXXX".utf8CString)
    folder = String(cString: mkdtemp(&template))
    socket = "\(folder)/socket"
    let shell = "exec env PS1='$ ' \(environment.joined(separator: " ")) bash --norc --noprofile"
    try run(["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", shell])
    try expect("$")
  }

  deinit {
    _ = try? run(["kill-server"])
    unlink(socket)
    rmdir(folder)
  }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    let command = try RunningCommand(
      ["tmux", "-S", socket] + arguments, environment: ["LC_ALL=C.UTF-8", "TMUX="])
    defer { _ = command.wait() }
    return String(decoding: command.readAll(), as: UTF8.self)
  }

  /// Keys by tmux's names.
  func keys(_ names: String...) throws { try run(["send-keys"] + names) }

  /// A line as typed, at an empty screen.
  func type(_ line: String) throws {
    try run(["send-keys", "-l", line])
    try keys("Enter")
  }

  var screen: String { (try? run(["capture-pane", "-p"])) ?? "" }

  func resize(columns: Int, rows: Int) throws {
    try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  struct NotSeen: Error {
    let line: String
    let screen: String
  }

  /// Waits until a line of the screen begins with `line`.
  func expect(_ line: String) throws {
    let isSeen = comesTrue { screen.split(separator: "\n").contains { $0.hasPrefix(line) } }
    if !isSeen { throw NotSeen(line: line, screen: screen) }
  }
}
