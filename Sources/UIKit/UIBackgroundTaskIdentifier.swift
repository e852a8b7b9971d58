/// One background task of a program, from its begin to its end.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number of it.
  public let rawValue: Int

  /// The one of this number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// None: no time was left for one.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}
