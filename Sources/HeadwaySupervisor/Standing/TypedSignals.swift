internal import HeadwaySystem

/// The signals that typed keys mean to the pty in its present modes.
///
/// `InputPump` and `AttachServer` compute the value; `Supervision` acts on it.
struct TypedSignals: Hashable {
  /// Whether the keys send SIGINT to the command.
  var interrupts = false
  /// Whether the keys send SIGQUIT to the command.
  var quits = false
  /// Whether a halted command must be released for the keys: Ctrl-C or Ctrl-\; in raw mode Ctrl-Z
  /// too.
  var wakes = false
  /// Whether the keys send SIGTSTP to the command.
  var stops = false

  /// The bytes of Ctrl-C, Ctrl-Z and Ctrl-\, which a program in raw mode reads itself.
  private static let rawBytes: [UInt8] = [0x03, 0x1A, 0x1C]

  init() {}

  /// Looks `keys` up in the modes of the pty `master`. No signal if the modes can't be read.
  init(_ keys: [UInt8], at master: OwnedDescriptor) {
    guard let modes = try? TerminalModes(of: master.raw) else { return }
    func hasTyped(_ byte: UInt8?) -> Bool { byte.map(keys.contains) ?? false }
    interrupts = hasTyped(modes.interruptByte)
    quits = hasTyped(modes.quitByte)
    stops = hasTyped(modes.stopByte)
    wakes =
      modes.signals
      ? interrupts || quits : Self.rawBytes.contains(where: keys.contains)
  }

  /// Adds the signals of `other`.
  mutating func formUnion(_ other: TypedSignals) {
    interrupts = interrupts || other.interrupts
    quits = quits || other.quits
    wakes = wakes || other.wakes
    stops = stops || other.stops
  }
}
