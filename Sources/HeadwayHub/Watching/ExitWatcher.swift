import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore
import SystemPackage

/// Watches for the exits of processes. A process costs one descriptor, however many tasks it
/// reports for.
///
/// The watcher leaves some descriptors for clients. A process for which none is left is checked
/// every two seconds, until a descriptor is free again. The watcher is confined to the event loop.
final class ExitWatcher {
  private let kernel: KernelWatcher
  private let relay: TokenRelay
  private let bootID: String
  private let loop: any EventLoop
  private let logger: Logger
  /// The soft limit of descriptors of this process (getrlimit(2)).
  private let descriptorLimit: () -> Int
  private let handler: (TaskKey) -> Void
  private var watches = ExitWatches()
  private var watched: [ProcessIdentity: Watch] = [:]
  private var processes: [UInt64: ProcessIdentity] = [:]
  /// The processes that are checked by the clock, because no descriptor is left for them.
  private var unwatched: Set<ProcessIdentity> = []
  /// The processes that this round of checks hasn't come to yet.
  private var round: ArraySlice<ProcessIdentity> = []
  private var nextLook: Scheduled<Void>?
  /// Whether the log says that processes are checked by the clock.
  private var isShort = false

  private struct Watch {
    let token: UInt64
    /// The pidfd; nil for a process that is gone.
    let descriptor: CInt?
  }

  /// The number of tasks of one process that the watcher reports in one go. Clients get their turn
  /// in between.
  private static let tellCount = 100
  private static let tellPause: TimeAmount = .milliseconds(1)
  /// The number of processes that are checked in one go, which takes about 4 ms.
  private static let lookCount = 200
  private static let shortestLookPause: Duration = .milliseconds(100)
  /// The time in which all processes are checked, unless there are thousands.
  private static let roundTime: Duration = .seconds(2)

  /// Makes a watcher.
  ///
  /// - Parameter handler: called with each task that an exit concerns.
  init(
    kernel: KernelWatcher, relay: TokenRelay, bootID: String, loop: any EventLoop, logger: Logger,
    descriptorLimit: @escaping () -> Int, handler: @escaping (TaskKey) -> Void
  ) {
    (self.kernel, self.relay, self.bootID) = (kernel, relay, bootID)
    (self.loop, self.logger) = (loop, logger)
    (self.descriptorLimit, self.handler) = (descriptorLimit, handler)
  }

  /// Calls the handler with `key` when `process` is gone. If it is gone already, the loop calls the
  /// handler soon. After `unwatch`, the handler isn't called, even for an exit before.
  func watch(_ process: ProcessIdentity, for key: TaskKey) {
    let change = watches.watch(process, for: key)
    if let closed = change.closed { close(closed) }
    guard let opened = change.opened else { return }
    do {
      try open(opened)
    } catch {
      guard isAlive(opened) else { return noteGone(opened) }
      look(at: opened, because: error)
    }
  }

  func unwatch(_ key: TaskKey) {
    if let closed = watches.unwatch(key) { close(closed) }
  }

  /// Reports the exit that `token` stands for.
  ///
  /// - Returns: whether the token belonged to a process.
  func receive(_ token: UInt64) -> Bool {
    guard let process = processes[token] else { return false }
    close(process)
    tell(process)
    return true
  }

  /// Ends all watches. The handler isn't called any more.
  func close() {
    nextLook?.cancel()
    nextLook = nil
    for watch in watched.values { watch.descriptor.map(kernel.forget) }
    (watches, watched, processes) = (ExitWatches(), [:], [:])
    (unwatched, round) = ([], [])
  }

  // MARK: - By the kernel

  private func open(_ process: ProcessIdentity) throws(SystemError) {
    let token = relay.nextToken()
    let descriptor = try kernel.watchExit(of: process.pid, token: token)
    guard DescriptorReserve(limit: descriptorLimit()).allows(descriptor) else {
      kernel.forget(descriptor)
      throw SystemError("keep the last descriptors for clients", .tooManyOpenFiles)
    }
    note(process, Watch(token: token, descriptor: descriptor))
    if !isAlive(process) { relay.pass(token) }
  }

  private func noteGone(_ process: ProcessIdentity) {
    let token = relay.nextToken()
    note(process, Watch(token: token, descriptor: nil))
    relay.pass(token)
  }

  private func note(_ process: ProcessIdentity, _ watch: Watch) {
    watched[process] = watch
    processes[watch.token] = process
  }

  private func close(_ process: ProcessIdentity) {
    unwatched.remove(process)
    guard let watch = watched.removeValue(forKey: process) else { return }
    processes[watch.token] = nil
    watch.descriptor.map(kernel.forget)
  }

  /// Reports the exit of a process for one task after the other. The handler may end the watch of a
  /// task that comes later.
  private func tell(_ process: ProcessIdentity) {
    for _ in 0..<Self.tellCount {
      guard let key = watches.takeKey(of: process) else { return }
      handler(key)
    }
    guard watches.isWatched(process) else { return }
    let relay = NIOLoopBound(relay, eventLoop: loop)
    loop.scheduleTask(in: Self.tellPause) { relay.value.attached?.exits.tell(process) }
  }

  // MARK: - By the clock

  private func look(at process: ProcessIdentity, because error: SystemError) {
    if !isShort {
      isShort = true
      logger.warning(
        """
        the kernel can't watch process \(process.pid) (\(error)); until it can, the hub looks at \
        unwatched processes every 2 s
        """)
    }
    unwatched.insert(process)
    if nextLook == nil { scheduleLook() }
  }

  private func scheduleLook() {
    let batches = (unwatched.count - 1) / Self.lookCount + 1
    let pause = max(Self.shortestLookPause, Self.roundTime / batches)
    let relay = NIOLoopBound(relay, eventLoop: loop)
    nextLook = loop.scheduleTask(in: TimeAmount(bounded: pause)) {
      relay.value.attached?.exits.look()
    }
  }

  private func look() {
    nextLook = nil
    if round.isEmpty { round = Array(unwatched)[...] }
    var mayOpen = true
    for process in round.prefix(Self.lookCount) where unwatched.contains(process) {
      guard isAlive(process) else {
        end(process)
        continue
      }
      if mayOpen, (try? open(process)) != nil {
        unwatched.remove(process)
      } else {
        mayOpen = false
      }
    }
    round = round.dropFirst(Self.lookCount)
    guard unwatched.isEmpty else {
      if nextLook == nil { scheduleLook() }
      return
    }
    (round, isShort) = ([], false)
    logger.notice("the kernel watches every process again")
  }

  private func end(_ process: ProcessIdentity) {
    close(process)
    tell(process)
  }

  /// Whether the process is alive. A zombie isn't. If no descriptor is left to read its start time,
  /// any process with the same number counts.
  private func isAlive(_ process: ProcessIdentity) -> Bool {
    guard process.bootID == bootID else { return false }
    guard let stat = ProcessStat(process: process.pid) else {
      return Glibc.kill(process.pid, 0) == 0
    }
    return stat.startTime == process.startTime && !stat.isZombie
  }
}
