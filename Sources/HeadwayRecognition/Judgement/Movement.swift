/// Which of the bars on the screen went on, whichever of them speaks for the work.
struct Movement {
  /// Bars that are drawn over are told apart by their rows.
  private struct Place: Hashable {
    var tool: Tool
    var label: UInt64
    var row: Int?
  }

  private var latest: [Place: Measure] = [:]

  private static let placeLimit = 64

  /// Whether `bar` is at another place than when it was drawn last.
  mutating func note(_ bar: Bar) -> Bool {
    let place = Place(
      tool: bar.tool, label: bar.label, row: bar.place.stays ? nil : bar.place.row)
    if latest.count >= Self.placeLimit, latest[place] == nil { latest.removeAll() }
    return latest.updateValue(bar.measure, forKey: place).map { $0 != bar.measure } ?? false
  }
}

/// The lines that were written last: what is written again and again says nothing new.
struct LatestLines {
  private var fingerprints: [UInt64] = []
  private var next = 0

  private static let limit = 16

  /// Whether it isn't one of them, which it is from now on.
  mutating func note(_ fingerprint: UInt64) -> Bool {
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
