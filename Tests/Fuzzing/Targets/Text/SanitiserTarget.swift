import HeadwayModel
import HeadwayMonitor
import HeadwayRecognition

/// Text from outside is harmless, bounded and stays as it is, at every sink.
package struct SanitiserTarget: FuzzTarget {
  package static let name = "sanitiser"
  package static let byteLimit = 128

  private static let limits: [TextLimit] = [
    .title, .line, .identifier, TextLimit(byteLimit: 24, clusterLimit: 200),
    TextLimit(byteLimit: 200, clusterLimit: 6), TextLimit(byteLimit: 3, clusterLimit: 1),
  ]

  package init() {}

  /// The first byte chooses the limit and the sink; the rest is the text.
  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    var reader = ByteReader(input)
    let choice = Int(reader.byte())
    let limit = Self.limits[(choice & 0x0F) % Self.limits.count]
    let raw = String(decoding: reader.rest, as: UTF8.self)
    let text = SanitisedText(raw, limit: limit)
    try HarmlessText.check(text)
    try Self.checkBounds(of: text, limit)
    try promise(SanitisedText(text.string, limit: limit) == text, "sanitised twice is different")
    try promise(
      text.string == raw || !Self.isPlain(reader.rest, within: limit), "plain text was changed")
    try Self.check(text, atSink: choice >> 4)
  }

  private static func check(
    _ text: SanitisedText, atSink choice: Int
  ) throws(BrokenPromise) {
    switch choice % 5 {
    case 0: try TerminalSink.check(text)
    case 1: try CanvasSink.check(text)
    case 2: try StatusSinks.checkTmux(text)
    case 3: try StatusSinks.checkTitle(text)
    default: try StatusSinks.checkNotice(text)
    }
  }

  private static func checkBounds(
    of text: SanitisedText, _ limit: TextLimit
  ) throws(BrokenPromise) {
    try promise(text.string.utf8.count <= limit.byteLimit, "too many bytes")
    try promise(text.string.count <= limit.clusterLimit, "too many clusters")
    try promise(text.string.last != " ", "a blank at the end")
  }

  /// Letters, digits and signs of ASCII that fit: nothing in them needs to change.
  private static func isPlain(_ bytes: ArraySlice<UInt8>, within limit: TextLimit) -> Bool {
    bytes.count <= min(limit.byteLimit, limit.clusterLimit)
      && bytes.allSatisfy { (0x21..<0x7F).contains($0) }
  }
}
