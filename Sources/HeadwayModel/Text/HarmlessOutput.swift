/// Makes a program's output harmless for whoever's terminal it is printed on later: text, line
/// ends, backspaces, colours (SGR) and the clearing of a line stay; all other control sequences and
/// characters go, and what isn't UTF-8 becomes U+FFFD.
///
/// Bytes in, bytes out, however they are cut; what isn't whole yet is held.
public struct HarmlessOutput: Sendable {
  private enum Place {
    case text, escape, sequence
    /// An operating system command or its like, up to BEL or ESC `\\`.
    case string
    /// ESC within a string.
    case stringEscape
  }

  private static let escape: UInt8 = 0x1B
  private static let bell: UInt8 = 0x07
  private static let replacement = Array("\u{FFFD}".utf8)
  /// No colour is longer.
  private static let heldLimit = 64

  private var place = Place.text
  private var held: [UInt8] = []
  private var missingBytes = 0
  /// Colours were passed: end with ``closing``.
  private var isColoured = false

  /// Makes a filter at the beginning of an output.
  public init() {}

  /// Returns the bytes that are harmless, in their order. A sequence may be cut anywhere.
  public mutating func pass(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var passed: [UInt8] = []
    passed.reserveCapacity(bytes.underestimatedCount)
    for byte in bytes { handle(byte, &passed) }
    return passed
  }

  /// Gives the terminal its own colours back.
  public var closing: [UInt8] { isColoured ? Array("\u{1B}[0m".utf8) : [] }

  private mutating func handle(_ byte: UInt8, _ passed: inout [UInt8]) {
    switch place {
    case .text: handleText(byte, &passed)
    case .escape: place = Self.place(after: byte)
    case .sequence: handleSequence(byte, &passed)
    case .string:
      if byte == Self.escape { place = .stringEscape } else if byte == Self.bell { place = .text }
    case .stringEscape: place = byte == UInt8(ascii: "\\") ? .text : Self.place(after: byte)
    }
    if place == .sequence, held.isEmpty { held = [Self.escape, UInt8(ascii: "[")] }
  }

  private static func place(after byte: UInt8) -> Place {
    switch byte {
    case UInt8(ascii: "["): .sequence
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      .string
    case 0x20...0x2F, 0x1B: .escape
    default: .text
    }
  }

  private mutating func handleSequence(_ byte: UInt8, _ passed: inout [UInt8]) {
    if (0x20...0x3F).contains(byte) {
      if held.count < Self.heldLimit { held.append(byte) }
      return
    }
    let isKnown = byte == UInt8(ascii: "m") || byte == UInt8(ascii: "K")
    if isKnown, held.count < Self.heldLimit, held.dropFirst(2).allSatisfy(Self.isParameter) {
      passed += held + [byte]
      isColoured = isColoured || byte == UInt8(ascii: "m")
    }
    (place, held) = (.text, [])
    if byte < 0x20 { handleText(byte, &passed) }
  }

  private static func isParameter(_ byte: UInt8) -> Bool { (0x30...0x3B).contains(byte) }

  private mutating func handleText(_ byte: UInt8, _ passed: inout [UInt8]) {
    if missingBytes > 0 {
      if byte & 0xC0 == 0x80 { return handleContinuation(byte, &passed) }
      passed += Self.replacement
      (held, missingBytes) = ([], 0)
    }
    switch byte {
    case Self.escape: place = .escape
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"), 0x08, 0x20..<0x7F:
      passed.append(byte)
    case 0x00...0x1F, 0x7F: break
    case 0xC2...0xF4:
      held = [byte]
      missingBytes = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
    default: passed += Self.replacement
    }
  }

  private mutating func handleContinuation(_ byte: UInt8, _ passed: inout [UInt8]) {
    held.append(byte)
    missingBytes -= 1
    guard missingBytes == 0 else { return }
    let scalars = String(decoding: held, as: UTF8.self).unicodeScalars
    for scalar in scalars where scalar.isHarmless { passed += Array(String(scalar).utf8) }
    held = []
  }
}
