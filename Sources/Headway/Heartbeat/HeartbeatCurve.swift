internal import HeadwayModel

/// The growth of estimated units towards a boundary that they never reach. They grow one by one at
/// first, then by a part of the remainder, until that part is less than a unit.
package enum HeartbeatCurve {
  /// Beyond seven tenths of the room, each step is this part of what remains.
  private static let divisor: Int64 = 25

  /// The estimated units after the next beat.
  ///
  /// - Parameters:
  ///   - estimated: those so far; none, where they don't fit any more.
  ///   - room: from the last real reading to the boundary.
  package static func next(after estimated: Int64, room: Int64) -> Int64 {
    guard room > 1 else { return 0 }
    guard (0..<room).contains(estimated) else { return 0 }
    let isNear = estimated >= room / 10 * 7 + room % 10 * 7 / 10
    return estimated + (isNear ? (room - estimated) / divisor : 1)
  }
}
