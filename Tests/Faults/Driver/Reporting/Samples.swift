/// Durations of one kind.
struct Samples {
  private var values: [Duration] = []
  private var isSorted = true

  mutating func add(_ value: Duration) {
    values.append(value)
    isSorted = false
  }

  var count: Int { values.count }
  var worst: Duration { values.max() ?? .zero }

  /// The nearest-rank percentile; zero without samples.
  mutating func percentile(_ percent: Int) -> Duration {
    guard !values.isEmpty else { return .zero }
    if !isSorted { values.sort() }
    isSorted = true
    let rank = (values.count * percent + 99) / 100
    return values[max(0, min(values.count, rank) - 1)]
  }
}
