import ArgumentParser

/// `headway-faults`: the fault run. Its other commands are parts of it, started by it.
struct FaultsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headway-faults",
    abstract: "Break what Headway runs on, and see what it loses.",
    subcommands: [
      MatrixCommand.self, RowCommand.self, CrowdCommand.self, PatronCommand.self,
      ObserverCommand.self, FloodCommand.self, GuestCommand.self, HolderCommand.self,
      StandInCommand.self, TrapCommand.self, AbuseCommand.self,
    ],
    defaultSubcommand: MatrixCommand.self)
}
