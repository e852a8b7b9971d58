/// A way to tell how long the rest takes; fractions 0 to 1, times in seconds.
package protocol EtaFormula {
  /// Takes a reading.
  ///
  /// - Parameters:
  ///   - fraction: the units done, as a share of the last total.
  ///   - whole: the total at this reading, as a share of the last total.
  mutating func record(fraction: Double, of whole: Double, at seconds: Double)
  /// Returns the time that the formula shows; nil while it shows none.
  mutating func remaining(at seconds: Double) -> Double?
}

extension EtaFormula {
  /// Takes a reading of a task whose total doesn't grow.
  package mutating func record(fraction: Double, at seconds: Double) {
    record(fraction: fraction, of: 1, at: seconds)
  }
}

/// tqdm's (std.py, `EMA` and `format_meter`): rates smoothed with 0.3, unbiased, taken a tenth of
/// a second apart at least and only where there was an advance.
package struct TqdmFormula: EtaFormula {
  private var amounts = MovingAverage()
  private var times = MovingAverage()
  private var printed: (fraction: Double, seconds: Double)?
  private var (fraction, whole) = (0.0, 1.0)

  package init() {}

  package mutating func record(fraction: Double, of whole: Double, at seconds: Double) {
    (self.fraction, self.whole) = (fraction, whole)
    guard let last = printed else {
      printed = (fraction, seconds)
      return
    }
    guard seconds - last.seconds >= 0.1, fraction > last.fraction else { return }
    amounts.take(fraction - last.fraction)
    times.take(seconds - last.seconds)
    printed = (fraction, seconds)
  }

  package func remaining(at seconds: Double) -> Double? {
    guard amounts.value > 0, times.value > 0 else { return nil }
    return (whole - fraction) / (amounts.value / times.value)
  }

  private struct MovingAverage {
    private var last = 0.0
    private var keep = 1.0

    var value: Double { keep < 1 ? last / (1 - keep) : 0 }

    mutating func take(_ sample: Double) {
      last = 0.3 * sample + 0.7 * last
      keep *= 0.7
    }
  }
}

/// pv's (display.c, `update_history_avg_rate`): looks each second; the average between the first
/// and the last of seven looks five seconds apart: a window of thirty.
package struct PvFormula: EtaFormula {
  private var looks: [(seconds: Double, fraction: Double)] = []
  private var start = 0.0
  private var tick: Double?
  private var (fraction, whole) = (0.0, 1.0)
  private var fractionAtTick = 0.0
  private var rate = 0.0

  package init() {}

  package mutating func record(fraction: Double, of whole: Double, at seconds: Double) {
    if tick == nil {
      (tick, start, fractionAtTick) = (seconds, seconds, fraction)
    } else {
      look(until: seconds)
    }
    (self.fraction, self.whole) = (fraction, whole)
  }

  package mutating func remaining(at seconds: Double) -> Double? {
    look(until: seconds)
    return rate > 0 ? (whole - fraction) / rate : nil
  }

  private mutating func look(until seconds: Double) {
    while let last = tick, last + 1 <= seconds {
      tick = last + 1
      note(at: last + 1 - start, since: fractionAtTick)
      fractionAtTick = fraction
    }
  }

  private mutating func note(at seconds: Double, since before: Double) {
    if let last = looks.last, seconds < last.seconds + 5 { return }
    looks = (looks + [(seconds, fraction)]).suffix(7)
    guard let first = looks.first, let last = looks.last, looks.count > 1 else {
      rate = fraction - before
      return
    }
    rate = (last.fraction - first.fraction) / (last.seconds - first.seconds)
  }
}
