import Foundation
import Testing
import TestHarness
import TestProcesses

/// Completions, with the real shells where they are installed.
@Suite(.fewAtATime) struct ShellTests {
  private static func isInstalled(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }
  private static let hasZsh = isInstalled("/usr/bin/zsh") || isInstalled("/bin/zsh")
  private static let hasFish = isInstalled("/usr/bin/fish")
  private static let hasBashCompletion = FileManager.default.fileExists(
    atPath: "/usr/share/bash-completion/bash_completion")

  /// A live task with a title that a shell would execute, expand or split.
  private static let hostile = #"$(touch pwned) `touch pwned` "x:y'; \ %F{red} z"#

  private func startHostile(_ workspace: Workspace) async throws {
    try workspace.write(Self.hostile, to: "work/title")
    _ = try workspace.start(#"exec headway run --title "$(cat title)" -- sleep 300"#)
    try await workspace.task(Self.hostile) { $0.state == "running" }
  }

  @Test(
    "bash completes commands, options and the numbers of tasks", .enabled(if: hasBashCompletion))
  func bash() async throws {
    try await Workspace.use { workspace in
      try await startHostile(workspace)
      try await workspace.run("headway completions bash --install")
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type(". /usr/share/bash-completion/bash_completion; clear")
      try await pane.wait("a clear screen") { $0.hasPrefix("$") }
      try await pane.send("headway canc", "Tab")
      try await pane.wait(for: "$ headway cancel")
      try await pane.send("Tab")
      try await pane.wait(for: "$ headway cancel 1")
      try await pane.send("--", "--fo", "Tab")
      try await pane.wait(for: "--force")
      for given in [
        "run -- cat", "run --title x cat", "submit --title=x --at 22:00 -- wc -l",
        "run --needs gpu=2 cat",
      ] {
        try await pane.send("C-u", "headway \(given) tit", "Tab")
        try await pane.wait(for: "$ headway \(given) title")
      }
      #expect(!workspace.exists("pwned"))
    }
  }

  @Test("bash by itself completes the command that is run, and its options before that")
  func bashAlone() async throws {
    try await Workspace.use { workspace in
      try workspace.write("", to: "work/title")
      try await workspace.run("headway completions bash >script")
      let pane = try await TmuxServer(workspace).pane("exec bash --norc --noprofile")
      try await pane.wait(for: #/[#$]/#)
      try await pane.type("PS1='$ '; . ./script; clear")
      try await pane.wait("a clear screen") { $0.hasPrefix("$") }
      for given in ["run -- cat", "run --title x cat", "submit --title=x --at 22:00 -- wc -l"] {
        try await pane.send("C-u", "headway \(given) tit", "Tab")
        try await pane.wait(for: "$ headway \(given) title")
      }
      try await pane.send("C-u", "headway run --needs gpu=2 --sens", "Tab")
      try await pane.wait(for: "$ headway run --needs gpu=2 --sensitive")
    }
  }

  @Test("zsh shows the titles of tasks, as they are", .enabled(if: hasZsh))
  func zsh() async throws {
    try await Workspace.use { workspace in
      try await startHostile(workspace)
      _ = try workspace.start("exec headway run --title Two -- sleep 300")
      try await workspace.task("Two") { $0.state == "running" }
      let install = try await workspace.run(
        "headway completions zsh --install", environment: ["XDG_DATA_HOME": ""])
      let advice = try #require(install.text.firstMatch(of: #/fpath=.*/#)?.output)
      try workspace.write(
        "PS1='$ '\n\(advice)\nautoload -Uz compinit; compinit -u\n", to: "home/.zshrc")
      let pane = try await TmuxServer(workspace).pane("exec zsh", columns: 100)
      try await pane.wait(for: "$")
      try await pane.send("headway cancel ", "Tab")
      try await pane.wait(for: "Two (running)")
      let screen = try await pane.screen()
      #expect(screen.contains("-- \(Self.hostile) (running)"), "\(screen)")
      try await pane.send("C-u", "headway run --title x -- cat tit", "Tab")
      try await pane.wait(for: "-- cat title")
      try await pane.send("C-u", "headway run -- headwa", "Tab")
      try await pane.wait(for: "run -- headway")
      try await pane.send("C-u", "headway edit 1 --title=x -- cat tit", "Tab")
      try await pane.wait(for: "--title=x -- cat title")
      try await pane.send("C-u", "headway status --format=tm", "Tab")
      try await pane.wait(for: "--format=tmux")
      try await pane.send("C-u", "headway help task", "Tab")
      try await pane.wait(for: "help task-spooler")
      #expect(!workspace.exists("pwned"))
    }
  }

  @Test("fish shows the titles of tasks, as they are", .enabled(if: hasFish))
  func fish() async throws {
    try await Workspace.use { workspace in
      try await startHostile(workspace)
      _ = try workspace.start("exec headway run --title Two -- sleep 300")
      try await workspace.task("Two") { $0.state == "running" }
      try await workspace.run(
        "headway completions fish --install", environment: ["XDG_CONFIG_HOME": ""])
      let pane = try await TmuxServer(workspace).pane(
        "exec env -u XDG_CONFIG_HOME fish", columns: 100)
      try await pane.wait(for: #/work[#>]/#)
      try await pane.send("headway cancel ", "Tab")
      try await pane.wait(for: "Two (running)")
      let screen = try await pane.screen()
      #expect(screen.contains("(\(Self.hostile) (running))"), "\(screen)")
      try await pane.send("Escape")
      try await pane.send("C-u", "headway submit --wh", "Tab")
      try await pane.wait(for: "--while")
      try await pane.send("Escape")
      try await pane.send("C-u", "headway run --title x -- cat tit", "Tab")
      try await pane.wait(for: "-- cat title")
      try await pane.send("Escape")
      try await pane.send("C-u", "headway edit 1 --title=x -- cat tit", "Tab")
      try await pane.wait(for: "--title=x -- cat title")
      try await pane.send("Escape")
      try await pane.send("C-u", "headway help task", "Tab")
      try await pane.wait(for: "help task-spooler")
      #expect(!workspace.exists("pwned"))
    }
  }

  @Test(
    "a command is offered the tasks that it can do something with",
    arguments: [
      ("cancel", "2"), ("attach", "2"), ("restart", "1"), ("clean", "1"), ("priority", ""),
      ("logs", "2 1 last"), ("wait", "2 1 last"),
    ])
  func offeredTasks(_ command: String, _ offered: String) async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit -- true")
      try await workspace.task("true") { $0.state == "ended" }
      _ = try workspace.start("exec headway run -- sleep 300")
      try await workspace.task("sleep 300") { $0.state == "running" }
      let outcome = try await workspace.run(
        "SAP_SHELL=bash headway ---completion \(command) -- positional@0 2 0 headway \(command) ''")
      #expect(outcome.text.split(separator: "\n").joined(separator: " ") == offered)
      let another = try await workspace.run(
        "SAP_SHELL=bash headway ---completion \(command) -- positional@0 3 0 headway \(command) 2 ''"
      )
      #expect(!another.text.split(separator: "\n").contains("2"), "given already")
    }
  }

  @Test("without a hub nothing is offered, nothing said, and none started")
  func noHub() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        "SAP_SHELL=bash headway ---completion cancel -- positional@0 2 0 headway cancel ''")
      #expect(outcome.text.isEmpty && outcome.errorText.isEmpty)
      #expect(HubProcess.all(workspace).isEmpty)
    }
  }
}
