public import BackgroundTasks
import Headway

extension UIApplication {
  /// The place of a program relative to its terminal, numbered as on iOS.
  public enum State: Int, Sendable {
    /// The program is in the foreground of its terminal.
    case active = 0
    /// A transitional state of iOS. Headway never reports it.
    case inactive = 1
    /// The program is anywhere else, or has no terminal.
    case background = 2
  }

  /// The current place of the program: `.active` or `.background`.
  public var applicationState: State { ProcessForeground.isOurs ? .active : .background }

  /// The notification that the program has come to the foreground of its terminal.
  ///
  /// The notification is posted on the main queue. The first one comes immediately if the program
  /// is already in the foreground. No signal reports the change, so the first use of the name
  /// starts a thread that checks the terminal four times a second.
  public static var didBecomeActiveNotification: Notification.Name {
    StateNotifications.begin()
    return StateNotifications.active
  }

  /// The notification that the program has left the foreground of its terminal.
  ///
  /// The notification is posted on the main queue; see ``didBecomeActiveNotification`` for the
  /// cost.
  public static var didEnterBackgroundNotification: Notification.Name {
    StateNotifications.begin()
    return StateNotifications.background
  }
}

/// The names of the two notifications, and the observer that posts them.
private enum StateNotifications {
  static let active = Notification.Name("UIApplicationDidBecomeActiveNotification")
  static let background = Notification.Name("UIApplicationDidEnterBackgroundNotification")

  /// Starts to observe the terminal. Further calls do nothing.
  static func begin() { _ = watch }

  /// The registration of the observer. Swift evaluates it once, on the first use.
  private static let watch: Void = {
    if ProcessForeground.observe({ post(isForeground: $0) }) { post(isForeground: true) }
  }()

  private static func post(isForeground: Bool) {
    DispatchQueue.main.async {
      NotificationCenter.default.post(
        name: isForeground ? active : background, object: UIApplication.shared)
    }
  }
}
