import HeadwayModel

/// Durations of one kind.
struct Samples {
  private var values: [Duration] = []

  mutating func add(_ value: Duration) { values.append(value) }

  var median: Duration { percentile(50) }

  /// The nearest-rank percentile; zero without samples.
  func percentile(_ percent: Int) -> Duration {
    guard !values.isEmpty else { return .zero }
    let rank = (values.count * percent + 99) / 100
    return values.sorted()[max(0, min(values.count, rank) - 1)]
  }
}

/// Measures each side once a round, so that what else the machine does strikes all alike; the order
/// turns, and the first `warmUp` rounds aren't counted.
func interleaved(
  rounds: Int, warmUp: Int = 1, _ sides: [() throws -> Duration]
) throws -> [Samples] {
  var samples = sides.map { _ in Samples() }
  for round in 0..<warmUp + rounds {
    for place in sides.indices {
      let side = (place + round) % sides.count
      let time = try sides[side]()
      if round >= warmUp { samples[side].add(time) }
    }
  }
  return samples
}

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
}
