import Dispatch
import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import NIOCore

/// Runs programs that inherit only the environment of this process. At most `runningLimit` programs
/// run at a time, each for at most a minute, and the others wait in the order in which they came.
/// Confined to the event loop; blocking work is done off it.
final class DetachedRunner {
  /// Called with the outcome of a program.
  typealias Listener = (TellingOutcome) -> Void
  typealias Waiting = WaitingPrograms<(program: DetachedProgram, listener: Listener)>
  /// Runs one program to its end, on a thread that may block.
  typealias Performer = @Sendable (DetachedProgram) -> TellingOutcome

  private let loop: any EventLoop
  private let queue = DispatchQueue(label: "headway.hooks", attributes: .concurrent)
  private let runningLimit: Int
  private let perform: Performer
  private let handle: (News) -> Void
  private var waiting: Waiting
  private var runningCount = 0

  enum News: Hashable {
    /// Programs were dropped, because too many wait.
    case dropped(DroppedCommands)
    /// A program began to wait, and none waited before.
    case queued
    /// No program waits any more.
    case drained
  }

  private static let timeLimit: Duration = .seconds(60)

  init(
    loop: any EventLoop, runningLimit: Int = 4, limits: Waiting.Limits = Waiting.Limits(),
    perform: @escaping Performer = DetachedRunner.outcome(ofRunning:),
    handle: @escaping (News) -> Void
  ) {
    self.loop = loop
    self.runningLimit = runningLimit
    self.perform = perform
    self.handle = handle
    waiting = Waiting(limits: limits)
  }

  /// The number of programs that wait for their turn.
  var waitingCount: Int { waiting.count }

  func run(_ program: DetachedProgram, as rank: Waiting.Rank, then listener: @escaping Listener) {
    guard runningCount >= runningLimit else { return start(program, then: listener) }
    let wasEmpty = waiting.isEmpty
    let dropped = waiting.append((program, listener), as: rank, bytes: program.byteCount)
    if !dropped.isEmpty { handle(.dropped(dropped)) }
    if wasEmpty, !waiting.isEmpty { handle(.queued) }
  }

  private func startNext() {
    guard let (program, listener) = waiting.popFirst() else { return }
    start(program, then: listener)
    if waiting.isEmpty { handle(.drained) }
  }

  private func start(_ program: DetachedProgram, then listener: @escaping Listener) {
    runningCount += 1
    let bound = NIOLoopBound((self, listener), eventLoop: loop)
    queue.async { [loop, perform] in
      let outcome = perform(program)
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
      return .unknown(String(wire: "it isn't installed"))
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
      return Int32(word).map { .ended(status: $0) } ?? .unknown(String(wire: "it was killed"))
    } catch {
      return .unknown("\(error)")
    }
  }

  /// Starts a program under a shell.
  ///
  /// The hub ignores SIGCHLD, so it can't wait for the status of a child. The shell therefore
  /// writes the exit status to a pipe.
  ///
  /// - Returns: the process of the shell, and the reading end of the pipe.
  private static func start(
    _ program: DetachedProgram
  ) throws(SystemError) -> (process: CInt, status: OwnedDescriptor) {
    let script = #""$@" 3>&-; echo $? >&3"#
    var request = SpawnRequest(
      path: "/bin/sh", arguments: (["sh", "-c", script, "sh"] + program.words).map { RawText($0) },
      environment: program.environment)
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
