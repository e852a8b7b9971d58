import Foundation
import HeadwayCore
import HeadwaySystem

extension EarliestStart {
  /// Nil for what is no date, and for one that isn't to come. To the millisecond, never before it.
  init?(_ date: Date, seenFrom now: Date = Date()) {
    guard date > now else { return nil }
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.up)
    let time = WallTime(millisecondsSinceEpoch: Int64(exactly: milliseconds) ?? .max)
    let words = LocalTime.words(
      of: time.wholeSeconds, seenFrom: Int64(exactly: now.timeIntervalSince1970.rounded()) ?? 0)
    self.init(time, words: SanitisedText("until \(words)"))
  }
}
