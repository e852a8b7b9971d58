internal import HeadwayModel

/// The attributes and the colour with which a terminal draws text, if it can.
package struct Look: Hashable, Sendable {
  package var attributes: TextAttributes
  package var colour: Colour

  package init(_ attributes: TextAttributes = [], _ colour: Colour = .standard) {
    self.attributes = attributes
    self.colour = colour
  }

  /// Reads attributes and at most one colour, in any order: `bold #ffaf00`, `dim`, `plain`. git has
  /// the same form for its colours (git-config(1)). Nil for any other text.
  package init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty else { return nil }
    self.init()
    var hasColour = false
    for word in words {
      if let attribute = TextAttributes.names[word] {
        attributes.insert(attribute)
      } else if let colour = Colour(word), !hasColour {
        (self.colour, hasColour) = (colour, true)
      } else {
        return nil
      }
    }
  }
}

/// The attributes that nearly every terminal can draw.
package struct TextAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let bold = TextAttributes(rawValue: 1)
  package static let dim = TextAttributes(rawValue: 2)
  package static let reverse = TextAttributes(rawValue: 4)
  package static let underline = TextAttributes(rawValue: 8)

  fileprivate static let names: [String: TextAttributes] = [
    "plain": [], "bold": .bold, "dim": .dim, "reverse": .reverse, "underline": .underline,
  ]
}
