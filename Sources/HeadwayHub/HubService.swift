import Glibc
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore
import NIOPosix
import Synchronization
import SystemPackage

/// The hub's life: opens the record and the socket, serves until told to stop, says goodbye.
///
/// Nothing in it runs on Swift's task pool: libdispatch, which is under that, wakes the process
/// every second for as long as it lives (`_dispatch_workq_monitor_pools`).
struct HubService {
  let paths: HeadwayPaths
  let settings: HubEngineSettings
  /// The socket that the service manager passed on. Nil if the hub binds its own socket.
  let activated: SystemPackage.FileDescriptor?
  let logger: Logger
  let note: HubNote
  /// The function that is called once, when clients can connect.
  let afterListening: () -> Void

  /// The reason for which a hub leaves that another program follows.
  private static let succession = "another version was installed in its place"
  private static let heardSignals = SignalSet([SIGTERM, SIGINT, SIGHUP])

  /// Blocks the calling thread, which must be the first: threads inherit its signal mask.
  ///
  /// - Returns: the path of the program that is to go on in place of this one; nil if the hub ends.
  func run() throws -> String? {
    let signals = try SignalQueue(
      blocking: Self.heardSignals, queued: Self.heardSignals)
    let ticks = LoopTicks()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1, metricsDelegate: ticks)
    let server = HubServer(
      group: group, ticks: ticks, paths: paths, settings: settings, activated: activated,
      logger: logger, note: note)
    do {
      try server.start().wait()
    } catch {
      server.giveUp(error)
      throw error
    }
    afterListening()
    let isStopped = Atomic<Bool>(false)
    // A hub that leaves wakes this thread as a signal does.
    server.stopped.whenComplete { _ in
      isStopped.store(true, ordering: .releasing)
      kill(getpid(), SIGTERM)
    }
    var program = ProgramWatch()
    var successor: String?
    while true {
      guard let signal = wait(for: signals, program, &successor) else {
        // A hub that is leaving for another reason leaves for good.
        guard !isStopped.load(ordering: .acquiring) else { break }
        server.requestStop(reason: Self.succession)
        continue
      }
      if isStopped.load(ordering: .acquiring) { break }
      if signal.number == SIGHUP {
        server.reload()
      } else {
        (program, successor) = (nil, nil)
        server.requestStop(reason: "shutting down")
      }
    }
    try server.leave().wait()
    note.ends()
    let reason = try server.stopped.wait()
    return reason == Self.succession ? successor : nil
  }

  /// Waits for a signal. Returns nil once another program is to go on, whose path is stored in
  /// `successor`.
  private func wait(
    for signals: SignalQueue, _ program: ProgramWatch?, _ successor: inout String?
  ) -> ReceivedSignal? {
    var poller = Poller()
    while true {
      poller.begin()
      poller.watch(signals.raw, .readable)
      if let descriptor = program?.descriptor, successor == nil {
        poller.watch(descriptor, .readable)
      }
      poller.wait(until: successor == nil ? program?.due : nil)
      if let signal = signals.next() { return signal }
      guard let program, successor == nil else { continue }
      if let descriptor = program.descriptor, poller.readiness(of: descriptor).isAny {
        program.noteChanges(at: SystemClocks.awake)
      }
      successor = program.takeSuccessor(at: SystemClocks.awake)
      if successor != nil { return nil }
    }
  }
}
