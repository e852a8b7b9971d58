public import BackgroundTasks
import Headway

extension UIApplication {
  /// Where a program is; numbered as Apple does.
  public enum State: Int, Sendable {
    /// In the foreground of its terminal.
    case active = 0
    /// Between the two: nothing is, here.
    case inactive = 1
    /// Anywhere else.
    case background = 2
  }

  /// Where the program is now.
  public var applicationState: State { ProcessForeground.isOurs ? .active : .background }

  /// Posted on the main queue whenever the program comes to the foreground of its terminal, and once
  /// at the start where it is there.
  ///
  /// No signal tells of it: once this was asked for the terminal is looked at four times a second.
  public static var didBecomeActiveNotification: Notification.Name {
    StateNotifications.begin()
    return StateNotifications.active
  }

  /// Posted on the main queue whenever the program leaves the foreground of its terminal; see
  /// ``didBecomeActiveNotification``.
  public static var didEnterBackgroundNotification: Notification.Name {
    StateNotifications.begin()
    return StateNotifications.background
  }
}

private enum StateNotifications {
  static let active = Notification.Name("UIApplicationDidBecomeActiveNotification")
  static let background = Notification.Name("UIApplicationDidEnterBackgroundNotification")

  static func begin() { _ = watch }

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
