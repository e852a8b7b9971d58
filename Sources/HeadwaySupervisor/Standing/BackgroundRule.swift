/// When a command has the priority of what nobody sees: from the loss of its terminal on, while nobody
/// is attached, and nobody looks at it. One that never had a terminal, as in a script, runs as it was
/// started. Pure.
struct BackgroundRule: Hashable {
  private var hadTerminal = false
  private(set) var isBackground = false

  /// Whether that changed.
  mutating func note(hasTerminal: Bool, isDriven: Bool, isSelected: Bool = false) -> Bool {
    hadTerminal = hadTerminal || hasTerminal
    let before = isBackground
    isBackground = hadTerminal && !hasTerminal && !isDriven && !isSelected
    return isBackground != before
  }
}
