import ArgumentParser
import Glibc
import HeadwayWire

/// The program `headway` without a subcommand: opens the monitor on a terminal, and prints the list
/// elsewhere.
///
/// Every command sets `commandName`, because ArgumentParser would otherwise derive the names by
/// reflection, which takes half of the program's start.
struct HeadwayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headway",
    abstract: "Live Activities for the terminal: watch, queue and cancel long-running commands.",
    discussion: """
      Without a command, headway opens the monitor on a terminal. Elsewhere it prints the list.
      Start a task with: headway run -- rsync -a --info=progress2 src/ dst/
      More pages: headway help run, and in the same way queue, time, progress, stalls, monitor, \
      tmux, bars, notifications, attach, background, systemd, config, task-spooler, pueue, hosts, \
      slurm, fleet.
      headway help queue says how queued tasks start, and headway help config lists all settings.
      """,
    version: "headway \(HeadwayRelease.version)",
    subcommands: [
      WatchCommand.self, RunCommand.self, SubmitCommand.self, AdoptCommand.self, UpdateCommand.self,
      ListCommand.self, ShowCommand.self, HistoryCommand.self, AckCommand.self, CleanCommand.self,
      StatusCommand.self,
      LogsCommand.self,
      AttachCommand.self, SendCommand.self,
      CancelCommand.self, PauseCommand.self, ResumeCommand.self, StartCommand.self,
      AnswerCommand.self,
      WaitCommand.self, RestartCommand.self, EditCommand.self, PriorityCommand.self,
      SwitchCommand.self, GroupCommand.self, WakeCommand.self, HubCommand.self, HostsCommand.self,
      RecogniseCommand.self, MetricsCommand.self,
      DoctorCommand.self, TmuxCommand.self, CompletionsCommand.self, ManCommand.self,
      DebugCommand.self,
    ])

  mutating func run() throws {
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
      var watch = try WatchCommand.parse([])
      try watch.run()
    } else {
      var list = try ListCommand.parse([])
      try list.run()
    }
  }
}
