import Dispatch
import Glibc
import HeadwayCore
import HeadwaySystem
import Logging
import NIOCore

/// A program that nobody waits for.
struct DetachedProgram: Sendable {
  /// The program, which ``ProgramPath`` finds, and its arguments.
  var words: [String]
  /// Beside this process's environment.
  var variables: [String: String]
  /// Descriptors that the program gets under the numbers from `firstDescriptor` on.
  var descriptors: [OwnedDescriptor] = []
  /// Completes the program right before it starts, off the event loop. With false there is nothing to
  /// run, and that is a success. What others could change meanwhile is decided here, not when the
  /// program begins to wait for its turn.
  var prepare: (@Sendable (inout DetachedProgram) -> Bool)?

  /// The number below is the pipe of the exit status.
  static let firstDescriptor: CInt = 4

  init(_ words: [String], variables: [String: String] = [:]) {
    (self.words, self.variables) = (words, variables)
  }
}

/// Runs programs with nothing of this process but its environment, a few at a time, each for so long
/// at most. Confined to the event loop; what blocks is done off it.
final class DetachedRunner {
  /// Hears what became of a program.
  typealias Listener = (TellingOutcome) -> Void

  private let loop: any EventLoop
  private let logger: Logger
  private let queue = DispatchQueue(label: "headway.hooks", attributes: .concurrent)
  private var waiting: [(program: DetachedProgram, listener: Listener)] = []
  private var runningCount = 0
  private var isShort = false

  private static let runningLimit = 4
  private static let waitingLimit = 1000
  private static let timeLimit: Duration = .seconds(60)

  init(loop: any EventLoop, logger: Logger) {
    self.loop = loop
    self.logger = logger
  }

  func run(_ program: DetachedProgram, then listener: @escaping Listener) {
    guard waiting.count < Self.waitingLimit else {
      if !isShort { logger.warning("\(waiting.count) hooks wait already; others aren't run") }
      isShort = true
      return
    }
    waiting.append((program, listener))
    startNext()
  }

  private func startNext() {
    guard runningCount < Self.runningLimit, !waiting.isEmpty else { return }
    let (program, listener) = waiting.removeFirst()
    runningCount += 1
    if waiting.isEmpty { isShort = false }
    let bound = NIOLoopBound((self, listener), eventLoop: loop)
    queue.async { [loop] in
      let outcome = Self.outcome(ofRunning: program)
      loop.execute {
        let (runner, listener) = bound.value
        runner.runningCount -= 1
        listener(outcome)
        runner.startNext()
      }
    }
  }

  private static func outcome(ofRunning program: DetachedProgram) -> TellingOutcome {
    var program = program
    if let prepare = program.prepare, !prepare(&program) { return .ended(status: 0) }
    guard let path = program.words.first.flatMap({ ProgramPath.find($0) }) else {
      return .unknown("it isn't installed")
    }
    program.words[0] = path
    do {
      let (process, status) = try start(program)
      let deadline = SystemClocks.awake + timeLimit
      guard let bytes = status.readToEnd(byteLimit: 64, until: deadline) else {
        kill(-process, SIGKILL)
        return .overdue(timeLimit)
      }
      let word = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
      return Int32(word).map { .ended(status: $0) } ?? .unknown("it was killed")
    } catch {
      return .unknown("\(error)")
    }
  }

  /// The process, and where its status comes: the hub's children are nobody's to wait for.
  private static func start(
    _ program: DetachedProgram
  ) throws(SystemError) -> (process: CInt, status: OwnedDescriptor) {
    let names = program.variables.keys.map { Array("\($0)=".utf8) }
    let inherited = OwnProcess.environment.filter { entry in
      !names.contains { entry.bytes.starts(with: $0) }
    }
    let script = #""$@" 3>&-; echo $? >&3"#
    var request = SpawnRequest(
      path: "/bin/sh", arguments: (["sh", "-c", script, "sh"] + program.words).map { RawText($0) },
      environment: inherited + program.variables.map { RawText("\($0)=\($1)") })
    request.startsSession = true
    request.defaultSignals = .all
    request.streams = .null
    let pipe = try DescriptorPair.pipe()
    request.duplicates = [(source: pipe.second.raw, target: 3)]
    for (index, descriptor) in program.descriptors.enumerated() {
      request.duplicates.append((descriptor.raw, DetachedProgram.firstDescriptor + CInt(index)))
    }
    return (try request.spawn(), pipe.first)
  }
}
