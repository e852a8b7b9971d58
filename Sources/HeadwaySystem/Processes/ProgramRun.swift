internal import Glibc
internal import SystemPackage

/// A program that was run to its end for what it says: standard output and standard error in one, without
/// input.
package struct ProgramRun: Hashable, Sendable {
  /// As a shell has it: 128 + signal for one that was killed.
  package let status: Int32
  package let output: String

  package var succeeded: Bool { status == 0 }

  /// The first line it said; empty for none.
  package var line: String {
    output.split(separator: "\n").first.map(String.init) ?? ""
  }

  private static let byteLimit = 1 << 16

  /// Nil where it can't be started, or isn't done in time: then it is killed.
  /// - Parameter words: the program, which ``ProgramPath`` finds, and its arguments.
  /// - Parameter kept: a descriptor that the program gets under the number 3.
  package static func of(
    _ words: [String], within limit: Duration = .seconds(10), keeping kept: OwnedDescriptor? = nil
  ) -> ProgramRun? {
    guard let child = try? start(words, kept) else { return nil }
    let deadline = SystemClocks.awake + limit
    let bytes = child.output.readToEnd(byteLimit: byteLimit, until: deadline)
    if bytes == nil || !ProcessExit.wait(for: child.pid, within: deadline - SystemClocks.awake) {
      kill(child.pid, SIGKILL)
    }
    var status: CInt = 0
    while waitpid(child.pid, &status, 0) < 0, errno == EINTR {}
    guard let bytes else { return nil }
    let signal = status & 0x7F
    return ProgramRun(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      output: String(decoding: bytes, as: UTF8.self))
  }

  /// Starts it and goes on: nobody hears what becomes of it, and what hangs up here doesn't end it.
  package static func detach(_ words: [String]) { detach(words, keeping: nil) }

  /// Starts a program as ``detach(_:)`` does; it gets the descriptor `kept` under the number 3.
  /// - Parameter input: a descriptor that the program reads its standard input from; only beside `kept`.
  package static func detach(
    _ words: [String], keeping kept: OwnedDescriptor?, input: OwnedDescriptor? = nil
  ) {
    guard let program = words.first.flatMap({ ProgramPath.find($0) }) else { return }
    let script = input == nil ? "\"$@\" &" : "\"$@\" <&4 4<&- &"
    let words = ["sh", "-c", script, "sh", program] + words.dropFirst()
    var request = SpawnRequest(
      path: "/bin/sh", arguments: words.map { RawText($0) }, environment: ProgramPath.environment)
    request.defaultSignals = .all
    request.startsSession = true
    // One that was sent to this group just before the new session waits for it there.
    request.signalMask = SignalSet([SIGHUP])
    request.streams = .null
    if let kept { request.duplicates = [(kept.raw, 3)] }
    if let input { request.duplicates.append((input.raw, 4)) }
    guard let shell = try? request.spawn() else { return }
    var status: CInt = 0
    while waitpid(shell, &status, 0) < 0, errno == EINTR {}
  }

  private static func start(
    _ words: [String], _ kept: OwnedDescriptor?
  ) throws(SystemError) -> (pid: CInt, output: OwnedDescriptor) {
    guard let program = words.first.flatMap({ ProgramPath.find($0) }) else {
      throw SystemError("find \(words.first ?? "")", .noSuchFileOrDirectory)
    }
    let pipe = try DescriptorPair.pipe()
    let null = try OwnedDescriptor(opening: "open", open("/dev/null", O_RDONLY | O_CLOEXEC))
    var request = SpawnRequest(
      path: RawText(program), arguments: words.map { RawText($0) },
      environment: ProgramPath.environment)
    request.defaultSignals = .all
    request.duplicates = [(null.raw, 0), (pipe.second.raw, 1), (pipe.second.raw, 2)]
    if let kept { request.duplicates.append((kept.raw, 3)) }
    return (try request.spawn(), pipe.first)
  }
}
