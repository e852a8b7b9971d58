/// How a cell looks: what it stands for, and how that is drawn on a terminal that can.
package struct Style: Hashable, Sendable {
  package var role: StyleRole
  package var attributes: StyleAttributes
  package var colour: Colour

  /// The one place that says how each role looks. Nothing on screen depends on colour alone.
  package init(_ role: StyleRole) {
    self.role = role
    (attributes, colour) =
      switch role {
      case .plain: ([], .standard)
      case .faint: (.dim, .standard)
      case .heading: (.bold, .standard)
      case .title: ([], .standard)
      case .selectedTitle: (.bold, .standard)
      case .selection: ([], .cyan)
      case .running: ([], .green)
      case .attention: (.bold, .yellow)
      case .success: ([], .green)
      case .failure: ([], .red)
      case .measured: ([], .cyan)
      case .estimated: (.dim, .cyan)
      case .frame: (.dim, .standard)
      case .percent: (.bold, .standard)
      case .keyName: (.bold, .standard)
      case .prompt: (.reverse, .standard)
      case .warning: ([], .yellow)
      }
  }

  package static let plain = Style(.plain)
}

/// What a cell stands for.
package enum StyleRole: Hashable, Sendable, CaseIterable {
  case plain, faint, heading, title, selectedTitle
  /// The bar beside the selected card.
  case selection
  case running
  /// A task needs a person.
  case attention
  case success, failure
  /// The measured and the estimated part of a progress bar, and its ends.
  case measured, estimated, frame
  case percent
  case keyName
  /// A question the monitor itself asks.
  case prompt
  /// The monitor has something to say: a lost hub, a request that failed.
  case warning
}

/// What nearly every terminal can draw.
package struct StyleAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let bold = StyleAttributes(rawValue: 1)
  package static let dim = StyleAttributes(rawValue: 2)
  package static let reverse = StyleAttributes(rawValue: 4)
  package static let underline = StyleAttributes(rawValue: 8)
}

/// The terminal's own foreground, or one of the eight colours every palette redefines to taste.
package enum Colour: Hashable, Sendable, CaseIterable {
  case standard, black, red, green, yellow, blue, magenta, cyan, white
}
