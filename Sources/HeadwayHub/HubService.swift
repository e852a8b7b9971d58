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

  private static let heardSignals = SignalSet([SIGTERM, SIGINT, SIGHUP])

  /// Blocks the calling thread, which must be the first: threads inherit its signal mask.
  func run() throws {
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
    while true {
      let signal = wait(for: signals)
      if isStopped.load(ordering: .acquiring) { break }
      if signal.number == SIGHUP {
        server.reload()
      } else {
        server.requestStop(reason: "shutting down")
      }
    }
    try server.leave().wait()
    note.ends()
  }

  private func wait(for signals: SignalQueue) -> ReceivedSignal {
    var poller = Poller()
    while true {
      poller.begin()
      poller.watch(signals.raw, .readable)
      poller.wait(until: nil)
      if let signal = signals.next() { return signal }
    }
  }
}
