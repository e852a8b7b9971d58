/// The limit of the time that a cancel, or a stopping hub, waits for assertions.
public enum AssertionPatience {
  /// 30 s, as long as iOS lets a program finish in the background.
  public static let longest: Duration = .seconds(30)
}
