/// The scalar-by-scalar work behind `SanitisedText`.
struct Sanitiser {
  private let limit: TextLimit
  private var kept = String.UnicodeScalarView()
  private var byteCount = 0
  private var clusterCount = 0
  private var combiningCount = 0
  private var spacePending = false
  /// The joiner at the end so far. It stays if it joins what follows.
  private var joiner: Joiner?
  private(set) var isFull = false

  private static let combiningLimit = 4

  init(limit: TextLimit) { self.limit = limit }

  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.value > 0x200B, let next = Joiner(rawValue: scalar.value) {
      joiner = spacePending ? nil : next
      return
    }
    switch Self.kind(of: scalar) {
    case .lineBreak: spacePending = !kept.isEmpty
    case .forbidden: return
    case .combining: appendCombining(scalar)
    case .base:
      flushSpace()
      appendBase(scalar)
    }
  }

  func finish() -> String {
    var text = String(kept)
    while text.last == " " { text.removeLast() }
    return text
  }

  private mutating func flushSpace() {
    guard spacePending else { return }
    spacePending = false
    if kept.last != " " { appendBase(" ") }
  }

  private mutating func appendBase(_ scalar: Unicode.Scalar) {
    let joiner = takeJoiner(before: scalar)
    guard clusterCount < limit.clusterLimit, fits(scalar, behind: joiner) else {
      isFull = true
      return
    }
    clusterCount += 1
    combiningCount = 0
    if let joiner { keep(joiner) }
    keep(scalar)
  }

  private mutating func takeJoiner(before scalar: Unicode.Scalar) -> Unicode.Scalar? {
    defer { joiner = nil }
    guard let joiner, let last = kept.last, joiner.joins(last, scalar) else { return nil }
    return Unicode.Scalar(joiner.rawValue)
  }

  private mutating func appendCombining(_ scalar: Unicode.Scalar) {
    joiner = nil
    guard !kept.isEmpty, !spacePending, combiningCount < Self.combiningLimit, fits(scalar)
    else { return }
    combiningCount += 1
    keep(scalar)
  }

  private func fits(_ scalar: Unicode.Scalar, behind joiner: Unicode.Scalar? = nil) -> Bool {
    byteCount + (joiner.map(UTF8.width) ?? 0) + UTF8.width(scalar) <= limit.byteLimit
  }

  private mutating func keep(_ scalar: Unicode.Scalar) {
    byteCount += UTF8.width(scalar)
    kept.append(scalar)
  }

  private enum Kind {
    case lineBreak, forbidden, combining, base
  }

  /// Whether it may be shown: it draws something, and does nothing else.
  static func admits(_ scalar: Unicode.Scalar) -> Bool {
    switch kind(of: scalar) {
    case .base, .combining: true
    case .lineBreak, .forbidden: false
    }
  }

  /// facts: CVE-2003-0070, CVE-2021-42574 and their kin; what no sink may ever see.
  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    if (0x20..<0x7F).contains(scalar.value) { return .base }
    if isBreak(scalar) { return .lineBreak }
    if isInvisibleFiller(scalar) { return .forbidden }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      .forbidden
    case .nonspacingMark, .enclosingMark: .combining
    case .spacingMark: isJoining(scalar) ? .combining : .base
    default: .base
    }
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Letters and marks that draw nothing and so could hide text or shift columns.
  private static func isInvisibleFiller(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0, 0xFE00...0xFE0F,
      0xE0100...0xE01EF:
      true
    default: false
    }
  }

  /// Some spacing marks (of Myanmar's scripts, say) are clusters of their own: see
  /// https://unicode.org/reports/tr29/#SpacingMark.
  private static func isJoining(_ mark: Unicode.Scalar) -> Bool {
    String(String.UnicodeScalarView(["a", mark])).count == 1
  }
}

extension UTF8 {
  /// Returns the number of bytes that `scalar` takes in UTF-8, 1 to 4.
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x80: 1
    case ..<0x800: 2
    case ..<0x10000: 3
    default: 4
    }
  }
}

/// A character that draws nothing and changes how its neighbours are drawn. A joiner makes one emoji
/// of several, and binds or parts letters (The Unicode Standard, 23.2, *Layout Controls*).
///
/// A joiner that changes its neighbours is a part of the text. Any other joiner, for example between
/// Latin letters, could only hide something.
enum Joiner: UInt32 {
  case nonJoiner = 0x200C
  case joiner = 0x200D

  func joins(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    if Self.isCursive(first), Self.isCursive(second) { return true }
    return self == .joiner && Self.isPictographic(first) && Self.isPictographic(second)
  }

  /// No digit and no `#`, which are emoji by the standard.
  private static func isPictographic(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF && scalar.properties.isEmoji
  }

  /// A letter or a mark of a script whose letters are written together: from Arabic to Myanmar,
  /// Khmer and Mongolian.
  private static func isCursive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0620...0x08FF, 0x0900...0x109F, 0x1780...0x17D3, 0x1820...0x18AA:
      scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered
    default: false
    }
  }
}
