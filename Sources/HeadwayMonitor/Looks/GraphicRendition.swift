internal import HeadwayModel

/// The colour and the attributes that a command has set for its next output (ECMA-48, SGR), in two
/// bytes, because each character has its own.
///
/// The type keeps bold, dim and reversed, and the sixteen colours of the palette. Any other colour
/// becomes the nearest of these. A background is shown as a reversed foreground colour, because text
/// could be invisible without its background.
package struct GraphicRendition: Hashable, Sendable {
  /// The attributes in the low bits. The bits above them are 0 for the terminal's own colour,
  /// otherwise the number of the colour plus 1.
  private var bits: UInt16 = 0

  package static let plain = GraphicRendition()

  private static let bold: UInt16 = 1
  private static let dim: UInt16 = 2
  private static let reversed: UInt16 = 4
  /// The colour is that of the background.
  private static let background: UInt16 = 8
  private static let attributeMask = bold | dim | reversed | background
  private static let colourShift = attributeMask.nonzeroBitCount
  private static let kept: [(bits: UInt16, attribute: TextAttributes)] = [
    (bold, .bold), (dim, .dim), (reversed | background, .reverse),
  ]

  package init() {}

  package var attributes: TextAttributes {
    Self.kept.reduce(into: []) { if bits & $1.bits != 0 { $0.insert($1.attribute) } }
  }

  /// The number of the palette colour, 0 to 15. Nil for the terminal's own colour.
  package var paletteIndex: UInt8? {
    let number = bits >> Self.colourShift
    return number == 0 ? nil : UInt8(truncatingIfNeeded: number - 1)
  }

  /// Applies the parameters of an SGR sequence: the bytes between `ESC [` and `m`. Ignores unknown
  /// parameters.
  package mutating func select(_ parameters: ArraySlice<UInt8>) {
    var rest = Parameters(parameters)
    while let parameter = rest.next() { select(parameter, &rest) }
  }

  private mutating func select(_ parameter: Parameters.Element, _ rest: inout Parameters) {
    switch parameter.number {
    case 0: self = .plain
    case 1: bits |= Self.bold
    case 2: bits |= Self.dim
    case 7: bits |= Self.reversed
    case 22: bits &= ~(Self.bold | Self.dim)
    case 27: bits &= ~Self.reversed
    case 30...37: setForeground(.palette(UInt8(parameter.number - 30)))
    case 38: if let colour = rest.colour(behind: parameter) { setForeground(colour) }
    case 39: setForeground(nil)
    case 40...47: setBackground(.palette(UInt8(parameter.number - 40)))
    case 48: if let colour = rest.colour(behind: parameter) { setBackground(colour) }
    case 49: setBackground(nil)
    case 58: _ = rest.colour(behind: parameter)
    case 90...97: setForeground(.palette(UInt8(parameter.number - 90 + 8)))
    case 100...107: setBackground(.palette(UInt8(parameter.number - 100 + 8)))
    default: break
    }
  }

  /// Sets the foreground colour. A background keeps its colour, because there is room for one
  /// colour only.
  private mutating func setForeground(_ colour: Colour?) {
    if bits & Self.background == 0 { setColour(colour) }
  }

  /// Sets the colour of the background. Nil removes the background.
  private mutating func setBackground(_ colour: Colour?) {
    if colour == nil, bits & Self.background == 0 { return }
    bits = colour == nil ? bits & ~Self.background : bits | Self.background
    setColour(colour)
  }

  private mutating func setColour(_ colour: Colour?) {
    let number = colour?.number(among: 16).map { UInt16(truncatingIfNeeded: $0) + 1 } ?? 0
    bits = bits & Self.attributeMask | number << Self.colourShift
  }
}

/// The parameters of an SGR sequence. A parameter that is left out is 0. A parameter may have parts
/// of its own, separated by colons (ITU-T T.416).
private struct Parameters {
  struct Element {
    var number: Int
    var parts: [Int]
  }

  private var elements: ArraySlice<Element>

  init(_ text: ArraySlice<UInt8>) {
    elements =
      text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
        let numbers = field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
          .map(Self.number)
        return Element(number: numbers.first ?? 0, parts: Array(numbers.dropFirst()))
      }[...]
  }

  mutating func next() -> Element? { elements.popFirst() }

  /// Reads the colour that follows the parameters 38, 48 and 58: `5` and a number of the palette,
  /// or `2` and three components. These values are parts of the parameter or, as most programs
  /// write them, further parameters. Nil if they aren't complete.
  mutating func colour(behind parameter: Element) -> Colour? {
    var values = parameter.parts
    if values.isEmpty {
      let count = elements.first?.number == 5 ? 2 : elements.first?.number == 2 ? 4 : 1
      values = elements.prefix(count).map(\.number)
      elements = elements.dropFirst(count)
    }
    let components = values.suffix(values.first == 5 ? 1 : 3).map { UInt8(clamping: $0) }
    switch (values.first, values.count) {
    case (5, 2): return .palette(components[0])
    case (2, 4...): return .rgb(red: components[0], green: components[1], blue: components[2])
    default: return nil
    }
  }

  /// Reads a number, limited to 9999, because no larger number has a meaning. 0 for an empty text.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { min(9999, $0 * 10 + max(0, Int($1) - Int(UInt8(ascii: "0")))) }
  }
}
