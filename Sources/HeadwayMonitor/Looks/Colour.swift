internal import HeadwayModel

/// A colour of text.
package enum Colour: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// A colour of the terminal's palette. 0 to 7 are black to white and 8 to 15 the bright ones, as
  /// the user has set them. From 16 on they are fixed (xterm).
  case palette(UInt8)
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// Reads `yellow`, `bright-yellow`, `214`, `#ffaf00` or `default`; nil for any other text.
  package init?(_ text: String) {
    if text == "default" {
      self = .standard
    } else if let index = Self.names.firstIndex(of: text) {
      self = .palette(UInt8(index))
    } else if text.hasPrefix("bright-"),
      let index = Self.names.firstIndex(of: String(text.dropFirst(7)))
    {
      self = .palette(UInt8(index) + 8)
    } else if text.utf8.count == 7, text.hasPrefix("#"),
      let value = UInt32(text.dropFirst(), radix: 16),
      text.dropFirst().allSatisfy(\.isHexDigit)
    {
      self = Self(hex: value)
    } else if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let index = UInt8(text) {
      self = .palette(index)
    } else {
      return nil
    }
  }

  /// `0xRRGGBB`
  package init(hex value: UInt32) {
    self = .rgb(
      red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }

  /// The number that a terminal of `count` colours has for it, or for the one nearest to it
  /// (terminfo(5), `colors`, `setaf`); nil for its own colour, and where it has none.
  package func number(among count: Int) -> Int? {
    guard count >= 8 else { return nil }
    switch self {
    case .standard: return nil
    case .palette(let index) where index < 8: return Int(index)
    case .palette(let index) where count >= 1 << 24: return Self.value(Self.components(of: index))
    case .palette(let index) where Int(index) < count: return Int(index)
    case .palette(let index) where index < 16: return Int(index) - 8
    case .palette(let index): return Self.nearest(to: Self.components(of: index), among: count)
    case .rgb(let red, let green, let blue):
      let components = [red, green, blue].map(Int.init)
      if count >= 1 << 24 { return Self.value(components) }
      return Self.nearest(to: components, among: count)
    }
  }

  /// A direct colour below 8 would be taken for one of the palette.
  private static func value(_ components: [Int]) -> Int {
    max(8, components.reduce(0) { $0 << 8 | $1 })
  }

  /// Returns the nearest colour of those that are the same on every terminal: from 16 on, if there
  /// are so many.
  private static func nearest(to components: [Int], among count: Int) -> Int {
    let choices = count >= 256 ? 16..<256 : 0..<min(count, 16)
    let distance = { (index: Int) -> Int in
      zip(components, Self.components(of: UInt8(index))).reduce(0) {
        $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
      }
    }
    return choices.min { distance($0) < distance($1) } ?? 7
  }

  /// Returns the components of a palette colour in xterm: the palette, a cube of six steps each
  /// way, and greys.
  private static func components(of index: UInt8) -> [Int] {
    let index = Int(index)
    switch index {
    case ..<16: return palette[index]
    case ..<232: return [36, 6, 1].map { steps[(index - 16) / $0 % 6] }
    default: return Array(repeating: 8 + (index - 232) * 10, count: 3)
    }
  }

  private static let steps = [0, 95, 135, 175, 215, 255]

  private static let palette = [
    [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205],
    [229, 229, 229], [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255],
    [255, 0, 255], [0, 255, 255], [255, 255, 255],
  ]
}
