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
    var text = ""
    return writeCounts(to: &text) ? text : nil
  }

  /// `12.0 MiB/s`, `223/s`, `3.1/min`; nil while unknown.
  var rate: String? {
    var text = ""
    return writeRate(to: &text) ? text : nil
  }

  /// As ``counts``; whether there was something to write.
  func writeCounts(to text: inout some TextBuilder) -> Bool {
    guard kind != .percentage, let completed = progress.completed else { return false }
    let scale = scale(for: max(completed, progress.total ?? 0))
    scale.write(Double(completed), to: &text)
    if let total = progress.total {
      text.append(progress.isGrowing ? " of " : "/")
      scale.write(Double(total), to: &text)
      if progress.isGrowing { text.append("+") }
    }
    text.append(scale.suffix)
    return true
  }

  /// As ``rate``; whether there was something to write.
  func writeRate(to text: inout some TextBuilder) -> Bool {
    guard kind != .percentage, let rate = progress.rate, rate.isFinite, rate > 0 else {
      return false
    }
    if kind == .bytes {
      let scale = Scale.bytes(for: rate)
      scale.writeRounded(rate, to: &text)
      text.append(scale.suffix)
      text.append("/s")
      return true
    }
    guard let unit = Self.rateUnits.first(where: { rate * $0.seconds >= 1 }) else { return false }
    let amount = rate * unit.seconds
    Scale.count(for: amount).writeRounded(amount, to: &text)
    text.append(unit.suffix)
    return true
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
  func writeRounded(_ amount: Double, to text: inout some TextBuilder) {
    let scaled = scaled(amount)
    let hasDecimal = divisor > 1 || (scaled * 10).rounded() < 100
    guard hasDecimal else { return text.append(number: Int64(scaled.rounded())) }
    writeDecimal(tenths: Int64((scaled * 10).rounded()), to: &text)
  }

  /// With one decimal where the scale isn't 1, rounded down: what isn't done isn't shown as done.
  func write(_ amount: Double, to text: inout some TextBuilder) {
    let scaled = scaled(amount)
    guard divisor > 1 else { return text.append(number: Int64(scaled)) }
    writeDecimal(tenths: Int64(scaled * 10), to: &text)
  }

  private func writeDecimal(tenths: Int64, to text: inout some TextBuilder) {
    text.append(number: tenths / 10)
    text.append(".")
    text.append(number: tenths % 10)
    text.append(symbol)
  }

  private func scaled(_ amount: Double) -> Double { min(max(amount / divisor, 0), 1e15) }
}
