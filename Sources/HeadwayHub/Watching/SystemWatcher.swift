import Foundation
import Glibc
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore

/// The kernel's news for the engine: exits of workers, ends in the spool, the socket's directory.
/// Confined to the event loop, but for the thread that waits.
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
  /// The news that the kernel doesn't watch, for lack of descriptors or inotify(7) instances, with
  /// their clocks.
  private var looks: [News: RepeatedTask] = [:]

  private struct Subject {
    var news: News
    var descriptor: CInt
    /// The source of the descriptor, if the descriptor isn't the subject's own.
    var source: (any KernelNews)?
  }

  /// Between two looks at what the kernel doesn't watch.
  private static let lookPause: TimeAmount = .seconds(2)

  /// `descriptorLimit` is how many descriptors this process may have.
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
    Thread.detachNewThread { kernel.run() }
  }

  func identity(of pid: Int32) -> ProcessIdentity? {
    ProcessStat(process: pid).map {
      ProcessIdentity(pid: pid, startTime: $0.startTime, bootID: bootID)
    }
  }

  /// The soft limit of descriptors (getrlimit(2)); none at all where the kernel doesn't say.
  static func softLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }

  /// Tells `exited` when `process` is gone; soon, from the loop, if it already is. Tells nothing
  /// after `unwatch`, not even what is under way.
  func watchExit(of process: ProcessIdentity, for key: TaskKey) { exits.watch(process, for: key) }

  func unwatch(_ key: TaskKey) { exits.unwatch(key) }

  /// Tells `news` whenever names in the directory `path` change; every two seconds where the kernel
  /// can't watch it: inotify(7) has a small limit for all programs of a user.
  func watchNames(in path: String, as news: News) {
    let token = relay.nextToken()
    do {
      let descriptor = try kernel.watchNames(in: path, token: token)
      subjects[token] = Subject(news: news, descriptor: descriptor)
    } catch {
      look(for: news, path, because: error) { $0.handler(news) }
    }
  }

  func watch(_ source: any KernelNews, as news: News) throws(SystemError) {
    let token = relay.nextToken()
    try kernel.watch(source, token: token)
    subjects[token] = Subject(news: news, descriptor: source.descriptor, source: source)
  }

  /// Ends the watch of a directory, which may be gone, or of something else.
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

  /// Looks now and then for news that the kernel can't report.
  private func look(
    for news: News, _ what: String, because error: SystemError,
    _ body: @escaping (SystemWatcher) -> Void
  ) {
    logger.warning("\(what) is looked at every 2 s: \(error)")
    let bound = NIOLoopBound((relay, body), eventLoop: loop)
    looks[news] = loop.scheduleRepeatedTask(
      initialDelay: Self.lookPause, delay: Self.lookPause
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

  /// Watches nothing any more, and tells nothing.
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
      guard subject.source?.take() == true else { return }
    }
    handler(subject.news)
  }
}

/// Makes tokens, and carries them from the waiting thread to the loop.
final class TokenRelay: Sendable {
  private let loop: any EventLoop
  private let watcher: NIOLoopBoundBox<SystemWatcher?>
  private let lastToken: NIOLoopBoundBox<UInt64>

  init(loop: any EventLoop) {
    self.loop = loop
    watcher = NIOLoopBoundBox(nil, eventLoop: loop)
    lastToken = NIOLoopBoundBox(0, eventLoop: loop)
  }

  /// A token that nothing else has. To be used on the loop.
  func nextToken() -> UInt64 {
    lastToken.value &+= 1
    return lastToken.value
  }

  /// The watcher, for use on the loop; nil once it is closed.
  var attached: SystemWatcher? { watcher.value }

  func attach(_ watcher: SystemWatcher?) { self.watcher.value = watcher }

  /// Tells what `token` stands for, from the loop.
  func pass(_ token: UInt64) {
    loop.execute { [watcher] in watcher.value?.receive(token) }
  }
}
