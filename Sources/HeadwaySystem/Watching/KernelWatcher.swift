import CHeadwaySystem
import Glibc
import SystemPackage

/// Waits for exits and for changes of directories, on one thread that sleeps until the kernel
/// speaks (epoll(7)). Thread-safe.
package final class KernelWatcher: Sendable {
  /// What happened: the process or the directory that was watched under a token.
  package typealias Handler = @Sendable (_ token: UInt64) -> Void

  private let epoll: CInt
  private let stopper: CInt
  private let handler: Handler

  private static let eventCapacity = 64
  /// Nobody's but the stopper's.
  private static let stopToken = UInt64.max

  /// `handler` is called on the watcher's thread.
  package init(handler: @escaping Handler) throws(SystemError) {
    let epoll = headway_epoll_make()
    guard epoll >= 0 else { throw SystemError("epoll_create1") }
    let stopper = headway_eventfd_make()
    guard stopper >= 0, headway_epoll_add(epoll, stopper, Self.stopToken, 0) == 0 else {
      let error = SystemError("eventfd")
      close(epoll)
      if stopper >= 0 { close(stopper) }
      throw error
    }
    (self.epoll, self.stopper, self.handler) = (epoll, stopper, handler)
  }

  deinit {
    close(stopper)
    close(epoll)
  }

  /// Waits until `stop`: give it a thread of its own.
  package func run() {
    var tokens = [UInt64](repeating: 0, count: Self.eventCapacity)
    while true {
      let count = headway_epoll_wait(epoll, &tokens, CInt(tokens.count))
      guard count >= 0 else { return }
      for token in tokens[..<Int(count)] {
        guard token != Self.stopToken else { return }
        handler(token)
      }
    }
  }

  /// Ends `run`. What was watched is still to be forgotten.
  package func stop() {
    var one: UInt64 = 1
    write(stopper, &one, MemoryLayout.size(ofValue: one))
  }

  /// Tells once when `pid` has exited. The descriptor is to be handed to `forget`. Fails with
  /// `.noSuchProcess` when there is none.
  package func watchExit(of pid: Int32, token: UInt64) throws(SystemError) -> CInt {
    let descriptor = headway_pidfd_open(pid)
    guard descriptor >= 0 else { throw SystemError("pidfd_open \(pid)") }
    try add(descriptor, token: token, once: true)
    return descriptor
  }

  /// Tells whenever a name appears in or vanishes from the directory `path`: once for each change,
  /// not for as long as it isn't drained, or a busy reader would be told thousands of times.
  package func watchNames(in path: String, token: UInt64) throws(SystemError) -> CInt {
    let descriptor = headway_inotify_make()
    guard descriptor >= 0 else { throw SystemError("inotify_init1") }
    guard headway_inotify_watch_names(descriptor, path) >= 0 else {
      let error = SystemError("watch \(path)")
      close(descriptor)
      throw error
    }
    try add(descriptor, token: token, once: false)
    return descriptor
  }

  /// Reads what a name watch has pending, so that it can tell again. False when an earlier call has
  /// read it all.
  package func drain(_ descriptor: CInt) -> Bool { headway_inotify_drain(descriptor) != 0 }

  /// Tells whenever there is more of `news`, whose descriptor stays its own.
  package func watch(_ news: any KernelNews, token: UInt64) throws(SystemError) {
    try SystemError.check(
      "epoll_ctl",
      news.isUrgent
        ? headway_epoll_add_urgent(epoll, news.descriptor, token)
        : headway_epoll_add(epoll, news.descriptor, token, 0))
  }

  /// To be called before `descriptor` is closed.
  package func unwatch(_ descriptor: CInt) { _ = headway_epoll_remove(epoll, descriptor) }

  package func forget(_ descriptor: CInt) {
    _ = headway_epoll_remove(epoll, descriptor)
    close(descriptor)
  }

  private func add(_ descriptor: CInt, token: UInt64, once: Bool) throws(SystemError) {
    guard headway_epoll_add(epoll, descriptor, token, once ? 1 : 0) == 0 else {
      let error = SystemError("epoll_ctl")
      close(descriptor)
      throw error
    }
  }
}
