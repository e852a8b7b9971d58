import HeadwayCore

/// Phases by names that may come again, no two in a row alike.
struct PhaseNames: Sendable {
  private(set) var current: SanitisedText?
  private var last: SanitisedText = .empty
  private var repeats = 0

  mutating func begin(_ name: SanitisedText) {
    repeats = name == last ? repeats + 1 : 1
    last = name
    current = repeats == 1 ? name : SanitisedText("\(name), again (\(repeats))")
  }

  /// What follows has no name of its own.
  mutating func end() { current = SanitisedText("after \(last)") }
}
