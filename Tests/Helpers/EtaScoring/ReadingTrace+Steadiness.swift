extension ReadingTrace {
  /// The variation of the true rate: the coefficient of variation of the units done in ten equally
  /// long stretches of a phase. The mean over the phases, weighted by their length. Zero without a
  /// phase.
  ///
  /// The same units in each stretch give 0. A rate that is half the time three times as high as in
  /// the other half gives 0.5.
  package var variation: Double {
    let length = phases.reduce(0) { $0 + $1.end - $1.start }
    guard length > 0 else { return 0 }
    return phases.reduce(0) { $0 + $1.variation * ($1.end - $1.start) / length }
  }

  /// Whether the rate hardly varies: a variation of at most a quarter.
  package var isSteady: Bool { variation <= Self.steadyVariation }

  /// Whether the limit of `~` may be chosen by this trace. All runs of a command are in
  /// the same half; the hash of the name (Fowler, Noll, Vo: FNV-1a) says in which.
  package var isForTuning: Bool {
    let hash = command.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    // The high half is mixed in: the lowest bit alone is the parity of the bytes.
    return (hash ^ (hash >> 32)) % 2 == 0
  }

  private static let steadyVariation = 0.25
}

extension ReadingTrace.Phase {
  private static let stretchCount = 10

  /// The coefficient of variation of the units done in ten equally long stretches.
  var variation: Double {
    let stretches = (0..<Self.stretchCount).map { step in
      done(after: Double(step + 1)) - done(after: Double(step))
    }
    let mean = stretches.reduce(0, +) / Double(stretches.count)
    guard mean > 0 else { return 0 }
    let squares = stretches.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(stretches.count)).squareRoot() / mean
  }

  /// Returns the units done after so many of the stretches. Between two readings the rate counts as
  /// steady.
  private func done(after stretches: Double) -> Double {
    let seconds = start + (end - start) * stretches / Double(Self.stretchCount)
    guard let next = readings.firstIndex(where: { $0.seconds >= seconds }) else {
      return readings.last?.done ?? 0
    }
    guard next > 0 else { return readings[0].done }
    let (before, after) = (readings[next - 1], readings[next])
    let part = (seconds - before.seconds) / (after.seconds - before.seconds)
    return before.done + (after.done - before.done) * part
  }
}
