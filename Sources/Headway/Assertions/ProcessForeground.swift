/// The process's place relative to its terminal, in the terms that UIKit asks a program for.
///
/// The process counts as in the background if it has no terminal, if another process group has the
/// terminal's foreground, or if the supervisor around it has no terminal attached. The UIKit
/// product builds `UIApplication.applicationState` on this type.
package enum ProcessForeground {
  /// Whether this process is in the foreground of its terminal now. Callable from any thread.
  package static var isOurs: Bool { Reporter.current().assertions.isForeground }

  /// Calls `observer` on a new thread whenever the process enters or leaves the foreground.
  ///
  /// No signal reports such a change, so a thread checks four times a second from the first call
  /// on. An observer stays registered until the process ends.
  ///
  /// - Returns: whether the process is in the foreground now.
  package static func observe(_ observer: @escaping @Sendable (Bool) -> Void) -> Bool {
    let reporter = Reporter.current()
    reporter.watchSupervisor()
    return reporter.assertions.observe(observer)
  }
}
