import ArgumentParser

struct FloodCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "flood", shouldDisplay: false)
}
