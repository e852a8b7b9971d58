/// A character that draws nothing, and changes how those beside it are drawn: of several emoji it
/// makes one, of letters it binds some and parts others (The Unicode Standard, 23.2, *Layout
/// Controls*).
///
/// Where it does so it is a part of the text. Elsewhere, between Latin letters say, it can only
/// hide something.
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
