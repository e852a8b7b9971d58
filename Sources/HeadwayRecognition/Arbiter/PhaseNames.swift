import HeadwayModel

/// Makes names of phases that differ from the name right before.
///
/// The hub begins a new phase only where the name changes. A tool may do `compile` twice in a row;
/// the second phase then is called `compile, again (2)`.
struct PhaseNames: Sendable {
  /// The name of the current phase; nil before the first.
  private(set) var current: SanitisedText?
  private var last: SanitisedText = .empty
  private var repeats = 0

  /// Begins a phase with the tool's name for it.
  mutating func begin(_ name: SanitisedText) {
    repeats = name == last ? repeats + 1 : 1
    last = name
    current = repeats == 1 ? name : SanitisedText("\(name), again (\(repeats))")
  }

  /// Begins a phase that has no name: `after compile`.
  mutating func end() { current = SanitisedText("after \(last)") }
}
