import HeadwaySystem

/// What the driver says on the side.
enum Notes {
  static func write(_ line: String) {
    var line = "faults: \(line)\n"
    line.withUTF8 { _ = Transfer.write(2, UnsafeRawBufferPointer($0)) }
  }
}

/// `12.34`, with so many decimals.
func decimal(_ value: Double, _ places: Int = 2) -> String {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let scaled = Int64((abs(value) * scale).rounded())
  let whole = scaled / Int64(scale)
  let fraction = String(scaled % Int64(scale))
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard places > 0 else { return "\(sign)\(whole)" }
  return "\(sign)\(whole)." + String(repeating: "0", count: places - fraction.count) + fraction
}

extension Duration {
  /// `12.3 ms`, `1.20 s`
  var shown: String {
    self < .seconds(1)
      ? decimal(self / .milliseconds(1), 1) + " ms" : decimal(self / .seconds(1)) + " s"
  }
}
