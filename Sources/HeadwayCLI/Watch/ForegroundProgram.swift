import Glibc
import HeadwayModel
import HeadwaySystem

/// A program that has the terminal for a while, as a shell's job in the foreground.
enum ForegroundProgram {
  /// Runs a program on this process's terminal until the program ends. A program that stops goes on
  /// at once, because nobody is there to continue it.
  ///
  /// - Parameter words: The name of the program and its arguments.
  /// - Returns: the exit status, or 128 and the number of the signal that ended the program.
  /// - Throws: the error of the start.
  static func run(_ program: String, _ words: [String]) throws(SystemError) -> Int32 {
    let blocked = SignalSet([SIGTTOU])
    let former = blocked.block()
    defer {
      ForegroundGroup.set(getpgrp(), at: STDIN_FILENO)
      former.blockAlone()
    }
    var request = SpawnRequest(
      path: RawText(program), arguments: words.map { RawText($0) },
      environment: OwnProcess.environment)
    request.defaultSignals = .all
    request.startsGroup = true
    request.endsWithParent = true
    request.foregroundTerminal = STDIN_FILENO
    let child = try request.spawn()
    var status: CInt = 0
    while true {
      let found = waitpid(child, &status, WUNTRACED)
      if found < 0 {
        if errno == EINTR { continue }
        return 255
      }
      let isStopped = status & 0xFF == 0x7F
      guard isStopped else { break }
      kill(-child, SIGCONT)
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
