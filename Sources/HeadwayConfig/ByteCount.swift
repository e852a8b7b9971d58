/// A number of bytes as people write it in the config file: `4096`, `512KiB`, `8MiB`, `8MB`.
struct ByteCount {
  /// The number of bytes, at least 0.
  let value: Int

  /// Reads decimal digits with a unit behind them, without a space.
  ///
  /// The units are `B`, the IEC ones (`KiB`, `MiB`, `GiB`) and the SI ones (`kB` or `KB`, `MB`,
  /// `GB`: powers of 1000). Nil for anything else, and for more than an `Int` holds.
  ///
  /// ```swift
  /// ByteCount("8MiB")?.value   // 8_388_608
  /// ByteCount("8 MiB")         // nil
  /// ```
  init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), let unit = Self.bytes(in: text.dropFirst(digits.count)) else {
      return nil
    }
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    if overflow { return nil }
    value = product
  }

  /// The number of bytes in a unit; nil for an unknown one.
  private static func bytes(in unit: Substring) -> Int? {
    switch unit {
    case "", "B": 1
    case "kB", "KB": 1000
    case "MB": 1_000_000
    case "GB": 1_000_000_000
    case "KiB": 1 << 10
    case "MiB": 1 << 20
    case "GiB": 1 << 30
    default: nil
    }
  }
}
