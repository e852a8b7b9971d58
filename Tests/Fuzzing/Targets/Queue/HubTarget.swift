import HeadwayModel

/// Whole stories of a hub with a queue: what was acknowledged is never lost, nobody starts too early
/// or twice, nothing is given twice, every end comes once, and every task comes to an end.
///
/// The first byte says whether the hub is killed and started again in between, and how long chains
/// and fans are; the second what there is to give. The rest are events.
package struct HubTarget: FuzzTarget {
  package static let name = "hub"
  package static let byteLimit = 96

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) { try check(input, trace: nil) }

  /// - Parameter trace: Called with every event and every effect.
  package func check(
    _ input: [UInt8], trace: ((String) -> Void)?
  ) throws(BrokenPromise) {
    var reader = ByteReader(input)
    var story = QueueStory(&reader, trace: trace)
    while !reader.isAtEnd { try story.go(on: &reader) }
    try story.finish()
  }
}
