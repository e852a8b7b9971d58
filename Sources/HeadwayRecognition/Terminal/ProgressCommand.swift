/// `OSC 9 ; 4 ; state ; percent`: progress as terminals understand it (ConEmu's sequence, also
/// Windows Terminal's, Ghostty's and tmux's).
enum ProgressCommand: Equatable {
  case clear
  /// The percent, 0 to 100, may be left out; after an error and paused it rests.
  case measured(percent: Int64?, isResting: Bool)
  case indeterminate

  /// Reads what stands between `ESC ]` and its end; nil for every other command, an unknown state
  /// or a percent that isn't a number. More than 100 reads as 100; a trailing `;` is accepted.
  init?(_ sequence: [UInt8]) {
    let fields = sequence.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard fields.count >= 3, fields[0].elementsEqual("9".utf8), fields[1].elementsEqual("4".utf8),
      let state = Self.number(fields[2]), let percent = Self.percent(fields.dropFirst(3).first)
    else { return nil }
    switch state {
    case 0: self = .clear
    case 1: self = .measured(percent: percent, isResting: false)
    case 2, 4: self = .measured(percent: percent, isResting: true)
    case 3: self = .indeterminate
    default: return nil
    }
  }

  /// The outer nil is no number; the inner one is a field that is missing or empty.
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
