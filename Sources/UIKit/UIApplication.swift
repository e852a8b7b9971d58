public import BackgroundTasks
import Headway
import Synchronization

/// The program, as far as background work needs it.
///
/// The type offers two things: background tasks, which a stop of the program waits for, and the
/// place of the program relative to its terminal. A program without a terminal is in the
/// background. All members may be called from any thread.
///
/// ```swift
/// let save = UIApplication.shared.beginBackgroundTask(withName: "Last page")
/// try write(page)
/// UIApplication.shared.endBackgroundTask(save)
/// ```
public final class UIApplication: NSObject, Sendable {
  /// The object for this process.
  public static let shared = UIApplication()

  private let tasks = Mutex(Tasks())

  /// The open background tasks, and the number of the last one.
  private struct Tasks {
    var last = 0
    var running: [UIBackgroundTaskIdentifier: HeadwayAssertion] = [:]
  }

  private override init() {}

  /// Begins a background task: work that must be finished before the program may be stopped.
  ///
  /// A cancel (unless it is forced), an expiry and the shutdown of the hub wait for the background
  /// task.
  ///
  /// All background tasks of the program share one limit of 30 s. The limit runs down while the
  /// program is outside the foreground of its terminal, or while something waits. The next return
  /// to the foreground restores the full limit. The handlers are called when 5 s are left. The card
  /// shows a task that isn't ended in time as leaked.
  ///
  /// - Parameters:
  ///   - taskName: a text for the card while something waits.
  ///   - handler: called on the main actor when 5 s are left; the handler should end the task. The
  ///     call is repeated if the program returns to the foreground and runs out of time again.
  /// - Returns: the number to end the task with, or `invalid` if no time is left.
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

  /// Begins a background task without a name; see
  /// ``beginBackgroundTask(withName:expirationHandler:)``.
  @preconcurrency public func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    beginBackgroundTask(withName: nil, expirationHandler: handler)
  }

  /// Ends a background task, so that whatever waits for it may go on.
  ///
  /// A task that has already ended, and `invalid`, are ignored.
  public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    tasks.withLock { $0.running.removeValue(forKey: identifier) }?.end()
  }

  /// The time left for background tasks, in seconds.
  ///
  /// The greatest finite number while nothing limits them: the program is in the foreground, and
  /// nothing waits.
  public var backgroundTimeRemaining: TimeInterval {
    HeadwayAssertion.remainingTime.map { $0 / .seconds(1) } ?? .greatestFiniteMagnitude
  }
}

/// The number of a background task.
///
/// ``UIApplication/beginBackgroundTask(withName:expirationHandler:)`` returns the number, and
/// ``UIApplication/endBackgroundTask(_:)`` takes it.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number, starting at 1; 0 stands for no task.
  public let rawValue: Int

  /// Makes an identifier of a number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The identifier of no task, returned if no time is left.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}
