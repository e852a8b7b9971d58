package import HeadwayModel

/// The search for the line that says why a command failed.
///
/// ```swift
/// ErrorLine.last(in: output)  // "main.c:3:5: error: unknown type name 'foo'"
/// ```
package enum ErrorLine {
  /// The number of lines, counted from the end, that are looked at.
  private static let lineLimit = 60

  /// The words of which one is in most messages about an error, in lower case.
  private static let words = [
    "error", "fatal", "failed", "failure", "exception", "panic", "abort", "cannot", "can't",
    "could not", "couldn't", "unable to", "no such", "not found", "denied", "refused",
    "no space", "timed out", "undefined", "invalid", "usage:",
  ]

  /// The beginnings of lines that only report that something else failed, in lower case.
  private static let summaries = ["make: ***", "make[", "ninja: build stopped", "npm err! code"]

  /// The last line of `output` that looks like an error message. Nil if none does. Lines that only
  /// repeat a failure, such as those of make(1), count if no other line does.
  package static func last(in output: [UInt8]) -> SanitisedText? {
    let lines = output.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .suffix(lineLimit).reversed()
    var summary: SanitisedText?
    for line in lines {
      let text = String(decoding: withoutSequences(line), as: UTF8.self)
      let folded = text.lowercased()
      guard words.contains(where: folded.contains) else { continue }
      let shown = SanitisedText(text, limit: .line)
      if !summaries.contains(where: folded.hasPrefix) { return shown }
      summary = summary ?? shown
    }
    return summary
  }

  /// The bytes without the control sequences of terminals (ECMA-48). A move of the cursor to the right
  /// or to a column stands between two words, and becomes a space.
  private static func withoutSequences(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var rest = line
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        text.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "["):
        while let next = rest.popFirst() {
          guard (0x40...0x7E).contains(next) else { continue }
          let isGap = next == UInt8(ascii: "C") || next == UInt8(ascii: "G")
          if isGap, !text.isEmpty { text.append(UInt8(ascii: " ")) }
          break
        }
      case UInt8(ascii: "]"): while let next = rest.popFirst(), next != 0x07, next != 0x1B {}
      default: break
      }
    }
    return text
  }
}
