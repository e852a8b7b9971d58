import HeadwayModel

/// What no text may hold, whatever it came from: written down once more, by value, and not by the
/// properties that the sanitiser asks for.
enum HarmlessText {
  /// They stay between two that they join, and nowhere else.
  private static let joiners: ClosedRange<UInt32> = 0x200C...0x200D

  static func check(_ text: SanitisedText) throws(BrokenPromise) {
    try promise(!joiners.contains(try check(text.string)), "a joiner of nothing")
  }

  /// Of a part of a text, which may end between two that are joined: the last of it.
  @discardableResult
  static func check(_ part: String) throws(BrokenPromise) -> UInt32 {
    var last: UInt32 = 0
    for scalar in part.unicodeScalars {
      let joins = joiners.contains(scalar.value) && last >= 0x600 && !joiners.contains(last)
      try promise(
        joins || !isHarmful(scalar.value), "U+\(String(scalar.value, radix: 16)) in a text")
      last = scalar.value
    }
    return last
  }

  static func check(_ text: SanitisedText?) throws(BrokenPromise) {
    if let text { try check(text) }
  }

  static func isHarmful(_ value: UInt32) -> Bool {
    if value >= 0x20, value < 0x7F { return false }
    return switch value {
    // C0, DEL and C1; then separators, bidirectional and zero-width controls, byte-order marks.
    case ..<0x20, 0x7F...0x9F, 0x061C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xFFF9...0xFFFB:
      true
    // Soft hyphens, fillers, variation selectors, tags, noncharacters.
    case 0xAD, 0x034F, 0x115F, 0x1160, 0x3164, 0xFFA0, 0xFE00...0xFE0F, 0xE0000...0xE0FFF,
      0xFDD0...0xFDEF, 0xFFFE, 0xFFFF:
      true
    default: false
    }
  }
}

extension TaskSnapshot {
  /// Every text of it.
  var texts: [SanitisedText?] {
    [title, identifier, subtitle, cancelNote, directory, group, terms.blockedOn, progress.unit]
      + [progress.phase] + (command ?? []) + terms.waitsFor
  }
}
