import Glibc

/// Starts threads that nobody joins; see pthread_create(3).
///
/// All signals are blocked in such a thread, so that the kernel delivers the program's signals to
/// the program's own threads.
package enum DetachedThread {
  /// Runs `body` on a new thread. Returns false if the system has no thread left.
  @discardableResult
  package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let start = Unmanaged.passRetained(Start(body))
    var thread = pthread_t()
    guard pthread_create(&thread, nil, runDetached, start.toOpaque()) == 0 else {
      start.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// The closure's box, retained while it passes through pthread_create(3) as a raw pointer.
  fileprivate final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// The start routine of pthread_create(3).
private func runDetached(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument {
    Unmanaged<DetachedThread.Start>.fromOpaque(argument).takeRetainedValue().body()
  }
  return nil
}
