import HeadwayCore

/// What is counted.
enum AmountKind: Equatable {
  case bytes
  case count

  /// Nil for a bare percentage: the percent says it all.
  init?(_ unit: SanitisedText?) {
    switch unit?.string {
    case TaskProgress.percentUnit.string: return nil
    case "B", "bytes": self = .bytes
    default: self = .count
    }
  }
}

/// A number as it is shown.
struct ShownAmount: Equatable {
  /// Whole, or in tenths.
  fileprivate let number: Int64
  fileprivate let hasDecimal: Bool

  func write(to text: inout some TextBuilder) {
    guard hasDecimal else { return text.append(number: number) }
    text.append(number: number / 10)
    text.append(".")
    text.append(number: number % 10)
  }
}

/// A power of 1000 or 1024 that keeps numbers short. Whole numbers below a million are as they are.
struct AmountScale: Equatable {
  private let kind: AmountKind
  /// Into the symbols.
  private let power: Int
  private let divisor: Double

  /// Of a million, a thousand millions, and so on.
  private static let symbols = ["", "M", "G", "T", "P", "E"]
  private static let units = [" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"]

  private init(_ kind: AmountKind, power: Int, divisor: Double) {
    (self.kind, self.power, self.divisor) = (kind, power, divisor)
  }

  /// The largest one that `amount` isn't less than a whole of.
  init(_ kind: AmountKind, for amount: Double) {
    var scale = AmountScale(kind, power: 0, divisor: 1)
    while let next = scale.next, amount >= next.divisor { scale = next }
    self = scale
  }

  /// After the number.
  var symbol: String { kind == .bytes ? "" : Self.symbols[power] }

  /// After the last number.
  var suffix: String { kind == .bytes ? Self.units[power] : "" }

  private var next: AmountScale? {
    let count = kind == .bytes ? Self.units.count : Self.symbols.count
    guard power + 1 < count else { return nil }
    let factor = kind == .bytes ? 1024 : power == 0 ? 1e6 : 1000
    return AmountScale(kind, power: power + 1, divisor: divisor * factor)
  }

  /// What isn't done isn't shown as done. With one decimal, unless the scale is 1.
  func roundedDown(_ amount: Double) -> ShownAmount {
    let scaled = scaled(amount)
    return power > 0
      ? ShownAmount(number: Int64(scaled * 10), hasDecimal: true)
      : ShownAmount(number: Int64(scaled), hasDecimal: false)
  }

  /// `amount` in its scale, with one decimal where that says more than the whole number does: of an
  /// estimate two digits do. What is rounded up to a whole of the next scale is that: `1.0M`.
  static func rounded(_ amount: Double, _ kind: AmountKind) -> (ShownAmount, AmountScale) {
    let scale = AmountScale(kind, for: amount)
    let rounded = scale.rounded(amount)
    guard let next = scale.next, scale.value(of: rounded) >= next.divisor else {
      return (rounded, scale)
    }
    return (next.rounded(amount), next)
  }

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

  private func scaled(_ amount: Double) -> Double { min(max(amount / divisor, 0), 1e15) }
}
