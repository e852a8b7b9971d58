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
