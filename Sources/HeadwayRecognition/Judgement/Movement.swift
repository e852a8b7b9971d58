/// Notices that any bar on the screen has moved, even one that doesn't speak for the whole.
///
/// The stall clock needs this. Of three parallel downloads the leader may be done while the others
/// go on: the card shows no new percent, but the work isn't stalled.
struct Movement {
  /// The identity of a bar: its tool, its label, and its row if it is drawn over.
  private struct Place: Hashable {
    var tool: Tool
    var label: UInt64
    /// The row; nil for lines that stay, since each of them is on a row of its own.
    var row: Int?
  }

  private var latest: [Place: Measure] = [:]

  /// The number of bars that are remembered. One more makes the type forget all of them.
  private static let placeLimit = 64

  /// Returns whether the value of `bar` differs from its last one; false for a bar seen for the
  /// first time.
  mutating func note(_ bar: Bar) -> Bool {
    let place = Place(
      tool: bar.tool, label: bar.label, row: bar.place.stays ? nil : bar.place.row)
    if latest.count >= Self.placeLimit, latest[place] == nil { latest.removeAll() }
    return latest.updateValue(bar.measure, forKey: place).map { $0 != bar.measure } ?? false
  }
}

/// Remembers the latest lines, so that a line which is printed again and again isn't news.
///
/// ``ProgressJudge`` takes a new line as a sign of life where no measure shows that the work goes
/// on. The line before, printed again, is no such sign, nor is a spinner that is drawn over.
struct LatestLines {
  /// The line before.
  private var last: UInt64?
  private var fingerprints: [UInt64] = []
  private var next = 0

  private static let limit = 16

  /// Returns whether the line differs from the one before, and remembers it.
  ///
  /// - Parameter fingerprint: ``TerminalLine/fingerprint`` of the line.
  mutating func isOther(_ fingerprint: UInt64) -> Bool {
    defer { last = fingerprint }
    return last != fingerprint
  }

  /// Returns whether the line isn't among the latest ones, and remembers it.
  ///
  /// - Parameter fingerprint: ``TerminalLine/fingerprint`` of the line.
  mutating func isNew(_ fingerprint: UInt64) -> Bool {
    guard !fingerprints.contains(fingerprint) else { return false }
    if fingerprints.count < Self.limit {
      fingerprints.append(fingerprint)
    } else {
      fingerprints[next] = fingerprint
      next = (next + 1) % Self.limit
    }
    return true
  }
}
