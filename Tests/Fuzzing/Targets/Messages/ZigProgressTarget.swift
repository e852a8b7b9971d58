import HeadwayModel
import HeadwayRecognition

/// Zig's progress comes out the same however it is cut, and is never more than there is.
package struct ZigProgressTarget: FuzzTarget {
  package static let name = "zig"
  package static let byteLimit = 1024

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    let pieces = Pieces(input[...])
    var (whole, cut) = (ZigProgressDecoder(), ZigProgressDecoder())
    whole.consume(pieces.stream)
    pieces.forEach { cut.consume($0) }
    let (tree, same) = (whole.takeTree(), cut.takeTree())
    try promise(tree == same && whole.isBroken == cut.isBroken, "cutting changes what is read")
    guard let tree else { return }
    var phases = ZigProgressPhases()
    let reading = phases.reading(of: tree)
    try promise(
      reading.map { $0.completed ?? 0 <= $0.total ?? 0 } ?? true, "more is done than there is")
    let again = phases.reading(of: tree)
    try promise(again == reading, "the same tree reads differently")
    try promise(tree.subtitle?.isBlank != true, "a blank subtitle")
  }
}
