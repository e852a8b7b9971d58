public import BackgroundTasks
import Headway

extension ProcessInfo {
  /// Calls `block` with false, on a background queue, and asserts until it returns that this must be
  /// finished; see ``UIApplication/beginBackgroundTask(withName:expirationHandler:)``.
  ///
  /// When its time ends soon, `block` is called with true beside that, to make the first call return;
  /// where no time is left, only so.
  /// - Parameter reason: for the card, while something waits.
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
