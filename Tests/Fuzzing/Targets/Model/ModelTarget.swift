/// Whole stories of hub, workers and people: what happens to the hub is what happens to a small
/// reference, and what was acknowledged is in the record once and for ever.
package struct ModelTarget: FuzzTarget {
  package static let name = "model"
  package static let byteLimit = 48

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    var reader = ByteReader(input)
    var story = Story()
    while !reader.isAtEnd { try story.go(on: &reader) }
    try story.finish()
  }
}
