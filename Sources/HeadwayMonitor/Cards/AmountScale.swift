import HeadwayModel

/// The way to write an amount: bytes with binary units, everything else as a plain count.
enum AmountKind: Equatable {
  case bytes
  case count

  /// Chooses the kind by the name of the unit. Nil for a bare percentage, because the percent
  /// already says everything.
  init?(_ unit: SanitisedText?) {
    switch unit?.string {
    case TaskProgress.percentUnit.string: return nil
    case "B", "bytes": self = .bytes
    default: self = .count
    }
  }
}

/// A number rounded for display. Two amounts that look the same are equal, so a line is drawn again
/// only when its text changes.
struct ShownAmount: Equatable {
  /// The number, or ten times the number if `hasDecimal` is true.
  fileprivate let number: Int64
  fileprivate let hasDecimal: Bool

  /// Appends the number in decimal, with a point before the tenths.
  func write(to text: inout some TextBuilder) {
    guard hasDecimal else { return text.append(number: number) }
    text.append(number: number / 10)
    text.append(".")
    text.append(number: number % 10)
  }
}

/// A power of 1000 or 1024 that keeps numbers short. Counts below a million are written in full.
///
/// ```swift
/// AmountScale(.bytes, for: 3_000_000).suffix   // " MiB"
/// AmountScale(.count, for: 3_000_000).symbol   // "M"
/// ```
struct AmountScale: Equatable {
  private let kind: AmountKind
  /// The index into `units` for bytes, otherwise into `symbols`.
  private let power: Int
  private let divisor: Double

  /// The symbols for a million, a thousand million, and so on. There is no symbol for a thousand: a
  /// count below a million is exact.
  private static let symbols = ["", "M", "G", "T", "P", "E"]
  private static let units = [" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"]

  private init(_ kind: AmountKind, power: Int, divisor: Double) {
    (self.kind, self.power, self.divisor) = (kind, power, divisor)
  }

  /// Chooses the largest scale that doesn't make `amount` less than 1.
  init(_ kind: AmountKind, for amount: Double) {
    var scale = AmountScale(kind, power: 0, divisor: 1)
    while let next = scale.next, amount >= next.divisor { scale = next }
    self = scale
  }

  /// The symbol to write after every number. Empty for bytes.
  var symbol: String { kind == .bytes ? "" : Self.symbols[power] }

  /// The unit to write once, after the last number. Empty for counts.
  var suffix: String { kind == .bytes ? Self.units[power] : "" }

  /// The next larger scale. Nil for the largest one.
  private var next: AmountScale? {
    let count = kind == .bytes ? Self.units.count : Self.symbols.count
    guard power + 1 < count else { return nil }
    let factor = kind == .bytes ? 1024 : power == 0 ? 1e6 : 1000
    return AmountScale(kind, power: power + 1, divisor: divisor * factor)
  }

  /// The amount in this scale, rounded down so that unfinished work never looks finished. One
  /// decimal, unless the scale is 1.
  func roundedDown(_ amount: Double) -> ShownAmount {
    let scaled = scaled(amount)
    return power > 0
      ? ShownAmount(number: Int64(scaled * 10), hasDecimal: true)
      : ShownAmount(number: Int64(scaled), hasDecimal: false)
  }

  /// The amount in its own scale, rounded to nearest. Used for rates and other estimates, where two
  /// digits are enough. An amount that rounds up to a whole of the next scale moves there: `1.0
  /// GiB` and not `1024.0 MiB`.
  static func rounded(_ amount: Double, _ kind: AmountKind) -> (ShownAmount, AmountScale) {
    let scale = AmountScale(kind, for: amount)
    let rounded = scale.rounded(amount)
    guard let next = scale.next, scale.value(of: rounded) >= next.divisor else {
      return (rounded, scale)
    }
    return (next.rounded(amount), next)
  }

  /// The amount with one decimal, or without if the scale is 1 and the number has two digits or
  /// more.
  private func rounded(_ amount: Double) -> ShownAmount {
    let scaled = scaled(amount)
    let tenths = Int64((scaled * 10).rounded())
    return power > 0 || tenths < 100
      ? ShownAmount(number: tenths, hasDecimal: true)
      : ShownAmount(number: Int64(scaled.rounded()), hasDecimal: false)
  }

  private func value(of amount: ShownAmount) -> Double {
    Double(amount.number) / (amount.hasDecimal ? 10 : 1) * divisor
  }

  /// The amount divided by the scale, limited to a range that `Int64` can hold.
  private func scaled(_ amount: Double) -> Double { min(max(amount / divisor, 0), 1e15) }
}
