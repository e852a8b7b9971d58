import Glibc
import HeadwayModel
import HeadwaySystem

/// A process of a test: its standard streams, and how it left.
final class RunningCommand {
  let process: CInt
  /// What it writes, or the master of its terminal.
  let output: OwnedDescriptor
  private var left: ExitStatus?

  /// `supervise COMMAND…`, next to the test runner.
  static let supervise = "\(executableFolder)/supervise"

  private static var executableFolder: String {
    let path = linkTarget("/proc/self/exe") ?? ""
    let isRunner = path.hasSuffix(".xctest")
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return isRunner ? folder : bundleFolder(or: folder)
  }

  private static func bundleFolder(or folder: String) -> String {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    return bundle.lastIndex(of: "/").map { String(bundle[..<$0]) } ?? folder
  }

  /// Without a terminal: output and error to one pipe.
  init(_ command: [String], input: CInt? = nil, environment: [String] = []) throws {
    let pipe = try DescriptorPair.pipe()
    let null = OwnedDescriptor(open("/dev/null", O_RDWR | O_CLOEXEC))
    var request = Self.request(command, environment)
    request.startsGroup = true
    request.duplicates = [(input ?? null.raw, 0), (pipe.second.raw, 1), (pipe.second.raw, 2)]
    process = try request.spawn()
    output = pipe.first
  }

  /// On a terminal of its own, whose session it leads.
  init(onTerminal command: [String], size: WindowSize? = nil, environment: [String] = []) throws {
    let terminal = try PseudoTerminal()
    try size?.apply(to: terminal.master.raw)
    var request = Self.request(command, environment)
    request.startsSession = true
    request.terminal = (RawText(terminal.slavePath), terminal.slave.raw)
    request.duplicates = [0, 1, 2].map { (terminal.slave.raw, $0) }
    process = try request.spawn()
    output = terminal.master
  }

  private static func request(_ command: [String], _ environment: [String]) -> SpawnRequest {
    var request = SpawnRequest(
      path: RawText(command[0]), arguments: command.map { RawText($0) },
      environment: OwnProcess.environment + environment.map { RawText($0) })
    request.defaultSignals = .all
    return request
  }

  /// All output to its end.
  func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    while let chunk = readSome() { bytes += chunk }
    return bytes
  }

  /// Waits for output; nil at the end.
  func readSome() -> [UInt8]? {
    var poller = Poller()
    poller.watch(output.raw, .readable)
    poller.wait(until: SystemClocks.awake + .seconds(20))
    var isOver = true
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = 0
      switch Transfer.read(output.raw, into: UnsafeMutableRawBufferPointer(buffer)) {
      case .bytes(let read): (count, isOver) = (read, false)
      case .wouldBlock, .ended, .failed: break
      }
    }
    return isOver ? nil : chunk
  }

  /// Reads until `text` has come; what was read.
  func read(until text: String) -> String {
    var seen = ""
    while !seen.contains(text), let chunk = readSome() {
      seen += String(decoding: chunk, as: UTF8.self)
    }
    return seen
  }

  func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = Transfer.write(output.raw, UnsafeRawBufferPointer($0)) }
  }

  func signal(_ number: CInt) { kill(process, number) }

  func wait() -> ExitStatus {
    if let left { return left }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let result: ExitStatus =
      status & 0x7F == 0 ? .code((status >> 8) & 0xFF) : .signal(status & 0x7F)
    left = result
    return result
  }
}
