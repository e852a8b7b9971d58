/// A descriptor through which the kernel reports a change of the machine, so that nobody has to
/// poll.
///
/// `KernelWatcher` waits for all news on one thread.
package protocol KernelNews: AnyObject, Sendable {
  /// The descriptor to wait for.
  var descriptor: CInt { get }

  /// Whether news arrives as an exceptional condition (POLLPRI of poll(2)) and not as input.
  var isUrgent: Bool { get }

  /// Discards the pending news without blocking. Returns whether any of it matters.
  func take() -> Bool
}

/// The usual kind of news.
extension KernelNews {
  package var isUrgent: Bool { false }
}
