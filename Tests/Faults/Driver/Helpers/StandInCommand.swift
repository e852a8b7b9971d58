import ArgumentParser

struct StandInCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "standin", shouldDisplay: false)
}
