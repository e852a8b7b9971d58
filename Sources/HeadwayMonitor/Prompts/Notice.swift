import HeadwayCore

/// Something the monitor has to say, until the next key or for a while.
struct Notice: Hashable, Sendable {
  var text: SanitisedText
  /// On the continuous clock.
  var until: Duration

  init(_ text: SanitisedText, at now: Moment, for time: Duration = .seconds(8)) {
    self.text = text
    until = now.continuous + time
  }
}
