import ArgumentParser
import HeadwayConfig
import HeadwayModel
import HeadwayMonitor
import HeadwaySystem

/// The command `headway tmux`: shows tasks in the status line, a popup or a pane.
///
/// ```sh
/// headway tmux setup --write
/// ```
struct TmuxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tmux",
    abstract: "Show tasks in tmux: in the status line, a popup or a small pane.",
    subcommands: [Setup.self, Popup.self, PaneOpening.self, Push.self])

  /// The command `headway tmux setup`: prints or writes the config line.
  struct Setup: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "setup", abstract: "Print the line for the config of tmux, or add it.",
      discussion: """
        --write adds the line at the end of the config that tmux reads, unless the config shows \
        the status already. A copy of the old config stays beside it, as FILE.before-headway. \
        Symbolic links stay links.
        """)

    @Flag(name: .long, help: "Add the line to the config.")
    var write = false

    /// Prints the line. With `--write`, adds the line to the config and says how a running tmux
    /// reads the config.
    mutating func run() throws {
      let line = TmuxConfig.line(isPushed: try UserConfig.load().tmux.push)
      guard write else { return StandardStreams.print(line) }
      let file = try TmuxConfigFile.find()
      guard try file.add(line) else {
        return StandardStreams.print(String(localized: "unchanged \(file.path)"))
      }
      StandardStreams.print(String(localized: "wrote \(file.path)"))
      StandardStreams.print(
        String(localized: "a running tmux reads it with: tmux source-file \(file.path)"))
    }
  }

  /// The command `headway tmux push`: runs ``StatusPush``.
  struct Push: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "push", abstract: "Keep the option @headway_status of this tmux up to date.",
      discussion: """
        With [tmux] push = true, headway tmux setup writes a line that runs this command. One \
        process serves all clients of a tmux server, and ends with the server. If such a process \
        runs already, nothing happens.
        """)

    mutating func run() throws { try StatusPush().run() }
  }

  /// The command `headway tmux popup`: opens the monitor in a popup. The tmux command lasts as long
  /// as the popup, hence the long time limit.
  struct Popup: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "popup", abstract: "Open the monitor in a popup of this tmux; q closes it.")

    mutating func run() throws {
      let tmux = try TmuxClient(for: String(localized: "a popup"))
      try tmux.run(
        ["display-popup", "-E", "-w", "90%", "-h", "90%"] + TmuxClient.environment
          + [TmuxClient.command("watch")], within: .seconds(7 * 86_400))
    }
  }

  /// The command `headway tmux pane`: opens a pane of three lines, unless the window has one.
  struct PaneOpening: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pane", abstract: "Open a pane of three lines with the tasks in this window.",
      discussion: "If the window has such a pane already, nothing happens.")

    /// Opens the pane and marks it, so that the next call finds it.
    mutating func run() throws {
      let tmux = try TmuxClient(for: String(localized: "a pane"))
      let panes = try tmux.run(["list-panes", "-F", "#{\(Self.mark)}"])
      guard !panes.split(separator: "\n").contains("1") else { return }
      let pane = try tmux.run(
        ["split-window", "-d", "-v", "-l", "3", "-P", "-F", "#{pane_id}"] + TmuxClient.environment
          + [TmuxClient.command("watch --compact")])
      try tmux.run(
        [
          "set-option", "-p", "-t", pane.split(separator: "\n").first.map(String.init) ?? "",
          Self.mark, "1",
        ])
    }

    /// The pane option that marks Headway's pane.
    private static let mark = "@headway_pane"
  }
}
