import HeadwayModel

/// Keeps the line that a person would read last, for the subtitle of the card.
///
/// The line is a line of prose, or the part of it that a tool's rule names, with the tool's rate
/// (`3.2MB/s`) behind it. The bytes become text only when ``takeSubtitle()`` asks: most lines of a
/// fast command are replaced before anybody sees them.
struct SubtitleKeeper {
  private var bytes: [UInt8] = []
  private var rate: [UInt8] = []
  /// Whether anything was kept since ``takeSubtitle()`` was called last.
  private var isNew = false
  private var latest = SanitisedText.empty
  /// The fingerprint of the name of the stretch; 0 if no stretch has named itself.
  private var label: UInt64 = 0
  /// The state of a stretch that is only a part, as text. It goes before the line.
  var share: String? {
    didSet { isNew = isNew || share != oldValue }
  }

  init() { bytes.reserveCapacity(TerminalLine.byteLimit) }

  /// Keeps a line that no tool's rule speaks for.
  ///
  /// - Parameter line: Its bytes are swapped out, not copied; the next line begins in it, at
  ///   `place`.
  mutating func keep(_ line: inout TerminalLine, next place: LinePlace) {
    line.restart(at: place, keepingBytesIn: &bytes)
    rate.removeAll(keepingCapacity: true)
    isNew = true
  }

  /// Keeps the text of a line that isn't at its end yet.
  mutating func keep(copyOf line: borrowing TerminalLine) {
    bytes.replace(with: line.bytes.indices, of: line)
    rate.removeAll(keepingCapacity: true)
    isNew = true
  }

  /// Keeps the part of a line that a tool's rule names.
  ///
  /// - The rule has a `subtitle` group: its text replaces the last one.
  /// - The finding begins a stretch with another name: the text before is dropped.
  /// - The bar doesn't lead: its rate is ignored, since the card shows another bar.
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
      if let unit = finding.rateUnit { rate = rate == Self.zero ? [] : rate + Array(unit.utf8) }
      isNew = true
    }
  }

  /// The rate of a transfer in which nothing comes.
  private static let zero = [UInt8(ascii: "0")]

  /// The first byte of a rate that the tool doesn't know, as in `?it/s`.
  private var unknown: UInt8 { UInt8(ascii: "?") }

  /// The subtitle; nil if it is the one given before. An empty subtitle takes the last one back.
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
  /// Whether nothing of the line is missing and it has a word: more than numbers, a bar or a
  /// spinner.
  var isMeaningful: Bool { isWhole && bytes.span.hasWord && isText }

  /// Whether the line introduces the lines behind it, as `Stream mapping:` does.
  var isHeading: Bool { bytes.last { !$0.isBlank } == UInt8(ascii: ":") }
}
