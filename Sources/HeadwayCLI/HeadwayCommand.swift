import ArgumentParser
import Glibc
import HeadwayWire

/// `headway` itself: a monitor on a terminal, a list elsewhere.
struct HeadwayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headway",
    abstract: "Live Activities for the terminal: watch, cancel and ask about long jobs.",
    discussion: """
      Without a command it opens the monitor on a terminal, and prints the list elsewhere.
      Start a job with: headway run -- rsync -a --info=progress2 src/ dst/
      """,
    version: "headway \(HeadwayRelease.version)",
    subcommands: [
      WatchCommand.self, RunCommand.self, AdoptCommand.self, UpdateCommand.self, ListCommand.self,
      StatusCommand.self, AttachCommand.self, CancelCommand.self, AnswerCommand.self,
      WaitCommand.self, HubCommand.self, RecogniseCommand.self, DebugCommand.self,
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
