import HeadwayMonitor

/// A mouse report of a terminal: `CSI < button ; column ; row M` (xterm's control sequences, mode
/// 1006).
struct MouseReport: Hashable {
  /// More characters than one has.
  static let lengthLimit = 24
  /// The character before the parameters.
  static let mark: UInt32 = 0x3C

  let action: MouseAction
  let row: Int
  let column: Int

  /// Reads a report; nil for any other sequence, and for reports that the monitor doesn't act on:
  /// releases, other buttons, and buttons with a modifier key.
  init?(_ parameters: [UInt32], final: UInt32) {
    guard final == 0x4D, parameters.first == Self.mark, parameters.count < Self.lengthLimit else {
      return nil
    }
    let text = String(
      String.UnicodeScalarView(parameters.dropFirst().compactMap(Unicode.Scalar.init)))
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2],
      let action = Self.actions[button], column > 0, row > 0
    else { return nil }
    self.action = action
    self.row = row - 1
    self.column = column - 1
  }

  private static let actions: [Int: MouseAction] = [0: .press, 64: .wheelUp, 65: .wheelDown]
}
