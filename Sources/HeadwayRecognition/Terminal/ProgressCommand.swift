/// A progress report of a command to its terminal: `OSC 9 ; 4 ; state ; percent`.
///
/// The sequence comes from ConEmu. Windows Terminal, Ghostty and tmux know it, too.
enum ProgressCommand: Equatable {
  /// State 0: the report is taken back.
  case clear
  /// State 1 (normal), 2 (error) or 4 (paused).
  ///
  /// The percent is 0…100, and nil if it is left out. The work rests in an error and while paused.
  case measured(percent: Int64?, isResting: Bool)
  /// State 3: work of unknown extent.
  case indeterminate

  /// Reads the bytes between `ESC ]` and the end of the sequence.
  ///
  /// Nil for every other sequence, an unknown state, and a percent that isn't a number. A percent
  /// above 100 reads as 100, and a negative percent as an unknown extent. A `;` at the end is
  /// accepted.
  init?(_ sequence: [UInt8]) {
    let fields = sequence.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard fields.count >= 3, fields[0].elementsEqual("9".utf8), fields[1].elementsEqual("4".utf8),
      let state = Self.number(fields[2])
    else { return nil }
    // Some programs send -1 where they don't know how far they are.
    if (1...4).contains(state), fields.count > 3, Self.isNegative(fields[3]) {
      self = .indeterminate
      return
    }
    if state == 0 {
      self = .clear
      return
    }
    guard let percent = Self.percent(fields.dropFirst(3).first) else { return nil }
    switch state {
    case 1: self = .measured(percent: percent, isResting: false)
    case 2, 4: self = .measured(percent: percent, isResting: true)
    case 3: self = .indeterminate
    default: return nil
    }
  }

  private static func isNegative(_ field: ArraySlice<UInt8>) -> Bool {
    field.first == UInt8(ascii: "-") && number(field.dropFirst()) != nil
  }

  /// The percent field. The outer nil means that it is no number, the inner one that it is missing
  /// or empty.
  private static func percent(_ field: ArraySlice<UInt8>?) -> Int64?? {
    guard let field, !field.isEmpty else { return .some(nil) }
    guard let number = number(field) else { return nil }
    return min(number, 100)
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    let digits = Array(field)
    return digits.span.number(in: digits.indices)
  }
}
