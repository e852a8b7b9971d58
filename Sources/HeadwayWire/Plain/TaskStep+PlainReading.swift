import HeadwayCore

extension TaskStep {
  /// The fields after the key, in the order in which a hub writes them.
  private static let fields: [(field: TaskSnapshot.Field, name: [UInt8])] =
    [
      .subtitle, .completed, .total, .unit, .estimated, .fraction, .estimatedFraction, .growing,
      .phase, .rate, .eta, .etaConfidence, .elapsed,
    ].map { (field: $0, name: Array($0.rawValue.utf8)) }

  /// The step of a ``StepMessage``; nil for what isn't one, or where the library's decoder is to judge.
  init?(plain line: Span<UInt8>) {
    var scanner = PlainScanner()
    guard scanner.take("{", line), scanner.take(name: "type", line),
      let type = scanner.text(line), line.holds("step", at: type.range), scanner.take(",", line),
      scanner.take(name: "key", line), let key = scanner.key(line)
    else { return nil }
    self.init(key: key, subtitle: nil, progress: TaskProgressView(), elapsed: nil)
    var rest = Self.fields[...]
    while scanner.take(",", line) {
      guard let name = scanner.text(line),
        let place = rest.firstIndex(where: { line.holds($0.name.span, at: name.range) }),
        scanner.take(":", line), take(rest[place].field, line, &scanner)
      else { return nil }
      rest = rest[(place + 1)...]
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
