/// The limit of the time that a cancel, or a stopping hub, waits for assertions.
package enum AssertionPatience {
  /// 30 s, as long as iOS lets a program finish in the background.
  package static let longest: Duration = .seconds(30)
}
