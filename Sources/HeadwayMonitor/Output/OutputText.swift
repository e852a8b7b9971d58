import HeadwayModel

/// The output of a task as lines, the way a terminal would have left them: text that the command
/// overwrote is gone.
///
/// The text drops its oldest lines once it exceeds its limit. A line keeps its number, which counts
/// from the first line received and starts at 0.
///
/// ```swift
/// var text = OutputText(byteLimit: 1 << 14)
/// text.append("10%\r20%\n".utf8)
/// text[line: 0]  // "20%"
/// ```
struct OutputText: Sendable {
  /// The size in bytes to which the text shrinks. A line costs its UTF-8 and eight bytes more. The
  /// text grows by a quarter beyond the limit before it shrinks, so that dropping lines is rare.
  let byteLimit: Int
  /// Whether older output existed and isn't part of this text.
  private(set) var isCut: Bool
  private var harmless = HarmlessOutput()
  private var line = OpenLine()
  /// The UTF-8 of all finished lines, without line breaks.
  private var bytes: [UInt8] = []
  /// The offset in `bytes` at which each finished line begins.
  private var starts: [Int] = []
  /// The colours of the lines that have any, by line number.
  private var stretches: [Int: [Stretch]] = [:]
  private var stretchCount = 0
  /// The number of dropped lines, which is also the number of the first line.
  private var gone = 0

  /// A part of a line in one colour and style.
  struct Stretch: Hashable, Sendable {
    /// The end of the part, in bytes from the beginning of the line. The part begins where the
    /// previous one ends.
    let end: Int
    let rendition: GraphicRendition
  }

  init(byteLimit: Int, isCut: Bool = false) {
    self.byteLimit = byteLimit
    self.isCut = isCut
  }

  /// The numbers of all lines. The last line may still be unfinished.
  var lines: Range<Int> { gone..<gone + starts.count + (line.isEmpty ? 0 : 1) }

  /// The UTF-8 of a line. Empty for a line that was dropped or doesn't exist yet.
  func utf8(line number: Int) -> [UInt8] {
    let index = number - gone
    if index == starts.count { return line.content.utf8 }
    guard starts.indices.contains(index) else { return [] }
    return Array(bytes[starts[index]..<end(ofLine: index)])
  }

  /// The parts of a line by colour, covering all of it. Empty for a line without colours.
  func stretches(line number: Int) -> [Stretch] {
    number - gone == starts.count ? line.content.stretches : stretches[number] ?? []
  }

  subscript(line number: Int) -> String { String(decoding: utf8(line: number), as: UTF8.self) }

  /// The last `count` lines that contain more than spaces, in their order and in the colours that
  /// the command used.
  func last(_ count: Int) -> [[Span]] {
    var found: [[Span]] = []
    for number in lines.reversed() where found.count < count {
      let line = utf8(line: number)
      guard line.contains(where: { $0 != UInt8(ascii: " ") }) else { continue }
      found.append(Self.spans(line, 0..<line.count, stretches(line: number)))
    }
    return found.reversed()
  }

  /// A line in the colours that the command used.
  func spans(line number: Int) -> [Span] {
    let line = utf8(line: number)
    return Self.spans(line, 0..<line.count, stretches(line: number))
  }

  /// The spans of one byte range of a line, split where the colour changes.
  static func spans(_ line: [UInt8], _ range: Range<Int>, _ stretches: [Stretch]) -> [Span] {
    guard !stretches.isEmpty else { return [Span(String(decoding: line[range], as: UTF8.self))] }
    var start = 0
    return stretches.compactMap { stretch in
      let part = range.clamped(to: start..<max(start, stretch.end))
      start = stretch.end
      guard !part.isEmpty else { return nil }
      return Span(String(decoding: line[part], as: UTF8.self), stretch.rendition)
    }
  }

  /// Adds bytes that the command wrote. A character or control sequence may be split between two
  /// calls.
  mutating func append(_ output: some Sequence<UInt8>) {
    for byte in harmless.pass(output) where line.handle(byte) { endLine() }
    if size > byteLimit + byteLimit / 4 { dropOldest() }
  }

  /// The memory that a line costs besides its text, in bytes.
  private static let lineCost = MemoryLayout<Int>.size

  /// The memory in use, in bytes. A stretch counts twice because a dictionary stores it.
  private var size: Int {
    bytes.count + starts.count * Self.lineCost
      + stretchCount * MemoryLayout<Stretch>.stride * 2
  }

  private func end(ofLine index: Int) -> Int {
    index + 1 < starts.count ? starts[index + 1] : bytes.count
  }

  /// Moves the unfinished line to the finished ones.
  private mutating func endLine() {
    let content = line.content
    if !content.stretches.isEmpty {
      stretches[gone + starts.count] = content.stretches
      stretchCount += content.stretches.count
    }
    starts.append(bytes.count)
    bytes += content.utf8
    line.restart()
  }

  /// Drops whole lines until the text fits its limit. A single pass over all lines, hence the slack
  /// in ``append(_:)``.
  private mutating func dropOldest() {
    let excess = size - byteLimit
    let count =
      starts.indices.first { starts[$0] + $0 * Self.lineCost >= excess } ?? starts.count
    let end = count < starts.count ? starts[count] : bytes.count
    bytes.removeFirst(end)
    starts = starts.dropFirst(count).map { $0 - end }
    for number in gone..<gone + count where !stretches.isEmpty {
      stretchCount -= stretches.removeValue(forKey: number)?.count ?? 0
    }
    gone += count
    isCut = true
  }
}

/// The unfinished last line, with a cursor. Characters overwrite what is at the cursor, as on a
/// terminal, so a progress bar redrawn with carriage returns remains one line.
///
/// The input comes from ``HarmlessOutput``, which passes only text, simple cursor movement and the
/// two control sequences handled here.
private struct OpenLine {
  /// The longest line in characters. Further characters are dropped.
  private static let lengthLimit = 1 << 14

  private var text: [Unicode.Scalar] = []
  /// The colour and style of each character. Shorter than the text if the rest is plain.
  private var renditions: [GraphicRendition] = []
  /// The colour and style for the next character. Survives the end of the line, as on a terminal.
  private var rendition = GraphicRendition.plain
  private var column = 0
  /// The bytes received so far of a multi-byte character or a control sequence.
  private var pending: [UInt8] = []
  private var isInSequence = false

  var isEmpty: Bool { text.allSatisfy { $0 == " " } }

  /// The line in the form in which ``OutputText`` stores it.
  struct Content {
    var utf8: [UInt8] = []
    var stretches: [OutputText.Stretch] = []
  }

  /// The line without trailing spaces.
  var content: Content {
    let end = text.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    var content = Content()
    content.utf8.reserveCapacity(end)
    for (place, scalar) in text.prefix(end).enumerated() {
      if place > 0, look(at: place) != look(at: place - 1) { endStretch(place - 1, &content) }
      if scalar.isASCII {
        content.utf8.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        content.utf8 += Array(String(scalar).utf8)
      }
    }
    let isPlain = content.stretches.isEmpty && look(at: end - 1) == .plain
    if end > 0, !isPlain { endStretch(end - 1, &content) }
    return content
  }

  private func look(at place: Int) -> GraphicRendition {
    renditions.indices.contains(place) ? renditions[place] : .plain
  }

  private func endStretch(_ place: Int, _ content: inout Content) {
    content.stretches.append(
      OutputText.Stretch(end: content.utf8.count, rendition: look(at: place)))
  }

  /// Empties the line but keeps the colour and style for the next one.
  mutating func restart() {
    text.removeAll(keepingCapacity: true)
    renditions.removeAll(keepingCapacity: true)
    (column, pending, isInSequence) = (0, [], false)
  }

  /// Processes a byte. Returns whether it ends the line.
  mutating func handle(_ byte: UInt8) -> Bool {
    if isInSequence {
      handleSequence(byte)
      return false
    }
    switch byte {
    case UInt8(ascii: "\n"): return true
    case UInt8(ascii: "\r"): column = 0
    case 0x08: column = max(0, column - 1)
    case UInt8(ascii: "\t"): column = min((column / 8 + 1) * 8, Self.lengthLimit)
    case 0x1B: isInSequence = true
    case 0x20..<0x7F: put(Unicode.Scalar(byte))
    default: handlePart(byte)
    }
    return false
  }

  /// Processes a byte of a control sequence: SGR sets colour and style, EL clears a part of the
  /// line (ECMA-48).
  private mutating func handleSequence(_ byte: UInt8) {
    guard byte != UInt8(ascii: "["), !(0x30...0x3B).contains(byte) else {
      pending.append(byte)
      return
    }
    switch byte {
    case UInt8(ascii: "K"): clear(pending.last)
    case UInt8(ascii: "m"): rendition.select(pending.drop { $0 == UInt8(ascii: "[") })
    default: break
    }
    (pending, isInSequence) = ([], false)
  }

  /// Clears a part of the line, by EL's parameter: 1 up to the cursor, 2 everything, otherwise from
  /// the cursor on.
  private mutating func clear(_ parameter: UInt8?) {
    let cleared =
      switch parameter {
      case UInt8(ascii: "1"): 0..<min(column + 1, text.count)
      case UInt8(ascii: "2"): 0..<text.count
      default: min(column, text.count)..<text.count
      }
    for place in cleared {
      text[place] = " "
      if place < renditions.count { renditions[place] = .plain }
    }
  }

  /// Collects a byte of a multi-byte character. ``HarmlessOutput`` passes whole characters, so the
  /// first byte tells the length.
  private mutating func handlePart(_ byte: UInt8) {
    if byte & 0xC0 != 0x80 { pending = [] }
    pending.append(byte)
    let length = pending[0] < 0xE0 ? 2 : pending[0] < 0xF0 ? 3 : 4
    guard pending.count == length else { return }
    for scalar in String(decoding: pending, as: UTF8.self).unicodeScalars { put(scalar) }
    pending = []
  }

  /// Writes a character at the cursor, filling a gap before it with spaces.
  private mutating func put(_ scalar: Unicode.Scalar) {
    guard column < Self.lengthLimit else { return }
    while text.count < column { text.append(" ") }
    if column < text.count { text[column] = scalar } else { text.append(scalar) }
    setLook(at: column)
    column += 1
  }

  private mutating func setLook(at place: Int) {
    if place < renditions.count {
      renditions[place] = rendition
    } else if rendition != .plain {
      while renditions.count < place { renditions.append(.plain) }
      renditions.append(rendition)
    }
  }
}
