import HeadwayWire

/// Lines are the same however the bytes arrive, and none is longer than the limit.
package struct FramerTarget: FuzzTarget {
  package static let name = "framer"
  package static let byteLimit = 256

  /// Low, so that a short input reaches it.
  private static let lineLimit = 32

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    let pieces = Pieces(input[...])
    let expected = Self.expectedLines(of: pieces.stream)
    var framer = LineFramer(byteLimit: Self.lineLimit)
    var found = 0
    var isRefused = false
    try pieces.forEach { (piece) throws(BrokenPromise) in
      framer.append(piece)
      while !isRefused, let line = Self.next(of: &framer, &isRefused) {
        try promise(found < expected.lines.count, "a line that isn't there: \(line)")
        try promise(line == expected.lines[found], "line \(found) is another: \(line)")
        found += 1
      }
    }
    try promise(isRefused == expected.isRefused, "refused: \(isRefused), whatever the length")
    try promise(found == expected.lines.count, "\(found) lines of \(expected.lines.count)")
    if isRefused { try promise(Self.isRefusing(&framer), "a refusal was forgotten") }
  }

  private static func next(of framer: inout LineFramer, _ isRefused: inout Bool)
    -> ArraySlice<UInt8>?
  {
    do {
      return try framer.next()
    } catch {
      isRefused = true
      return nil
    }
  }

  private static func isRefusing(_ framer: inout LineFramer) -> Bool {
    var isRefused = false
    return next(of: &framer, &isRefused) == nil && isRefused
  }

  /// Looks at the whole at once: cut at newlines, up to the first line that is too long.
  private static func expectedLines(
    of stream: ArraySlice<UInt8>
  ) -> (lines: [ArraySlice<UInt8>], isRefused: Bool) {
    var lines = stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let tooLong = lines.firstIndex { $0.count >= lineLimit }
    if let tooLong { lines.removeSubrange(tooLong...) } else { lines.removeLast() }
    let whole = lines.map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    return (whole.filter { !$0.isEmpty }, tooLong != nil)
  }
}
