import Foundation
import HeadwayCore
import HeadwaySystem
import NIOCore

/// The kernel's news for the engine: exits of workers, ends in the spool, the socket's directory.
/// Confined to the event loop, but for the thread that waits.
final class SystemWatcher {
  enum News: Hashable, Sendable {
    case exited(TaskKey)
    case spoolChanged
    case socketDirectoryChanged
  }

  private let kernel: KernelWatcher
  private let bootID = Boot.id
  private let loop: any EventLoop
  private let handler: (News) -> Void
  private var subjects: [UInt64: Subject] = [:]
  private var tokensByTask: [TaskKey: UInt64] = [:]
  private var lastToken: UInt64 = 0

  private struct Subject {
    var news: News
    var descriptor: CInt
  }

  init(loop: any EventLoop, handler: @escaping (News) -> Void) throws(SystemError) {
    self.loop = loop
    self.handler = handler
    let relay = TokenRelay(loop: loop)
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

  /// Tells `exited` when `process` is gone; at once, from the loop, if it already is.
  func watchExit(of process: ProcessIdentity, for key: TaskKey) {
    unwatch(key)
    let token = nextToken()
    guard process.bootID == bootID,
      let descriptor = try? kernel.watchExit(of: process.pid, token: token)
    else { return tellGone(key) }
    guard ProcessStat(process: process.pid)?.startTime == process.startTime else {
      kernel.forget(descriptor)
      return tellGone(key)
    }
    subjects[token] = Subject(news: .exited(key), descriptor: descriptor)
    tokensByTask[key] = token
  }

  func unwatch(_ key: TaskKey) {
    guard let token = tokensByTask.removeValue(forKey: key) else { return }
    if let subject = subjects.removeValue(forKey: token) { kernel.forget(subject.descriptor) }
  }

  func watchNames(in path: String, as news: News) throws(SystemError) {
    let token = nextToken()
    let descriptor = try kernel.watchNames(in: path, token: token)
    subjects[token] = Subject(news: news, descriptor: descriptor)
  }

  /// Ends the watch of a directory, which may be gone.
  func unwatchNames(as news: News) {
    for (token, subject) in subjects where subject.news == news {
      subjects[token] = nil
      kernel.forget(subject.descriptor)
    }
  }

  func kill(_ process: ProcessIdentity) {
    guard process.bootID == bootID, let stat = ProcessStat(process: process.pid),
      stat.startTime == process.startTime
    else { return }
    Signalling.send(SIGKILL, to: stat)
  }

  fileprivate func take(_ token: UInt64) {
    guard let subject = subjects[token] else { return }
    switch subject.news {
    case .exited(let key): unwatch(key)
    case .spoolChanged, .socketDirectoryChanged:
      guard kernel.drain(subject.descriptor) else { return }
    }
    handler(subject.news)
  }

  private func tellGone(_ key: TaskKey) {
    let watcher = NIOLoopBound(self, eventLoop: loop)
    loop.execute { watcher.value.handler(.exited(key)) }
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

  func attach(_ watcher: SystemWatcher) { self.watcher.value = watcher }

  func pass(_ token: UInt64) {
    loop.execute { [watcher] in watcher.value?.take(token) }
  }
}
