/// A descriptor through which the kernel tells that something about the machine has changed, so that
/// nobody needs to look time and again.
package protocol KernelNews: AnyObject, Sendable {
  /// Readable when there is something to take.
  var descriptor: CInt { get }

  /// Told as what is out of the ordinary (POLLPRI of poll(2)), not as what can be read.
  var isUrgent: Bool { get }

  /// Takes all that was told so far; whether any of it is to the point. Doesn't block.
  func take() -> Bool
}

extension KernelNews {
  package var isUrgent: Bool { false }
}
