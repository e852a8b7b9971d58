import HeadwayModel

/// Chooses which states of a line are read, of those that are drawn over one another at one instant.
///
/// A fast command draws its bar thousands of times between two looks at its output. Nobody sees
/// more than the last state. The first ``first`` states of a stretch are all read: they show what the
/// numbers are. Of the others, a state is read once the next one is there. It is left unread if the
/// next one only shows more of the same (``TerminalLine/isFurther(than:)``); one of ``share`` is read
/// even so. The sieve says that the last state is owed, so that nobody forgets it. A stretch begins
/// with each instant, behind each line that stays, and where a state doesn't show more of the same.
///
/// ```swift
/// if sieve.holdsBack(at: now) {
///   if !sieve.mayDrop || !line.isFurther(than: latest), sieve.takeOwed() != nil { read(latest) }
///   latest = line
///   sieve.owe(at: now)
/// }
/// ```
struct RedrawSieve {
  /// The number of states of a stretch that are read as soon as they end.
  static let first = 8
  /// The number of further states of which one is read in any case.
  static let share = 16

  private var instant: AwakeTime?
  private var count = 0
  /// The instant of the latest state, if that state was held back and hasn't been read since.
  private(set) var owed: AwakeTime?

  /// Whether `now` is another instant than that of the latest state.
  func isNew(_ now: AwakeTime) -> Bool { instant != now }

  /// Counts a state of a line that is drawn over at `now`.
  ///
  /// - Returns: whether the state is held back until the next one is there.
  mutating func holdsBack(at now: AwakeTime) -> Bool {
    if instant != now { (instant, count) = (now, 0) }
    count += 1
    return count > Self.first
  }

  /// Begins a stretch at the same instant.
  mutating func beginStretch() { count = 0 }

  /// Whether the state before the one counted last may be left unread.
  var mayDrop: Bool { !count.isMultiple(of: Self.share) }

  /// Notes that a state was held back at `now`.
  mutating func owe(at now: AwakeTime) { owed = now }

  /// The instant of the state that is owed, which the caller now reads; nil if there is none.
  mutating func takeOwed() -> AwakeTime? {
    defer { owed = nil }
    return owed
  }
}

extension TerminalLine {
  /// Whether the line shows what `earlier` did, further on: the first difference between the two is
  /// a number that has grown.
  ///
  /// ```swift
  /// // "copy a: 10%" is further than "copy a: 9%", and not than "copy b: 9%" or "copy a: 11%".
  /// ```
  func isFurther(than earlier: borrowing TerminalLine) -> Bool {
    let (new, old) = (bytes.span, earlier.bytes.span)
    let shared = min(new.count, old.count)
    var start = 0
    var place = 0
    while place < shared, new[place] == old[place] {
      place += 1
      if !new[place - 1].isDigit { start = place }
    }
    let (newEnd, oldEnd) = (new.endOfDigits(from: start), old.endOfDigits(from: start))
    // A number that is aligned to the right takes the place of a space when it grows.
    if oldEnd == start { return newEnd > start && start < old.count && old[start] == Self.space }
    if newEnd != oldEnd { return newEnd > oldEnd }
    return place < newEnd && new[place] > old[place]
  }

  private static let space = UInt8(ascii: " ")
}

extension Span<UInt8> {
  /// The offset behind the digits that begin at `start`.
  fileprivate func endOfDigits(from start: Int) -> Int {
    var end = start
    while end < count, self[end].isDigit { end += 1 }
    return end
  }
}
