import FoundationEssentials
import Glibc
import HeadwayModel
import HeadwaySystem
import TestProcesses

/// A process that a row started: in a session of its own, its output in files unless said
/// otherwise.
final class Program {
  let process: Int32
  let started = SystemClocks.awake
  private let outputPath: String
  private let errorPath: String
  private var status: CInt?

  /// `environment` goes over this process's; an empty value removes a variable. `input` and
  /// `output` (and errors) are descriptors; with `terminal` that is its own, and all streams.
  init(
    _ words: [String], environment: [String: String] = [:], input: CInt? = nil,
    output: CInt? = nil, terminal: PseudoTerminal? = nil
  ) throws {
    let scratch = "\(FaultScene.folder)/scratch/\(Self.nextName())"
    (outputPath, errorPath) = ("\(scratch).out", "\(scratch).err")
    var request = SpawnRequest(
      path: RawText(words.first ?? ""), arguments: words.map { RawText($0) },
      environment: Self.merged(environment))
    request.startsSession = true
    if let terminal {
      let slave = terminal.slave.raw
      request.terminal = (RawText(terminal.slavePath), slave)
      request.duplicates = [(slave, 0), (slave, 1), (slave, 2)]
      process = try request.spawn()
    } else {
      let null = OwnedDescriptor(open("/dev/null", O_RDWR | O_CLOEXEC))
      let files = output == nil ? [Self.create(outputPath), Self.create(errorPath)] : []
      request.duplicates = [
        (input ?? null.raw, 0), (output ?? files[0].raw, 1), (output ?? files[1].raw, 2),
      ]
      process = try withExtendedLifetime((null, files)) { try request.spawn() }
    }
  }

  /// A script of bash(1).
  static func script(
    _ text: String, environment: [String: String] = [:], input: CInt? = nil
  ) throws -> Program {
    try Program(["bash", "--norc", "-c", text], environment: environment, input: input)
  }

  var output: [UInt8] { Self.contents(outputPath) }
  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: Self.contents(errorPath), as: UTF8.self) }

  /// As `$?` has it, once it has left; nil when it hasn't within `limit`.
  func end(within limit: Duration) -> Int32? {
    let deadline = SystemClocks.awake + limit
    while !hasLeft {
      let rest = deadline - SystemClocks.awake
      guard rest > .zero else { return nil }
      ProcessExit.wait(for: process, within: rest)
    }
    return code
  }

  /// Its outcome; a program that doesn't end is killed, and an error.
  func outcome(within limit: Duration = .seconds(20)) throws -> Outcome {
    guard let code = end(within: limit) else {
      kill()
      throw FaultError("\(ProcessTable.arguments(process)) doesn't end within \(limit.shown)")
    }
    return Outcome(
      code: code, output: output, error: errorText, took: SystemClocks.awake - started)
  }

  func send(_ signal: CInt) { if status == nil { Glibc.kill(process, signal) } }

  /// With its session's other processes of the same group.
  func kill() {
    if hasLeft { return }
    Glibc.kill(-process, SIGKILL)
    Glibc.kill(process, SIGKILL)
    _ = end(within: .seconds(5))
  }

  var hasLeft: Bool {
    if status != nil { return true }
    var now: CInt = 0
    if waitpid(process, &now, WNOHANG) == process { status = now }
    return status != nil
  }

  private var code: Int32? {
    status.map { $0 & 0x7F == 0 ? ($0 >> 8) & 0xFF : 128 + ($0 & 0x7F) }
  }

  private static func merged(_ changes: [String: String]) -> [RawText] {
    let all = ProcessEnvironment.variables.merging(changes) { $1 }
    return all.filter { !$0.value.isEmpty }.map { RawText("\($0.key)=\($0.value)") }
  }

  private static func create(_ path: String) -> OwnedDescriptor {
    OwnedDescriptor(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
  }

  private static func contents(_ path: String) -> [UInt8] {
    (try? DurableFile.read(path, byteLimit: 1 << 28)) ?? []
  }

  nonisolated(unsafe) private static var lastName = 0

  /// Rows have one thread.
  private static func nextName() -> Int {
    lastName += 1
    return lastName
  }
}
