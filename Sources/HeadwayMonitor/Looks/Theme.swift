internal import HeadwayModel

/// The look of each role. Nothing on a screen depends on colour alone.
package struct Theme: Hashable, Sendable {
  private var looks: [StyleRole: Look]

  package subscript(role: StyleRole) -> Look {
    get { looks[role] ?? Look() }
    set { looks[role] = newValue }
  }

  private init(_ looks: [StyleRole: Look]) { self.looks = looks }

  /// Returns this theme with other colours for some roles.
  private func with(_ colours: [StyleRole: UInt32]) -> Theme {
    colours.reduce(into: self) { $0[$1.key].colour = Colour(hex: $1.value) }
  }

  /// The theme in the terminal's own colours, which the user has chosen.
  package static let terminal = Theme([
    .faint: Look(.dim), .heading: Look(.bold), .selectedTitle: Look(.bold),
    .selection: Look([], .palette(6)), .running: Look([], .palette(2)),
    .attention: Look(.bold, .palette(3)), .success: Look([], .palette(2)),
    .failure: Look([], .palette(1)), .measured: Look([], .palette(6)),
    .estimated: Look(.dim, .palette(6)), .frame: Look(.dim), .percent: Look(.bold),
    .keyName: Look(.bold), .prompt: Look(.reverse), .warning: Look([], .palette(3)),
  ])

  /// The theme for a dark background. It doesn't depend on the palette of the terminal.
  package static let dark = undimmed.with([
    .faint: 0x8A9099, .selection: 0x5FB3F0, .running: 0x8CCF7E, .attention: 0xFFC05C,
    .success: 0x8CCF7E, .failure: 0xF47067, .measured: 0x5FB3F0, .estimated: 0x3A6A91,
    .frame: 0x5C636D, .percent: 0xE6EAF0, .keyName: 0xE6EAF0, .warning: 0xFFC05C,
    .heading: 0xE6EAF0, .selectedTitle: 0xE6EAF0,
  ])

  /// The theme for a light background.
  package static let light = undimmed.with([
    .faint: 0x6B7280, .selection: 0x0B63B5, .running: 0x1F7A3A, .attention: 0x9A4A00,
    .success: 0x1F7A3A, .failure: 0xB3211B, .measured: 0x0B63B5, .estimated: 0x8DB8DE,
    .frame: 0x9AA1AB, .percent: 0x14181F, .keyName: 0x14181F, .warning: 0x9A4A00,
    .heading: 0x14181F, .selectedTitle: 0x14181F,
  ])

  /// The theme without dim text and with bright colours.
  package static let highContrast = Theme([
    .heading: Look(.bold), .title: Look(), .selectedTitle: Look([.bold, .underline]),
    .selection: Look(.bold, .palette(14)), .running: Look(.bold, .palette(10)),
    .attention: Look([.bold, .reverse], .palette(11)), .success: Look(.bold, .palette(10)),
    .failure: Look(.bold, .palette(9)), .measured: Look(.bold, .palette(15)),
    .estimated: Look([], .palette(15)), .percent: Look(.bold), .keyName: Look([.bold, .underline]),
    .prompt: Look([.bold, .reverse]), .warning: Look(.bold, .palette(11)),
  ])

  /// The theme without colours.
  package static let mono = Theme([
    .faint: Look(.dim), .heading: Look(.bold), .selectedTitle: Look(.bold),
    .attention: Look(.bold), .failure: Look(.bold), .estimated: Look(.dim), .frame: Look(.dim),
    .percent: Look(.bold), .keyName: Look(.bold), .prompt: Look(.reverse), .warning: Look(.bold),
  ])

  /// The base of themes that make text faint by colour.
  private static let undimmed = Theme([
    .heading: Look(.bold), .selectedTitle: Look(.bold), .attention: Look(.bold),
    .percent: Look(.bold), .keyName: Look(.bold), .prompt: Look(.reverse),
  ])
}

/// The meaning of something on the screen. A ``Theme`` has the look of each role.
package enum StyleRole: String, Hashable, Sendable, CaseIterable {
  case plain, faint, heading, title
  case selectedTitle = "selected-title"
  /// The bar beside the selected card.
  case selection
  case running
  /// A task that needs a person.
  case attention
  case success, failure
  /// The measured part of a progress bar, the estimated part, and the ends.
  case measured, estimated, frame
  case percent
  case keyName = "key"
  /// A question that the monitor itself asks, and a match of a search.
  case prompt
  /// A warning, such as a lost hub or a request that failed.
  case warning
}
