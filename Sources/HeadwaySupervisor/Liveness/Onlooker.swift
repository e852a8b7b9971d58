internal import HeadwayModel

/// Whether somebody looks at the terminal of an interactive program, such as an editor.
///
/// A program before its user needs nobody. The same program in a hidden tmux pane, or in a session
/// that nobody is attached to, waits for a person who doesn't see it. ``Supervision`` owns the
/// onlooker.
///
/// ```swift
/// var onlooker = Onlooker()
/// let report = onlooker.note(finding.inputWait, now: now) { pane.isShown(within: patience) }
/// ```
struct Onlooker {
  /// The wait that the last look found.
  private(set) var wait = InputWaitProbe.Finding.nothing
  private var isAway = false
  /// The awake time of the next question to tmux.
  private var asksAt: AwakeTime?

  /// The time between two questions. A question runs a program.
  static let pause: Duration = .seconds(4)

  /// Records the result of a look, and returns the wait to report. Nil if nothing changed.
  ///
  /// - Parameter changed: the wait, if it changed since the last look.
  /// - Parameter isSeen: whether somebody sees the terminal; nil if that can't be told. The onlooker
  ///   calls it for an interactive program only, and rarely.
  mutating func note(
    _ changed: InputWaitProbe.Finding?, now: AwakeTime, isSeen: () -> Bool?
  ) -> InputWaitProbe.Finding? {
    var isNews = changed != nil
    if let changed { (wait, asksAt) = (changed, nil) }
    guard wait.isInteractive, !wait.isRelay else {
      isAway = false
      return changed
    }
    if asksAt.map({ now >= $0 }) ?? true {
      asksAt = now + Self.pause
      let wasAway = isAway
      isAway = isSeen() == false
      isNews = isNews || isAway != wasAway
    }
    return isNews ? InputWaitProbe.Finding(wait: wait.wait, isInteractive: !isAway) : nil
  }
}
