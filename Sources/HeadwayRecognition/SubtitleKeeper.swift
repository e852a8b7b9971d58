import HeadwayCore

/// Keeps the bytes of what a person would read of the last line; only when asked for do they become
/// text: a line of prose, or what a rule says is the meaningful part, with the tool's own rate.
struct SubtitleKeeper {
  private var bytes: [UInt8] = []
  private var rate: [UInt8] = []
  private var isNew = false
  private var latest = SanitisedText.empty
  private var hasGivenShare = false
  /// How far a part of the work is: it goes before the rest.
  var share: String? {
    didSet { isNew = isNew || share != oldValue }
  }

  init() { bytes.reserveCapacity(TerminalLine.byteLimit) }

  /// Takes over the bytes of `line`, which begins anew at `place`.
  mutating func keep(_ line: inout TerminalLine, next place: LinePlace) {
    line.restart(at: place, keepingBytesIn: &bytes)
    rate.removeAll(keepingCapacity: true)
    isNew = true
  }

  /// The part of a line that a rule names; without one the last text stays.
  mutating func keep(_ finding: Finding, of line: borrowing TerminalLine) {
    if let range = finding.subtitle {
      bytes.replace(with: range, of: line)
      rate.removeAll(keepingCapacity: true)
    }
    if let range = finding.rate { rate.replace(with: range, of: line) }
    isNew = isNew || finding.subtitle != nil || finding.rate != nil
  }

  /// The subtitle if it isn't the one given before; an empty one takes back a share that is no more.
  mutating func takeSubtitle() -> SanitisedText? {
    guard isNew else { return nil }
    isNew = false
    let parts = [bytes.drop(while: \.isBlank), rate[...]].filter { !$0.isEmpty }
    let texts = [share].compactMap { $0 } + parts.map { String(decoding: $0, as: UTF8.self) }
    let text = SanitisedText(texts.joined(separator: " · "))
    guard text != latest, !text.isEmpty || hasGivenShare else { return nil }
    (latest, hasGivenShare) = (text, share != nil)
    return text
  }
}

extension [UInt8] {
  fileprivate mutating func replace(with range: Range<Int>, of line: borrowing TerminalLine) {
    removeAll(keepingCapacity: true)
    append(contentsOf: line.bytes[range.clamped(to: line.bytes.indices)])
  }
}

extension TerminalLine {
  /// Nothing is missing, and it has a word in it: not only numbers, a bar or a spinner.
  var isMeaningful: Bool { isWhole && bytes.span.hasWord && isText }
}
