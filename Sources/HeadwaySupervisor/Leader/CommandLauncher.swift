internal import Glibc
internal import HeadwaySystem

/// Starts the command as a shell would: its own group, in the terminal's foreground or not.
struct CommandLauncher {
  private let command: LeaderCommand
  private let foregroundTerminal: CInt?
  private let mask: SignalSet

  init(_ command: LeaderCommand, terminal: CInt?, mask: SignalSet) {
    self.command = command
    foregroundTerminal = command.startsInForeground ? terminal : nil
    self.mask = mask
  }

  func launch() throws(SystemError) -> Int32 {
    let words = command.words
    var request = SpawnRequest(
      path: words[0], arguments: words, environment: command.environment)
    request.startsGroup = true
    request.signalMask = mask
    request.foregroundTerminal = foregroundTerminal
    request.limits = command.limits
    return try request.spawn()
  }
}
