import HeadwayCore

/// What is kept of a task's output, in lines as a terminal would have left them: what was drawn over
/// is gone.
///
/// The oldest lines go first. A line keeps its number, counted from the first that came.
struct OutputText: Sendable {
  /// What the lines take, in bytes, with eight for each; a quarter more before the oldest go.
  let byteLimit: Int
  /// Something came before the first line, and isn't here.
  private(set) var isCut: Bool
  private var harmless = HarmlessOutput()
  private var line = OpenLine()
  private var bytes: [UInt8] = []
  /// Where each line that has ended begins in `bytes`.
  private var starts: [Int] = []
  /// Of lines that aren't plain, by their numbers.
  private var stretches: [Int: [Stretch]] = [:]
  private var stretchCount = 0
  /// How many lines went.
  private var gone = 0

  /// A part of a line in one look.
  struct Stretch: Hashable, Sendable {
    /// In bytes, from the line's beginning.
    let end: Int
    let rendition: GraphicRendition
  }

  init(byteLimit: Int, isCut: Bool = false) {
    self.byteLimit = byteLimit
    self.isCut = isCut
  }

  /// The numbers of all lines; the last one may still be written.
  var lines: Range<Int> { gone..<gone + starts.count + (line.isEmpty ? 0 : 1) }

  /// UTF-8; empty for a line that isn't here.
  func utf8(line number: Int) -> [UInt8] {
    let index = number - gone
    if index == starts.count { return line.content.utf8 }
    guard starts.indices.contains(index) else { return [] }
    return Array(bytes[starts[index]..<end(ofLine: index)])
  }

  /// How the line looks, from its beginning to its end; nothing for one that is plain.
  func stretches(line number: Int) -> [Stretch] {
    number - gone == starts.count ? line.content.stretches : stretches[number] ?? []
  }

  subscript(line number: Int) -> String { String(decoding: utf8(line: number), as: UTF8.self) }

  /// The last `count` lines that aren't blank.
  func last(_ count: Int) -> [String] {
    var found: [String] = []
    for number in lines.reversed() where found.count < count {
      let text = self[line: number]
      if text.utf8.contains(where: { $0 != UInt8(ascii: " ") }) { found.append(text) }
    }
    return found.reversed()
  }

  mutating func append(_ output: some Sequence<UInt8>) {
    for byte in harmless.pass(output) where line.take(byte) { endLine() }
    if size > byteLimit + byteLimit / 4 { dropOldest() }
  }

  private static let lineCost = MemoryLayout<Int>.size

  private var size: Int {
    bytes.count + starts.count * Self.lineCost
      + stretchCount * MemoryLayout<Stretch>.stride * 2
  }

  private func end(ofLine index: Int) -> Int {
    index + 1 < starts.count ? starts[index + 1] : bytes.count
  }

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

/// A line that is still written: text goes where the cursor is, over what is there.
///
/// Takes what ``HarmlessOutput`` passes.
private struct OpenLine {
  /// What is further right isn't kept.
  private static let lengthLimit = 1 << 14

  private var text: [Unicode.Scalar] = []
  /// How each looks; shorter where the rest is plain.
  private var renditions: [GraphicRendition] = []
  /// How the next will look: it lasts beyond the line.
  private var rendition = GraphicRendition.plain
  private var column = 0
  /// Of a character, or of a sequence.
  private var pending: [UInt8] = []
  private var isInSequence = false

  var isEmpty: Bool { text.allSatisfy { $0 == " " } }

  struct Content {
    var utf8: [UInt8] = []
    var stretches: [OutputText.Stretch] = []
  }

  /// Without blanks at its end.
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

  mutating func restart() {
    text.removeAll(keepingCapacity: true)
    renditions.removeAll(keepingCapacity: true)
    (column, pending, isInSequence) = (0, [], false)
  }

  /// Whether `byte` ends the line.
  mutating func take(_ byte: UInt8) -> Bool {
    if isInSequence {
      takeSequence(byte)
      return false
    }
    switch byte {
    case UInt8(ascii: "\n"): return true
    case UInt8(ascii: "\r"): column = 0
    case 0x08: column = max(0, column - 1)
    case UInt8(ascii: "\t"): column = min((column / 8 + 1) * 8, Self.lengthLimit)
    case 0x1B: isInSequence = true
    case 0x20..<0x7F: put(Unicode.Scalar(byte))
    default: takePart(byte)
    }
    return false
  }

  /// Looks, and the clearing of a line (ECMA-48, SGR and EL).
  private mutating func takeSequence(_ byte: UInt8) {
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

  /// Of a character of several bytes, which come whole.
  private mutating func takePart(_ byte: UInt8) {
    if byte & 0xC0 != 0x80 { pending = [] }
    pending.append(byte)
    let length = pending[0] < 0xE0 ? 2 : pending[0] < 0xF0 ? 3 : 4
    guard pending.count == length else { return }
    for scalar in String(decoding: pending, as: UTF8.self).unicodeScalars { put(scalar) }
    pending = []
  }

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
