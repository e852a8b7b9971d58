import Dispatch
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore
import NIOPosix
import Synchronization
import TestClocks
import TestSupport
import Testing

@testable import HeadwayHub

@Suite("Hooks beyond what can wait") struct NotifierTests {
  @Test("the log says so at first and at the end, with the number; the failure says how many")
  func dropped() throws {
    let hook = try #require(Self.hook())
    let loop = HubBed.group.next()
    let (gate, lines) = (DispatchSemaphore(value: 0), LogLines())
    let notifier = try loop.submit {
      NIOLoopBound(
        Self.notifier(on: loop, lines) {
          gate.wait()
          gate.signal()
        }, eventLoop: loop)
    }.wait()
    let failure = try loop.submit {
      // Four run, ten wait.
      for _ in 0..<20 { notifier.value.run(hook) }
      return notifier.value.lastFailure
    }.wait()
    #expect(failure?.hasPrefix("6 hooks of [tell] were dropped because too many waited") == true)
    #expect(lines.all.count == 1 && lines.all.first?.hasPrefix("too many commands") == true)
    gate.signal()
    try eventually("nothing waits") { try !loop.submit { notifier.value.hasWaiting }.wait() }
    let end = "6 hooks of [tell] were dropped because too many waited; all others have started"
    #expect(lines.all.dropFirst() == [end])
    let later = try loop.submit {
      notifier.value.forgetFailures()
      return notifier.value.lastFailure
    }.wait()
    #expect(later == nil)
    // What still runs reports to the teller.
    try eventually("nothing runs") { lines.finished == 14 }
    try loop.submit { _ = notifier.value }.wait()
  }

  private static func notifier(
    on loop: any EventLoop, _ lines: LogLines, _ pause: @escaping @Sendable () -> Void
  ) -> Notifier {
    let paths = HeadwayPaths(socket: "/none/hub.sock", stateDirectory: "/none")
    return Notifier(paths: paths, logger: Logger(label: "test") { _ in lines }, queueChanged: {}) {
      DetachedRunner(
        loop: loop, limits: .init(count: 10),
        perform: { _ in
          pause()
          lines.noteFinished()
          return .ended(status: 0)
        }, handle: $0)
    }
  }

  /// One that a hub has run for a task that failed.
  private static func hook() -> HookCommand? {
    var settings = HubSettings()
    settings.telling.onFinish = "true"
    var state = HubState(settings: settings)
    let now = Moment(
      awake: .seconds(1000), running: .seconds(1000),
      wall: WallTime(millisecondsSinceEpoch: 1_700_000_000_000))
    let step = Submission(TaskDescription(key: .a, title: "step"), LaunchTerms())
    let requester = Requester(connection: ConnectionID(1), request: nil)
    let peer = ConnectionPeer(
      process: ProcessIdentity(pid: 1, startTime: 1, bootID: ""), isSupervisor: false)
    _ = state.handle(.connectionOpened(ConnectionID(1), peer), at: now)
    _ = state.handle(.taskSubmitted(step, requester), at: now)
    _ = state.handle(.submissionRecorded(.a), at: now)
    for effect in state.handle(.launchFailed(.a, launch: 1, "no such program"), at: now) {
      guard case .confirm(_, let followers) = effect else { continue }
      for case .runHook(let hook) in followers { return hook }
    }
    return nil
  }
}

/// Keeps what is logged.
private final class LogLines: LogHandler, Sendable {
  private let lines = Mutex<[String]>([])
  private let finishedCount = Mutex(0)

  var all: [String] { lines.withLock { $0 } }
  var finished: Int { finishedCount.withLock { $0 } }

  func noteFinished() { finishedCount.withLock { $0 += 1 } }

  func log(event: LogEvent) { lines.withLock { $0.append("\(event.message)") } }

  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }
  subscript(metadataKey _: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }
}
