package import HeadwayModel

/// The name of a bridge, which no other has: the time of its start and a random number.
///
/// If one hub has two bridges, the one that started later goes on.
package struct BridgeName: Hashable, Sendable, Comparable {
  private let startedAt: Int64
  private let number: UInt64

  /// Makes a name.
  ///
  /// - Parameter number: a random number.
  package init(startedAt: WallTime, number: UInt64) {
    (self.startedAt, self.number) = (startedAt.millisecondsSinceEpoch, number)
  }

  /// Reads a name. Nil for another text.
  package init?(_ text: SanitisedText) {
    let parts = text.string.split(separator: "-")
    guard parts.count == 2, let startedAt = Int64(parts[0]),
      let number = UInt64(parts[1], radix: 16)
    else { return nil }
    (self.startedAt, self.number) = (startedAt, number)
  }

  package var text: SanitisedText {
    SanitisedText("\(startedAt)-\(String(number, radix: 16))", limit: .line)
  }

  package static func < (left: BridgeName, right: BridgeName) -> Bool {
    (left.startedAt, left.number) < (right.startedAt, right.number)
  }
}
