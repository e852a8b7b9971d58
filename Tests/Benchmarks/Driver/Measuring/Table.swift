/// One line of the result.
struct TableRow {
  let what: String
  let ours: String
  var peer = "–"
  let result: String
  let bar: String
  let isMet: Bool

  /// A row that couldn't be measured doesn't take the others with it.
  static func failed(_ number: Int, _ error: any Error) -> TableRow {
    TableRow(what: "row \(number): \(error)", ours: "–", result: "–", bar: "–", isMet: false)
  }

  var cells: [String] { [what, ours, peer, result, bar, isMet ? "yes" : "NO"] }
}

/// The result, in columns.
struct Table {
  let rows: [TableRow]

  private static let heads = ["what", "Headway", "peer", "result", "bar", "met"]

  var text: String {
    let lines = [Self.heads] + rows.map(\.cells)
    let widths = Self.heads.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|")
    var drawn = lines.map { line in
      let cells = zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return "| " + cells.joined(separator: " | ") + " |"
    }
    drawn.insert(rule + "|", at: 1)
    return drawn.joined(separator: "\n")
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

/// `1.23 ms`
func milliseconds(_ duration: Duration) -> String { decimal(duration.milliseconds) + " ms" }
