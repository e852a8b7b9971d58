import ArgumentParser

struct GuestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "guest", shouldDisplay: false)
}
