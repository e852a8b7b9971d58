import HeadwayModel

extension TaskStep {
  /// The fields after the key in the order in which a hub writes them, each with the bytes before
  /// its value.
  private static let fields: [(field: TaskSnapshot.Field, opening: [UInt8])] =
    [
      .subtitle, .completed, .total, .unit, .estimated, .fraction, .estimatedFraction, .growing,
      .phase, .rate, .eta, .etaConfidence, .elapsed,
    ].map { (field: $0, opening: Array(",\"\($0.rawValue)\":".utf8)) }

  /// The bytes before the key.
  private static let head = Array(#"{"type":"step","key":"#.utf8)

  /// Decodes the step of a ``StepMessage`` without `JSONDecoder`.
  ///
  /// Nil for another message, and if `JSONDecoder` must decide.
  convenience init?(plain line: Span<UInt8>) {
    var scanner = PlainScanner()
    guard scanner.take(Self.head.span, line), let key = scanner.key(line) else { return nil }
    var subtitle: SanitisedText?
    var progress = TaskProgressView()
    var elapsed: Duration?
    for (field, opening) in Self.fields where scanner.take(opening.span, line) {
      let isUnderstood =
        switch field {
        case .subtitle: set(&subtitle, scanner.sanitised(line))
        case .elapsed: set(&elapsed, scanner.seconds(line))
        default: scanner.takeProgress(field, line, &progress)
        }
      guard isUnderstood else { return nil }
    }
    guard scanner.take("}", line), scanner.isAtEnd(of: line) else { return nil }
    self.init(key: key, subtitle: subtitle, progress: progress, elapsed: elapsed)
  }
}
