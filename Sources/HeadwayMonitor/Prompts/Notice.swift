import HeadwayModel

/// A message in the footer. It disappears at the next key, or when its time is up.
struct Notice: Hashable, Sendable {
  var text: SanitisedText
  /// The end of the message, on the continuous clock.
  var until: RunningTime

  /// Creates a message that stays for `time`. The default is long enough to read a line.
  init(_ text: SanitisedText, at now: Moment, for time: Duration = .seconds(8)) {
    self.text = text
    until = now.running + time
  }
}
