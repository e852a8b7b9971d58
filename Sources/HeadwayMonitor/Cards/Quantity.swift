import HeadwayCore

/// Amounts, rates and units in words.
struct Quantity {
  private let progress: TaskProgressView
  private let kind: Kind

  private enum Kind {
    /// A bare percentage: the percent says it all.
    case percentage
    case bytes
    case count
  }

  init(_ progress: TaskProgressView) {
    self.progress = progress
    kind =
      switch progress.unit?.string {
      case nil: .count
      case TaskProgress.percentUnit.string: .percentage
      case "B", "bytes": .bytes
      default: .count
      }
  }

  /// `1.2/3.0 GiB`, `300 of 512+ files`, `12 files`; nil while nothing is known, and for a bare
  /// percentage, where the percent says it all.
  var counts: String? {
    guard kind != .percentage, let completed = progress.completed else { return nil }
    let scale = scale(for: max(completed, progress.total ?? 0))
    let done = scale.text(Double(completed))
    guard let total = progress.total else { return done + scale.suffix }
    let all = scale.text(Double(total))
    return progress.isGrowing
      ? done + " of " + all + "+" + scale.suffix : done + "/" + all + scale.suffix
  }

  /// `12.0 MiB/s`, `223/s`, `3.1/min`; nil while unknown.
  var rate: String? {
    guard kind != .percentage, let rate = progress.rate, rate.isFinite, rate > 0 else { return nil }
    if kind == .bytes {
      let scale = Scale.bytes(for: rate)
      return scale.rounded(rate) + scale.suffix + "/s"
    }
    return Self.rateUnits.first { rate * $0.seconds >= 1 }.map { unit in
      let amount = rate * unit.seconds
      return Scale.count(for: amount).rounded(amount) + unit.suffix
    }
  }

  private static let rateUnits: [(seconds: Double, suffix: String)] = [
    (1, "/s"), (60, "/min"), (3600, "/h"),
  ]

  private func scale(for largest: Int64) -> Scale {
    if kind == .bytes { return Scale.bytes(for: Double(largest)) }
    var scale = Scale.count(for: Double(largest))
    if let unit = progress.unit { scale.suffix = " " + unit.string }
    return scale
  }
}

/// A power of 1000 or 1024 that keeps numbers short.
private struct Scale {
  var divisor = 1.0
  var symbol = ""
  var suffix = ""

  private static let binaryPrefixes = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"]
  /// From a thousand millions on.
  private static let symbols = ["G", "T", "P", "E"]

  static func bytes(for amount: Double) -> Scale {
    var scale = Scale(suffix: " B")
    for prefix in binaryPrefixes where amount >= scale.divisor * 1024 {
      scale = Scale(divisor: scale.divisor * 1024, suffix: " \(prefix)B")
    }
    return scale
  }

  /// Whole numbers below a million as they are.
  static func count(for amount: Double) -> Scale {
    guard amount >= 1e6 else { return Scale() }
    var scale = Scale(divisor: 1e6, symbol: "M")
    for symbol in symbols where amount >= scale.divisor * 1000 {
      scale = Scale(divisor: scale.divisor * 1000, symbol: symbol)
    }
    return scale
  }

  /// With one decimal where that says more than the whole number does: of an estimate two digits do.
  func rounded(_ amount: Double) -> String {
    let scaled = min(max(amount / divisor, 0), 1e15)
    let hasDecimal = divisor > 1 || (scaled * 10).rounded() < 100
    if !hasDecimal { return String(Int64(scaled.rounded())) }
    let tenths = Int64((scaled * 10).rounded())
    return Self.decimal(tenths) + symbol
  }

  /// With one decimal where the scale isn't 1, rounded down: what isn't done isn't shown as done.
  func text(_ amount: Double) -> String {
    let scaled = min(max(amount / divisor, 0), 1e15)
    if divisor == 1 { return String(Int64(scaled)) }
    let tenths = Int64(scaled * 10)
    return Self.decimal(tenths) + symbol
  }

  private static func decimal(_ tenths: Int64) -> String {
    String(tenths / 10) + "." + String(tenths % 10)
  }
}
