internal import HeadwaySystem

/// What keys mean to the pty as it is now, and to a command that stands still.
struct TypedSignals: Hashable {
  /// SIGINT goes to the command.
  var interrupts = false
  /// SIGQUIT goes to the command.
  var quits = false
  /// A command that stands still must not miss it: Ctrl-C and Ctrl-\; in raw mode Ctrl-Z too.
  var wakes = false
  /// SIGTSTP goes to the command.
  var stops = false

  /// What they are in raw mode, to the program that reads them.
  private static let rawBytes: [UInt8] = [0x03, 0x1A, 0x1C]

  init() {}

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

  mutating func formUnion(_ other: TypedSignals) {
    interrupts = interrupts || other.interrupts
    quits = quits || other.quits
    wakes = wakes || other.wakes
    stops = stops || other.stops
  }
}
