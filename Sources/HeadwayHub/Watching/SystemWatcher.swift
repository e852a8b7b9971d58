import Foundation
import Glibc
import HeadwayCore
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
  private var subjects: [UInt64: Subject] = [:]
  /// What the kernel doesn't watch, for want of descriptors or inotify(7) instances.
  private var looks: [News: RepeatedTask] = [:]
  private var tokensByTask: [TaskKey: UInt64] = [:]
  private var lastToken: UInt64 = 0

  private struct Subject {
    var news: News
    /// Nil for what is over already, and only to be told.
    var descriptor: CInt?
    /// What the descriptor belongs to, where it isn't the subject's own.
    var source: (any KernelNews)?
  }

  /// Between two looks at what the kernel doesn't watch.
  private static let lookPause: TimeAmount = .seconds(2)

  init(
    loop: any EventLoop, logger: Logger, handler: @escaping (News) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.logger = logger
    self.handler = handler
    let relay = TokenRelay(loop: loop)
    self.relay = relay
    kernel = try KernelWatcher { token in relay.pass(token) }
    relay.attach(self)
    let kernel = self.kernel
    Thread.detachNewThread { kernel.run() }
  }

  func identity(of pid: Int32) -> ProcessIdentity? {
    ProcessStat(process: pid).map {
      ProcessIdentity(pid: pid, startTime: $0.startTime, bootID: bootID)
    }
  }

  /// Tells `exited` when `process` is gone; at once, from the loop, if it already is. Nothing after
  /// `unwatch`, not even what is under way.
  func watchExit(of process: ProcessIdentity, for key: TaskKey) {
    unwatch(key)
    let token = nextToken()
    do {
      note(key, token, try kernel.watchExit(of: process.pid, token: token))
      if !isAlive(process) { relay.pass(token) }
    } catch {
      guard isAlive(process) else {
        note(key, token, nil)
        return relay.pass(token)
      }
      look(for: .exited(key), "process \(process.pid)", because: error) { watcher in
        guard !watcher.isAlive(process) else { return }
        watcher.unwatch(key)
        watcher.handler(.exited(key))
      }
    }
  }

  private func note(_ key: TaskKey, _ token: UInt64, _ descriptor: CInt?) {
    subjects[token] = Subject(news: .exited(key), descriptor: descriptor)
    tokensByTask[key] = token
  }

  func unwatch(_ key: TaskKey) {
    looks.removeValue(forKey: .exited(key))?.cancel()
    guard let token = tokensByTask.removeValue(forKey: key) else { return }
    if let descriptor = subjects.removeValue(forKey: token)?.descriptor {
      kernel.forget(descriptor)
    }
  }

  /// Tells `news` whenever names in the directory `path` change; every two seconds where the kernel
  /// can't watch it: inotify(7) has a small limit for all programs of a user.
  func watchNames(in path: String, as news: News) {
    let token = nextToken()
    do {
      let descriptor = try kernel.watchNames(in: path, token: token)
      subjects[token] = Subject(news: news, descriptor: descriptor)
    } catch {
      look(for: news, path, because: error) { $0.handler(news) }
    }
  }

  func watch(_ source: any KernelNews, as news: News) throws(SystemError) {
    let token = nextToken()
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
    guard let descriptor = subject.descriptor else { return }
    if subject.source == nil { kernel.forget(descriptor) } else { kernel.unwatch(descriptor) }
  }

  /// What the kernel can't tell is looked at now and then.
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

  /// A zombie isn't. Without a descriptor left to look with, any process of that number is.
  private func isAlive(_ process: ProcessIdentity) -> Bool {
    guard process.bootID == bootID else { return false }
    guard let stat = ProcessStat(process: process.pid) else {
      return Glibc.kill(process.pid, 0) == 0
    }
    return stat.startTime == process.startTime && !stat.isZombie
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
    (subjects, tokensByTask) = ([:], [:])
    kernel.stop()
  }

  fileprivate func take(_ token: UInt64) {
    guard let subject = subjects[token] else { return }
    switch subject.news {
    case .exited(let key): unwatch(key)
    case .spoolChanged, .socketDirectoryChanged:
      guard let descriptor = subject.descriptor, kernel.drain(descriptor) else { return }
    case .routesChanged, .powerChanged, .wallClockSet, .memoryPressed:
      guard subject.source?.take() == true else { return }
    }
    handler(subject.news)
  }

  private func nextToken() -> UInt64 {
    lastToken &+= 1
    return lastToken
  }
}

/// Carries tokens from the waiting thread to the loop.
private final class TokenRelay: Sendable {
  private let loop: any EventLoop
  private let watcher: NIOLoopBoundBox<SystemWatcher?>

  init(loop: any EventLoop) {
    self.loop = loop
    watcher = NIOLoopBoundBox(nil, eventLoop: loop)
  }

  /// To be used on the loop; nil once the watcher is closed.
  var attached: SystemWatcher? { watcher.value }

  func attach(_ watcher: SystemWatcher?) { self.watcher.value = watcher }

  func pass(_ token: UInt64) {
    loop.execute { [watcher] in watcher.value?.take(token) }
  }
}
