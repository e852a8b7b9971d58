import Glibc
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore

/// Passes the kernel's reports on to the engine: exits of workers, changes of directories, routes,
/// power and clock, and memory pressure. Confined to the event loop, except the thread that waits
/// for the kernel.
final class SystemWatcher {
  enum News: Hashable, Sendable {
    case exited(TaskKey)
    case spoolChanged
    case socketDirectoryChanged
    case routesChanged
    case powerChanged
    case wallClockSet
    case memoryPressed
  }

  private let kernel: KernelWatcher
  private let relay: TokenRelay
  private let bootID = Boot.id
  private let loop: any EventLoop
  private let logger: Logger
  private let handler: (News) -> Void
  let exits: ExitWatcher
  private var subjects: [UInt64: Subject] = [:]
  /// The timers for directories that the kernel can't watch, because descriptors or inotify(7)
  /// instances are used up.
  private var looks: [News: RepeatedTask] = [:]

  private struct Subject {
    var news: News
    var descriptor: CInt
    /// The source of the descriptor, if the descriptor isn't the subject's own.
    var source: (any KernelNews)?
  }

  /// The time between two looks at a directory that the kernel doesn't watch.
  private static let lookPause: TimeAmount = .seconds(2)
  /// The time between two looks at a directory on a network file system. The kernel reports what
  /// this machine changes there, and nothing of what another machine does.
  private static let networkLookPause: TimeAmount = .seconds(30)

  /// Makes a watcher and starts its thread.
  ///
  /// - Parameter descriptorLimit: returns the number of descriptors that this process may have.
  init(
    loop: any EventLoop, logger: Logger,
    descriptorLimit: @escaping () -> Int = SystemWatcher.softLimit,
    handler: @escaping (News) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.logger = logger
    self.handler = handler
    let relay = TokenRelay(loop: loop)
    self.relay = relay
    let kernel = try KernelWatcher { token in relay.pass(token) }
    self.kernel = kernel
    exits = ExitWatcher(
      kernel: kernel, relay: relay, bootID: bootID, loop: loop, logger: logger,
      descriptorLimit: descriptorLimit
    ) { handler(.exited($0)) }
    relay.attach(self)
    guard DetachedThread.run({ kernel.run() }) else {
      throw SystemError("pthread_create", code: EAGAIN)
    }
  }

  func identity(of pid: Int32) -> ProcessIdentity? {
    ProcessStat(process: pid).map {
      ProcessIdentity(pid: pid, startTime: $0.startTime, bootID: bootID)
    }
  }

  /// Returns the soft limit of descriptors (getrlimit(2)); the greatest number if the kernel
  /// doesn't say.
  static func softLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }

  /// Reports `exited` when `process` is gone. If it is gone already, the loop reports it soon.
  /// After `unwatch`, nothing is reported, even for an exit before.
  func watchExit(of process: ProcessIdentity, for key: TaskKey) { exits.watch(process, for: key) }

  func unwatch(_ key: TaskKey) { exits.unwatch(key) }

  /// Reports `news` whenever names in the directory `path` change. If the kernel can't watch the
  /// directory, `news` is reported every two seconds: inotify(7) has a small limit for all programs
  /// of a user. On a network file system `news` is reported every 30 s as well.
  func watchNames(in path: String, as news: News) {
    let token = relay.nextToken()
    do {
      let descriptor = try kernel.watchNames(in: path, token: token)
      subjects[token] = Subject(news: news, descriptor: descriptor)
      if FileSystemKind.networkName(of: path) != nil {
        look(for: news, every: Self.networkLookPause) { $0.handler(news) }
      }
    } catch {
      logger.warning("the hub checks \(path) every 2 s: \(error)")
      look(for: news, every: Self.lookPause) { $0.handler(news) }
    }
  }

  func watch(_ source: any KernelNews, as news: News) throws(SystemError) {
    let token = relay.nextToken()
    try kernel.watch(source, token: token)
    subjects[token] = Subject(news: news, descriptor: source.descriptor, source: source)
  }

  /// Ends the watches that report `news`. A watched directory may be gone by now.
  func unwatch(as news: News) {
    looks.removeValue(forKey: news)?.cancel()
    for (token, subject) in subjects where subject.news == news {
      subjects[token] = nil
      release(subject)
    }
  }

  private func release(_ subject: Subject) {
    let descriptor = subject.descriptor
    if subject.source == nil { kernel.forget(descriptor) } else { kernel.unwatch(descriptor) }
  }

  /// Calls `body` again and again, in place of a watch that the kernel refuses or beside it.
  private func look(
    for news: News, every pause: TimeAmount, _ body: @escaping (SystemWatcher) -> Void
  ) {
    let bound = NIOLoopBound((relay, body), eventLoop: loop)
    looks[news] = loop.scheduleRepeatedTask(
      initialDelay: pause, delay: pause
    ) { _ in
      let (relay, body) = bound.value
      relay.attached.map(body)
    }
  }

  func kill(_ process: ProcessIdentity) {
    guard process.bootID == bootID, let stat = ProcessStat(process: process.pid),
      stat.startTime == process.startTime
    else { return }
    Signalling.send(SIGKILL, to: stat)
  }

  /// Ends all watches and the thread. Nothing is reported any more.
  func close() {
    relay.attach(nil)
    looks.values.forEach { $0.cancel() }
    looks = [:]
    subjects.values.forEach(release)
    subjects = [:]
    exits.close()
    kernel.stop()
  }

  fileprivate func receive(_ token: UInt64) {
    if exits.receive(token) { return }
    guard let subject = subjects[token] else { return }
    switch subject.news {
    case .exited: return
    case .spoolChanged, .socketDirectoryChanged:
      guard kernel.drain(subject.descriptor) else { return }
    case .routesChanged, .powerChanged, .wallClockSet, .memoryPressed:
      guard subject.source?.drain() == true else { return }
    }
    handler(subject.news)
  }
}

/// Makes tokens for watches, and carries them from the waiting thread to the loop.
final class TokenRelay: Sendable {
  private let loop: any EventLoop
  private let watcher: NIOLoopBoundBox<SystemWatcher?>
  private let lastToken: NIOLoopBoundBox<UInt64>

  init(loop: any EventLoop) {
    self.loop = loop
    watcher = NIOLoopBoundBox(nil, eventLoop: loop)
    lastToken = NIOLoopBoundBox(0, eventLoop: loop)
  }

  /// Returns a token that nothing else has. Only for use on the loop.
  func nextToken() -> UInt64 {
    lastToken.value &+= 1
    return lastToken.value
  }

  /// The watcher, for use on the loop; nil once it is closed.
  var attached: SystemWatcher? { watcher.value }

  func attach(_ watcher: SystemWatcher?) { self.watcher.value = watcher }

  /// Makes the loop report the news that `token` stands for.
  func pass(_ token: UInt64) {
    loop.execute { [watcher] in watcher.value?.receive(token) }
  }
}
