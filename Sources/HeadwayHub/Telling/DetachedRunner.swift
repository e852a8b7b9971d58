import Dispatch
import Glibc
import HeadwayCore
import HeadwaySystem
import Logging
import NIOCore

/// A program that nobody waits for.
struct DetachedProgram: Sendable {
  /// The program, searched in PATH, and its arguments.
  var words: [String]
  /// Beside this process's environment.
  var variables: [String: String]

  init(_ words: [String], variables: [String: String] = [:]) {
    (self.words, self.variables) = (words, variables)
  }
}

/// Runs programs with nothing of this process but its environment, a few at a time, each for so long
/// at most. Confined to the event loop; what blocks is done off it.
final class DetachedRunner {
  private let loop: any EventLoop
  private let logger: Logger
  private let queue = DispatchQueue(label: "headway.hooks", attributes: .concurrent)
  private var waiting: [DetachedProgram] = []
  private var runningCount = 0
  private var isShort = false

  private static let runningLimit = 4
  private static let waitingLimit = 1000
  private static let timeLimit: Duration = .seconds(60)

  init(loop: any EventLoop, logger: Logger) {
    self.loop = loop
    self.logger = logger
  }

  func run(_ program: DetachedProgram) {
    guard waiting.count < Self.waitingLimit else {
      if !isShort { logger.warning("\(waiting.count) hooks wait already; others aren't run") }
      isShort = true
      return
    }
    waiting.append(program)
    startNext()
  }

  private func startNext() {
    guard runningCount < Self.runningLimit, !waiting.isEmpty else { return }
    let program = waiting.removeFirst()
    runningCount += 1
    if waiting.isEmpty { isShort = false }
    let runner = NIOLoopBound(self, eventLoop: loop)
    queue.async { [loop] in
      let problem = Self.problem(running: program)
      loop.execute { runner.value.finish(program, problem) }
    }
  }

  private func finish(_ program: DetachedProgram, _ problem: String?) {
    runningCount -= 1
    if let problem { logger.warning("\(program.words.first ?? ""): \(problem)") }
    startNext()
  }

  /// Why it couldn't be run to its end; nil where it was, however it ended.
  private static func problem(running program: DetachedProgram) -> String? {
    guard isInstalled(program.words.first ?? "") else { return "it isn't installed" }
    do {
      let process = try request(program).spawn()
      if ProcessExit.wait(for: process, within: timeLimit) { return nil }
      kill(-process, SIGKILL)
      return "stopped after \(timeLimit.spoken)"
    } catch {
      return "\(error)"
    }
  }

  /// In PATH (execvp(3)).
  private static func isInstalled(_ name: String) -> Bool {
    (ProcessEnvironment.variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
      .split(separator: ":").contains { RawText("\($0)/\(name)").isExecutable }
  }

  private static func request(_ program: DetachedProgram) -> SpawnRequest {
    let names = program.variables.keys.map { Array("\($0)=".utf8) }
    let inherited = OwnProcess.environment.filter { entry in
      !names.contains { entry.bytes.starts(with: $0) }
    }
    // The hub's own limit of descriptors is no program's business (select(2)).
    let limit = "ulimit -S -n \(HubPreparation.descriptorLimitAtStart); exec \"$@\""
    var request = SpawnRequest(
      path: "sh", arguments: (["sh", "-c", limit, "sh"] + program.words).map { RawText($0) },
      environment: inherited + program.variables.map { RawText("\($0)=\($1)") })
    request.startsSession = true
    request.defaultSignals = .all
    request.streams = .null
    return request
  }
}
