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

  /// A file without a magic number is a shell script, as to execvp(3).
  func launch() throws(SystemError) -> Int32 {
    let words = command.words
    let name = words[0]
    do {
      return try spawn(name, words)
    } catch {
      guard error.code == ENOEXEC, let script = Self.find(name) else { throw error }
      return try spawn("/bin/sh", ["/bin/sh", script] + words.dropFirst())
    }
  }

  private func spawn(_ path: RawText, _ arguments: [RawText]) throws(SystemError) -> Int32 {
    var request = SpawnRequest(
      path: path, arguments: arguments, environment: command.environment)
    request.startsGroup = true
    request.signalMask = mask
    request.foregroundTerminal = foregroundTerminal
    return try request.spawn()
  }

  private static func find(_ name: RawText) -> RawText? {
    let slash = UInt8(ascii: "/")
    if name.bytes.contains(slash) { return name }
    let path = getenv("PATH").map { RawText(UnsafePointer($0)) } ?? "/bin:/usr/bin"
    return path.bytes.split(separator: UInt8(ascii: ":")).lazy
      .map { RawText(Array($0) + [slash] + name.bytes) }
      .first { $0.isExecutable }
  }
}
