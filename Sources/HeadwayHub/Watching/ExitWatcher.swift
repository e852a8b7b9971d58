import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore
import SystemPackage

/// Tells when processes exit. A process costs one descriptor, however many tasks it reports for.
///
/// Descriptors are kept in reserve for clients. A process for which none is left is looked at by
/// the clock, until one is free again. Confined to the event loop.
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
  /// Processes that the kernel doesn't watch.
  private var unwatched: Set<ProcessIdentity> = []
  /// The processes that this round of looks hasn't looked at yet.
  private var round: ArraySlice<ProcessIdentity> = []
  private var nextLook: Scheduled<Void>?
  /// Said in the log.
  private var isShort = false

  private struct Watch {
    let token: UInt64
    /// The pidfd; nil for a process that is gone.
    let descriptor: CInt?
  }

  /// The number of tasks of one process that are told at once. Clients get their turn in between.
  private static let tellCount = 100
  private static let tellPause: TimeAmount = .milliseconds(1)
  /// The number of processes that are looked at in one go, which takes about 4 ms.
  private static let lookCount = 200
  private static let shortestLookPause: Duration = .milliseconds(100)
  /// The time in which all are looked at, unless there are thousands.
  private static let roundTime: Duration = .seconds(2)

  /// `handler` hears of each task that an exit concerns.
  init(
    kernel: KernelWatcher, relay: TokenRelay, bootID: String, loop: any EventLoop, logger: Logger,
    descriptorLimit: @escaping () -> Int, handler: @escaping (TaskKey) -> Void
  ) {
    (self.kernel, self.relay, self.bootID) = (kernel, relay, bootID)
    (self.loop, self.logger) = (loop, logger)
    (self.descriptorLimit, self.handler) = (descriptorLimit, handler)
  }

  /// Tells of `key` when `process` is gone; from the loop, soon, if it already is. Tells nothing
  /// after `unwatch`, not even what is under way.
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

  /// Whether `token` was one of a process; then its tasks are told.
  func receive(_ token: UInt64) -> Bool {
    guard let process = processes[token] else { return false }
    close(process)
    tell(process)
    return true
  }

  /// Watches nothing any more, and tells nothing.
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

  /// Tells the tasks of a process one after the other: the news for one may end the interest in
  /// another.
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

  /// A zombie isn't alive. Without a descriptor left to look with, any process of that number is.
  private func isAlive(_ process: ProcessIdentity) -> Bool {
    guard process.bootID == bootID else { return false }
    guard let stat = ProcessStat(process: process.pid) else {
      return Glibc.kill(process.pid, 0) == 0
    }
    return stat.startTime == process.startTime && !stat.isZombie
  }
}
