/// A number of bytes as people write it: `4096`, `512KiB`, `8MiB`, `1GiB`, `8MB`.
struct ByteCount {
  let value: Int

  /// Nil for anything but decimal digits and a unit (IEC, or SI's powers of 1000), and for more
  /// than 64 bits hold.
  init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), let unit = Self.bytes(in: text.dropFirst(digits.count)) else {
      return nil
    }
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    if overflow { return nil }
    value = product
  }

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
