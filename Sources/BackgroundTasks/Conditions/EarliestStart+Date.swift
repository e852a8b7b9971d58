import Foundation
import HeadwayModel
import HeadwaySystem

/// Conversion of Foundation's dates, which HeadwayModel doesn't know.
extension EarliestStart {
  /// Converts an `earliestBeginDate`, rounded up to the millisecond so that no task starts early.
  ///
  /// Nil if `date` has passed or isn't a number: the task may then start at any time.
  init?(_ date: Date, seenFrom now: Date = Date()) {
    guard date > now else { return nil }
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.up)
    let time = WallTime(millisecondsSinceEpoch: Int64(exactly: milliseconds) ?? .max)
    let words = LocalTime.words(
      of: time.wholeSeconds, seenFrom: Int64(exactly: now.timeIntervalSince1970.rounded()) ?? 0)
    self.init(time, words: SanitisedText("until \(words)"))
  }
}
