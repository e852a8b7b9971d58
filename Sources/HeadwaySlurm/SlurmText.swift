import HeadwayModel

/// The forms of values that several of Slurm's commands share.
enum SlurmText {
  /// Returns the text of a field. Padding and Slurm's word for nothing, `(null)`, are left out.
  static func field(_ bytes: ArraySlice<UInt8>) -> String {
    var rest = bytes
    while rest.last == UInt8(ascii: " ") { rest.removeLast() }
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    let text = String(decoding: rest, as: UTF8.self)
    return ["(null)", "N/A", "None", "Unknown"].contains(text) ? "" : text
  }

  /// Returns the text of a field of a fixed width. A character that the width cut is left out.
  static func cutField(_ bytes: ArraySlice<UInt8>) -> String {
    var rest = bytes
    let isFull = rest.last != UInt8(ascii: " ")
    while rest.last == UInt8(ascii: " ") { rest.removeLast() }
    var text = String(decoding: rest, as: UTF8.self)
    if isFull, text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
    return text == "(null)" ? "" : text
  }

  /// Reads seconds since 1970, the form of times under ``SlurmQueue/environment``. Nil for anything
  /// else, such as `N/A`.
  static func time(_ text: some StringProtocol) -> WallTime? {
    guard let seconds = Int(digits: text), seconds > 0, seconds <= 253_402_300_799 else {
      return nil
    }
    return WallTime(millisecondsSinceEpoch: Int64(seconds) * 1000)
  }

  /// Reads a length such as `59:59`, `1:00:00` or `1-02:03:04`. Nil for `UNLIMITED`, `INVALID` and
  /// everything else.
  static func duration(_ text: some StringProtocol) -> Duration? {
    guard text.utf8.count <= 32 else { return nil }
    let days = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let clock = days.last, days.count <= 2 else { return nil }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0
    for part in parts {
      guard part.utf8.count <= 7, let number = Int(digits: part) else { return nil }
      seconds = seconds * 60 + number
    }
    guard days.count == 2 else { return .seconds(seconds) }
    guard days[0].utf8.count <= 7, let count = Int(digits: days[0]) else { return nil }
    return .seconds(count * 86_400 + seconds)
  }

  /// Reads an exit status: `3:0` and `0:11` (code and signal), or `768` (wait(2)). Nil for anything
  /// else.
  static func exit(_ text: some StringProtocol) -> ExitStatus? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first.flatMap({ Int(digits: $0) }) else { return nil }
    if parts.count == 2 {
      guard let signal = Int(digits: parts[1]) else { return nil }
      if signal > 0 { return Int32(exactly: signal).map(ExitStatus.signal) }
      return Int32(exactly: first).map(ExitStatus.code)
    }
    guard parts.count == 1, first <= 0xFFFF else { return nil }
    let signal = first & 0x7F
    return signal > 0 ? .signal(Int32(signal)) : .code(Int32(first >> 8))
  }
}
