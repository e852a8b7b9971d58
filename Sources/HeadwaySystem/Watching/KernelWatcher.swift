import CHeadwaySystem
import Glibc
import SystemPackage

/// A thread's wait for process exits, directory changes and kernel news (epoll(7)). Thread-safe.
///
/// ```swift
/// let watcher = try KernelWatcher { token in events.add(token) }
/// let pidfd = try watcher.watchExit(of: pid, token: 1)
/// // On a thread of its own:
/// watcher.run()
/// ```
package final class KernelWatcher: Sendable {
  /// The function that hears of each event. The token is the one under which the process or
  /// directory is watched.
  package typealias Handler = @Sendable (_ token: UInt64) -> Void

  private let epoll: CInt
  private let stopper: CInt
  private let handler: Handler

  private static let eventCapacity = 64
  /// The stopper's token, which no watch may use.
  private static let stopToken = UInt64.max

  /// Prepares the wait. `handler` is called on the thread of ``run()``.
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

  /// Waits for events until ``stop()``. Call it on a thread of its own.
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

  /// Ends ``run()``. Descriptors that are still watched must be forgotten by the caller.
  package func stop() {
    var one: UInt64 = 1
    write(stopper, &one, MemoryLayout.size(ofValue: one))
  }

  /// Watches a process and reports its exit once. Returns a descriptor to pass to ``forget(_:)``.
  /// Throws `.noSuchProcess` if the process doesn't exist.
  package func watchExit(of pid: Int32, token: UInt64) throws(SystemError) -> CInt {
    let descriptor = headway_pidfd_open(pid)
    guard descriptor >= 0 else { throw SystemError("pidfd_open \(pid)") }
    try add(descriptor, token: token, once: true)
    return descriptor
  }

  /// Watches the directory `path` and reports names that appear or vanish.
  ///
  /// Each change is reported once. Otherwise a slow reader would be called thousands of times
  /// before it drains the descriptor.
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

  /// Reads a name watch's pending events, so that it can report again. Returns false if an earlier
  /// call has read them all.
  package func drain(_ descriptor: CInt) -> Bool { headway_inotify_drain(descriptor) != 0 }

  /// Watches `news`, which keeps its own descriptor.
  package func watch(_ news: any KernelNews, token: UInt64) throws(SystemError) {
    try SystemError.check(
      "epoll_ctl",
      news.isUrgent
        ? headway_epoll_add_urgent(epoll, news.descriptor, token)
        : headway_epoll_add(epoll, news.descriptor, token, 0))
  }

  /// Ends the watch on `news`. Call it before `descriptor` is closed.
  package func unwatch(_ descriptor: CInt) { _ = headway_epoll_remove(epoll, descriptor) }

  /// Ends a watch on a process or directory, and closes its descriptor.
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
