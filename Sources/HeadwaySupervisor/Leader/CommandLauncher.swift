internal import Glibc
internal import HeadwaySystem

/// Starts the command the way a shell does: in a process group of its own, which may be the
/// terminal's foreground group.
///
/// `SessionLeader` uses it once.
struct CommandLauncher {
  private let command: LeaderCommand
  private let foregroundTerminal: CInt?
  private let mask: SignalSet

  /// Prepares the launch. `terminal` is the pty's slave; `mask` is the signal mask that the command
  /// gets.
  init(_ command: LeaderCommand, terminal: CInt?, mask: SignalSet) {
    self.command = command
    foregroundTerminal = command.startsInForeground ? terminal : nil
    self.mask = mask
  }

  /// Starts the command and returns its process id. Throws the error of fork(2) or execve(2).
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
