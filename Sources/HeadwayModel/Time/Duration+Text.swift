extension Duration {
  /// Truncated toward zero; clamped to what 64 bits hold.
  public var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, sumOverflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return sumOverflow ? (seconds < 0 ? .min : .max) : sum
  }

  /// The length in floating-point seconds, for rates and for JSON: the number nearest to the whole
  /// nanoseconds.
  public var inSeconds: Double {
    // By halves: to divide 128 bits, as `components` does, takes ten times as long, and each report asks.
    let high = Double(Int64(truncatingIfNeeded: attoseconds >> 64))
    let low = Double(UInt64(truncatingIfNeeded: attoseconds))
    return ((high * 0x1p64 + low) / 1e9).rounded() / 1e9
  }

  /// Makes a length of seconds from outside; nil for NaN, negative numbers and more than a century.
  public init?(nonNegativeSeconds seconds: Double) {
    guard seconds >= 0, seconds <= 3_155_760_000 else { return nil }
    self = .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// Reads the form of the command line: `30s`, `5m`, `1h30m`, `2d`, `250ms`. A bare number is
  /// seconds. Nil for anything else.
  public init?(shortForm text: some StringProtocol) {
    if let seconds = Double(text), text.utf8.allSatisfy(Self.belongsToNumber) {
      self.init(nonNegativeSeconds: seconds)
      return
    }
    var total = Duration.zero
    var digits = ""
    var rest = Substring(text)
    guard !rest.isEmpty else { return nil }
    while let character = rest.popFirst() {
      if character.isASCII, character.isNumber || character == "." {
        digits.append(character)
        continue
      }
      let isMilliseconds = character == "m" && rest.first == "s"
      if isMilliseconds { rest.removeFirst() }
      guard let unit = isMilliseconds ? 0.001 : Self.secondsPerUnit(character),
        let count = Double(digits), let part = Duration(nonNegativeSeconds: count * unit)
      else { return nil }
      total += part
      digits = ""
    }
    guard digits.isEmpty else { return nil }
    self.init(nonNegativeSeconds: total.inSeconds)
  }

  private static func belongsToNumber(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
  }

  private static func secondsPerUnit(_ unit: Character) -> Double? {
    switch unit {
    case "s": 1
    case "m": 60
    case "h": 3600
    case "d": 86_400
    default: nil
    }
  }

  /// The length for people, with at most two units: `45 s`, `2 m 5 s`, `1 h 30 m`, `3 d 4 h`. In
  /// other languages the units are words.
  public var spoken: String {
    MessageCatalog.current == nil ? text(parting: " ") : localizedText
  }

  /// Reads what ``spoken`` says in English. Nil for anything else.
  init?(spokenText text: String) {
    guard text.utf8.count < 32, text.contains(" "),
      text.utf8.first.map(Self.belongsToNumber) == true,
      let duration = Duration(shortForm: text.filter { $0 != " " }),
      duration.text(parting: " ") == text
    else { return nil }
    self = duration
  }

  /// The length with words for its units.
  private var localizedText: String {
    let seconds = max(0, components.seconds)
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24)
    let (minutes, rest) = (seconds / 60 % 60, seconds % 60)
    switch seconds {
    case 86_400... where hours > 0: return String(localized: "\(days) d \(hours) h")
    case 86_400...: return String(localized: "\(days) d")
    case 3600... where minutes > 0: return String(localized: "\(hours) h \(minutes) m")
    case 3600...: return String(localized: "\(hours) h")
    case 60... where rest > 0: return String(localized: "\(minutes) m \(rest) s")
    case 60...: return String(localized: "\(minutes) m")
    default: return String(localized: "\(seconds) s")
    }
  }

  /// The length for narrow places, with at most two units: `45s`, `2m5s`, `1h30m`, `3d4h`.
  public var compact: String { text(parting: "") }

  /// Every card says a time or two whenever it is drawn: no arrays.
  private func text(parting gap: String) -> String {
    let seconds = max(0, components.seconds)
    switch seconds {
    case 86_400...: return Self.pair(seconds / 86_400, "d", seconds / 3600 % 24, "h", gap)
    case 3600...: return Self.pair(seconds / 3600, "h", seconds / 60 % 60, "m", gap)
    case 60...: return Self.pair(seconds / 60, "m", seconds % 60, "s", gap)
    default: return String(seconds) + gap + "s"
    }
  }

  /// Returns two units as text, or only the first if there is none of the second.
  private static func pair(
    _ first: Int64, _ unit: String, _ second: Int64, _ smaller: String, _ gap: String
  ) -> String {
    let text = String(first) + gap + unit
    return second > 0 ? text + gap + String(second) + gap + smaller : text
  }
}
