public import BackgroundTasks
import Headway

extension ProcessInfo {
  /// Calls `block(false)` on a background queue, and holds an assertion until `block` returns.
  ///
  /// `block(true)` is called on another thread when 5 s are left, so that the first call can return
  /// early. If no time is left at the start, only `block(true)` is called. The time limit is that
  /// of ``UIApplication/beginBackgroundTask(withName:expirationHandler:)``.
  ///
  /// ```swift
  /// ProcessInfo.processInfo.performExpiringActivity(withReason: "Upload") { isExpiring in
  ///   if isExpiring { upload.stop() } else { upload.run() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - reason: a text for the card while something waits.
  ///   - block: the work, and the reaction to its expiry.
  @preconcurrency public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.global().async {
      let assertion = HeadwayAssertion(reason) { block(true) }
      guard assertion.isHeld else { return block(true) }
      block(false)
      assertion.end()
    }
  }
}
