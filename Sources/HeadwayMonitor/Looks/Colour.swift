internal import HeadwayModel

/// A colour of text.
package enum Colour: Hashable, Sendable {
  /// The terminal's own colour.
  case standard
  /// A colour of the terminal's palette. The colours 0 to 7 are black to white, and 8 to 15 are
  /// their bright forms, as the user has set them. The colours from 16 on are fixed (xterm).
  case palette(UInt8)
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// Reads `yellow`, `bright-yellow`, `214`, `#ffaf00` or `default`. Nil for any other text.
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

  /// Creates a colour from a number of the form `0xRRGGBB`.
  package init(hex value: UInt32) {
    self = .rgb(
      red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }

  /// The number of this colour on a terminal with `count` colours, or the number of the nearest
  /// colour there (terminfo(5), `colors`, `setaf`). Nil for the terminal's own colour, and on a
  /// terminal with fewer than eight colours.
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

  /// The number of a direct colour. At least 8, because a terminal takes smaller numbers for
  /// colours of its palette.
  private static func value(_ components: [Int]) -> Int {
    max(8, components.reduce(0) { $0 << 8 | $1 })
  }

  /// Returns the nearest colour of a terminal with `count` colours. With 256 colours or more, only
  /// the colours from 16 on count, because they are the same on every terminal.
  private static func nearest(to components: [Int], among count: Int) -> Int {
    let choices = count >= 256 ? 16..<256 : 0..<min(count, 16)
    let distance = { (index: Int) -> Int in
      zip(components, Self.components(of: UInt8(index))).reduce(0) {
        $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
      }
    }
    return choices.min { distance($0) < distance($1) } ?? 7
  }

  /// Returns red, green and blue of a palette colour in xterm. The colours 0 to 15 are `palette`,
  /// 16 to 231 are a cube of six steps in each direction, and the others are greys.
  private static func components(of index: UInt8) -> [Int] {
    let index = Int(index)
    switch index {
    case ..<16: return palette[index]
    case ..<232: return [36, 6, 1].map { steps[(index - 16) / $0 % 6] }
    default: return Array(repeating: 8 + (index - 232) * 10, count: 3)
    }
  }

  /// The steps of the colour cube.
  private static let steps = [0, 95, 135, 175, 215, 255]

  /// The colours 0 to 15 in xterm.
  private static let palette = [
    [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205],
    [229, 229, 229], [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255],
    [255, 0, 255], [0, 255, 255], [255, 255, 255],
  ]
}
