/// The rule for when a command runs at the lower priority of background work.
///
/// A command is in the background if it has lost its terminal, nobody attached has the keys, and
/// nobody has selected it in a monitor. A command that never had a terminal, as in a script, keeps
/// its priority. Pure.
struct BackgroundRule: Hashable {
  private var hadTerminal = false
  /// Whether the command runs at the lower priority.
  private(set) var isBackground = false

  /// Takes in the current state. Returns whether ``isBackground`` has changed.
  mutating func note(hasTerminal: Bool, isDriven: Bool, isSelected: Bool = false) -> Bool {
    hadTerminal = hadTerminal || hasTerminal
    let before = isBackground
    isBackground = hadTerminal && !hasTerminal && !isDriven && !isSelected
    return isBackground != before
  }
}
