public import BackgroundTasks
import Headway
import Synchronization

/// The program: what it must finish before it is stopped, and whether it is in the foreground of its
/// terminal. From any thread.
///
/// Without a terminal it is in the background.
public final class UIApplication: NSObject, Sendable {
  /// This process.
  public static let shared = UIApplication()

  private let tasks = Mutex(Tasks())

  private struct Tasks {
    var last = 0
    var running: [UIBackgroundTaskIdentifier: HeadwayAssertion] = [:]
  }

  private override init() {}

  /// Asserts that something begun must be finished: a cancel (unless it is forced), an expiry and the
  /// hub's end wait for it.
  ///
  /// All of a program's tasks have 30 s together, from when it leaves the foreground or something
  /// waits for them; the next return to the foreground restores them. 5 s before they are over the
  /// handlers are called. What isn't ended by then is noted on the program's cards as leaked.
  /// - Parameters:
  ///   - taskName: for the card, while something waits.
  ///   - handler: called once, on the main actor. It ends the task.
  /// - Returns: `invalid` where no time is left.
  @preconcurrency public func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    let assertion = HeadwayAssertion(taskName ?? "background task") {
      if let handler { Task { @MainActor in handler() } }
    }
    guard assertion.isHeld else { return .invalid }
    return tasks.withLock { tasks in
      tasks.last += 1
      let identifier = UIBackgroundTaskIdentifier(rawValue: tasks.last)
      tasks.running[identifier] = assertion
      return identifier
    }
  }

  /// See ``beginBackgroundTask(withName:expirationHandler:)``.
  @preconcurrency public func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    beginBackgroundTask(withName: nil, expirationHandler: handler)
  }

  /// What waits may go on. One that has ended, and `invalid`, change nothing.
  public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    tasks.withLock { $0.running.removeValue(forKey: identifier) }?.end()
  }

  /// Seconds that are left for background tasks; the greatest finite number while nothing limits
  /// them.
  public var backgroundTimeRemaining: TimeInterval {
    HeadwayAssertion.remainingTime.map { $0 / .seconds(1) } ?? .greatestFiniteMagnitude
  }
}
