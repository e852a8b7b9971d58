import HeadwayCore

/// Keeps the bytes of what a person would read of the last line; only when asked for do they become
/// text: a line of prose, or what a rule says is the meaningful part, with the tool's own rate.
struct SubtitleKeeper {
  private var bytes: [UInt8] = []
  private var rate: [UInt8] = []
  private var isNew = false
  private var latest = SanitisedText.empty
  /// Of the stretch that names itself.
  private var label: UInt64 = 0
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

  /// Keeps the text of `line`, which goes on.
  mutating func keep(copyOf line: borrowing TerminalLine) {
    bytes.replace(with: line.bytes.indices, of: line)
    rate.removeAll(keepingCapacity: true)
    isNew = true
  }

  /// The part of a line that a rule names; without one the last text stays, but for a stretch that
  /// begins with a name: what came before is over. Of a bar that doesn't lead the rate says nothing of
  /// what is shown.
  mutating func keep(_ finding: Finding, of line: borrowing TerminalLine, leads: Bool) {
    if finding.phase != nil, leads, finding.label != label {
      label = finding.label
      bytes.removeAll(keepingCapacity: true)
      rate.removeAll(keepingCapacity: true)
      isNew = true
    }
    if let range = finding.subtitle {
      bytes.replace(with: range, of: line)
      rate.removeAll(keepingCapacity: true)
      isNew = true
    }
    if leads, let range = finding.rate, line.bytes.span.byte(at: range.lowerBound) != unknown {
      rate.replace(with: range, of: line)
      isNew = true
    }
  }

  /// `?it/s`
  private var unknown: UInt8 { UInt8(ascii: "?") }

  /// The subtitle if it isn't the one given before; an empty one takes back what is no more.
  mutating func takeSubtitle() -> SanitisedText? {
    guard isNew else { return nil }
    isNew = false
    let parts = [bytes.drop(while: \.isBlank), rate[...]].filter { !$0.isEmpty }
    let texts = [share].compactMap { $0 } + parts.map { String(decoding: $0, as: UTF8.self) }
    let text = SanitisedText(texts.joined(separator: " · "))
    guard text != latest else { return nil }
    latest = text
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
