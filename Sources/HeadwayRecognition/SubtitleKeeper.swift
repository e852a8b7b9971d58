import HeadwayCore

/// Keeps the bytes of the last meaningful line; only when asked for does it become text.
struct SubtitleKeeper {
  private var bytes: [UInt8] = []
  private var isNew = false
  private var latest = SanitisedText.empty

  init() { bytes.reserveCapacity(TerminalLine.byteLimit) }

  /// Takes over the bytes of `line`, which begins anew.
  mutating func keep(_ line: inout TerminalLine, nextIsRedraw: Bool) {
    line.restart(asRedraw: nextIsRedraw, keepingBytesIn: &bytes)
    isNew = true
  }

  /// The subtitle if it isn't the one given before.
  mutating func takeSubtitle() -> SanitisedText? {
    guard isNew else { return nil }
    isNew = false
    let text = SanitisedText(String(decoding: bytes.drop(while: \.isBlank), as: UTF8.self))
    guard !text.isEmpty, text != latest else { return nil }
    latest = text
    return text
  }
}

extension TerminalLine {
  /// Nothing is missing, and it has a word in it: not only numbers, a bar or a spinner.
  var isMeaningful: Bool { isWhole && bytes.span.hasWord && isText }
}
