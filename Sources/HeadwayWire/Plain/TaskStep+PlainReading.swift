import HeadwayCore

extension TaskStep {
  /// The fields after the key, in the order in which a hub writes them, and what stands before the
  /// value of each.
  private static let fields: [(field: TaskSnapshot.Field, opening: [UInt8])] =
    [
      .subtitle, .completed, .total, .unit, .estimated, .fraction, .estimatedFraction, .growing,
      .phase, .rate, .eta, .etaConfidence, .elapsed,
    ].map { (field: $0, opening: Array(",\"\($0.rawValue)\":".utf8)) }

  /// The step of a ``StepMessage``; nil for what isn't one, or where the library's decoder is to judge.
  init?(plain line: Span<UInt8>) {
    var scanner = PlainScanner()
    guard scanner.take("{", line), scanner.take(name: "type", line),
      let type = scanner.text(line), line.holds("step", at: type.range), scanner.take(",", line),
      scanner.take(name: "key", line), let key = scanner.key(line)
    else { return nil }
    self.init(key: key, subtitle: nil, progress: TaskProgressView(), elapsed: nil)
    for (field, opening) in Self.fields where scanner.take(opening.span, line) {
      guard take(field, line, &scanner) else { return nil }
    }
    guard scanner.take("}", line), scanner.isAtEnd(of: line) else { return nil }
  }

  /// Whether the field's value was understood.
  private mutating func take(
    _ field: TaskSnapshot.Field, _ line: Span<UInt8>, _ scanner: inout PlainScanner
  ) -> Bool {
    switch field {
    case .subtitle: set(&subtitle, scanner.sanitised(line))
    case .elapsed: set(&elapsed, scanner.seconds(line))
    default: scanner.takeProgress(field, line, &progress)
    }
  }
}
