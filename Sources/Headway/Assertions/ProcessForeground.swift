/// Whether this process is in the foreground of its terminal, as UIKit asks of a program; without a
/// terminal, and under a supervisor that has none, it is in the background.
package enum ProcessForeground {
  package static var isOurs: Bool { Reporter.current().assertions.isForeground }

  /// Calls `observer`, on a thread of its own, whenever that changes; from then on it is looked at
  /// four times a second. Returns whether it is there now.
  package static func observe(_ observer: @escaping @Sendable (Bool) -> Void) -> Bool {
    Reporter.current().assertions.observe(observer)
  }
}
