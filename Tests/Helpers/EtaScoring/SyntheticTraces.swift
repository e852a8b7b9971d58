import Foundation
import SeededRandomness

/// Series of readings that a seeded generator makes up: steady runs of minutes, and the kinds of
/// unsteadiness that few recorded runs have.
package enum SyntheticTraces {
  /// The way in which the rate of a series varies.
  package enum Kind: String, CaseIterable, Sendable {
    /// The rate hardly changes.
    case even
    /// The rate is another in each thousandth of the run, around one mean.
    case noisy
    /// The rate jumps to another level after 2 to 8 % of the run.
    case steps
    /// Work is done in bursts of a second or two. Between two bursts nothing is done.
    case bursts
    /// A steady rate, with four to eight stalls of 3 to 10 % of the run.
    case stalls
    /// The rate falls to a third to an eighth.
    case slowing
    /// The rate rises threefold to eightfold.
    case speeding
    /// A cache gives the first part at ten to forty times the rate of the rest.
    case cached
    /// The rate drifts up and down.
    case drift
    /// Whole pieces of very different sizes are counted.
    case pieces
    /// The total grows during the first part of the run.
    case growing
  }

  /// The series of each kind.
  package static let countOfEach = 12

  /// All series. They are the same in each run.
  package static var all: [ReadingTrace] {
    Kind.allCases.flatMap { kind in (0..<countOfEach).map { trace(kind, number: $0) } }
  }

  /// Returns one series of a kind.
  package static func trace(_ kind: Kind, number: Int) -> ReadingTrace {
    let seed = kind.rawValue.utf8.reduce(UInt64(number)) { $0 &* 131 &+ UInt64($1) }
    var source = Source(seed: seed)
    let seconds = source.between(40, 240)
    let readings =
      switch kind {
      case .pieces: pieces(seconds, &source)
      default: sampled(rates(kind, &source), seconds, &source, grows: kind == .growing)
      }
    // No point stands before the number: each series is a draw of its own.
    return ReadingTrace(name: "\(kind.rawValue)-\(number + 1)", readings: readings)
  }

  /// Returns the rates in a thousand equal stretches of the run, in any unit.
  private static func rates(_ kind: Kind, _ source: inout Source) -> [Double] {
    switch kind {
    case .even: return drift(&source, strength: 0.08)
    case .noisy: return (0..<stretchCount).map { _ in source.logNormal(0.8) }
    case .steps: return steps(&source)
    case .bursts: return bursts(&source)
    case .stalls: return stalls(&source)
    case .slowing, .speeding:
      let factor = source.between(3, 8)
      let drift = drift(&source, strength: 0.15)
      return drift.indices.map { index in
        let part = Double(index) / Double(drift.count)
        let change = 1 + (factor - 1) * part
        return drift[index] * (kind == .slowing ? 1 / change : change)
      }
    case .cached:
      let (end, factor) = (Int(source.between(10, 80)), source.between(10, 40))
      let drift = drift(&source, strength: 0.2)
      return drift.indices.map { drift[$0] * ($0 < end ? factor : 1) }
    case .drift: return drift(&source, strength: 0.6)
    case .growing, .pieces: return drift(&source, strength: 0.2)
    }
  }

  /// Returns traces followed by another run of each: the same work, 0.7 to 1.4 times as long, each
  /// tenth a little more or less than that (the logarithm deviates by `unevenness`).
  package static func again(_ traces: [ReadingTrace], unevenness: Double) -> [ReadingTrace] {
    traces.flatMap { trace in
      let first = ReadingTrace(name: trace.name + ".1", readings: trace.readings)
      return [first, another(first, unevenness)]
    }
  }

  private static func another(_ trace: ReadingTrace, _ unevenness: Double) -> ReadingTrace {
    var source = Source(seed: trace.name.utf8.reduce(7) { $0 &* 131 &+ UInt64($1) })
    let (tenth, length) = ((trace.readings.last?.seconds ?? 0) / 10, source.between(0.7, 1.4))
    var ends = [0.0]
    for number in 0..<10 {
      ends.append(ends[number] + tenth * length * source.logNormal(unevenness))
    }
    let readings = trace.readings.map { reading in
      var reading = reading
      let number = min(9, Int(reading.seconds / max(tenth, 1e-9)))
      let part = reading.seconds / max(tenth, 1e-9) - Double(number)
      reading.seconds = ends[number] + (ends[number + 1] - ends[number]) * part
      return reading
    }
    return ReadingTrace(name: trace.command + ".2", readings: readings)
  }

  private static let stretchCount = 1000

  private static func steps(_ source: inout Source) -> [Double] {
    var rates: [Double] = []
    while rates.count < stretchCount {
      let rate = source.logNormal(0.7)
      rates += Array(repeating: rate, count: Int(source.between(20, 80)))
    }
    return Array(rates.prefix(stretchCount))
  }

  private static func bursts(_ source: inout Source) -> [Double] {
    var rates: [Double] = []
    while rates.count < stretchCount {
      rates += Array(repeating: source.logNormal(0.3), count: Int(source.between(8, 20)))
      rates += Array(repeating: 0, count: Int(source.between(15, 60)))
    }
    return Array(rates.prefix(stretchCount))
  }

  private static func stalls(_ source: inout Source) -> [Double] {
    var rates = drift(&source, strength: 0.15)
    for _ in 0..<Int(source.between(4, 9)) {
      let start = Int(source.between(30, 880))
      for index in start..<start + Int(source.between(30, 100)) { rates[index] = 0 }
    }
    return rates
  }

  /// Returns rates whose logarithm is a random walk that is pulled back to zero.
  private static func drift(_ source: inout Source, strength: Double) -> [Double] {
    // A pull of 1 % in each stretch: the rate forgets its level after a tenth of the run.
    var level = source.normal() * strength
    return (0..<stretchCount).map { _ in
      level += -0.01 * level + strength * 0.141 * source.normal()
      return exp(level)
    }
  }

  /// Returns what a program prints that looks at its work two to ten times a second.
  private static func sampled(
    _ rates: [Double], _ seconds: Double, _ source: inout Source, grows: Bool
  ) -> [ReadingTrace.Reading] {
    let step = source.between(0.1, 0.5)
    let all = rates.reduce(0, +)
    // The total is known from this part of the run on.
    let (settles, first) = (source.between(0.3, 0.7), source.between(0.2, 0.5))
    var (time, done, stretch) = (0.0, 0.0, 0)
    var readings: [ReadingTrace.Reading] = []
    while time < seconds {
      let part = time / seconds
      while stretch < rates.count, Double(stretch) < part * Double(rates.count) {
        done += rates[stretch] / all
        stretch += 1
      }
      // Programs look at the total every few percent, so it grows in jumps.
      let seen = (part / settles * 20).rounded(.down) / 20
      let whole = grows ? max(done, min(1, first + (1 - first) * seen)) : 1
      readings.append(.init(seconds: time, percent: done / whole * 100, whole: whole))
      time += step * source.between(0.8, 1.2)
    }
    readings.append(.init(seconds: seconds, percent: 100))
    return readings
  }

  private static func pieces(
    _ seconds: Double, _ source: inout Source
  ) -> [ReadingTrace.Reading] {
    let sizes = (0..<Int(source.between(50, 250))).map { _ in source.logNormal(1.2) }
    let all = sizes.reduce(0, +)
    var time = 0.0
    var readings = [ReadingTrace.Reading(seconds: 0, percent: 0)]
    for (index, size) in sizes.enumerated() {
      time += size / all * seconds
      readings.append(
        .init(seconds: time, percent: Double(index + 1) / Double(sizes.count) * 100))
    }
    return readings
  }
}

/// Random numbers of several distributions, from a seed.
private struct Source {
  private var generator: SplitMix

  init(seed: UInt64) { generator = SplitMix(seed: seed) }

  mutating func between(_ low: Double, _ high: Double) -> Double {
    .random(in: low..<high, using: &generator)
  }

  /// Returns a number of the standard normal distribution (Box and Muller).
  mutating func normal() -> Double {
    (-2 * log(1 - between(0, 1))).squareRoot() * cos(2 * .pi * between(0, 1))
  }

  /// Returns a number whose logarithm has the given standard deviation and a mean of zero.
  mutating func logNormal(_ deviation: Double) -> Double { exp(deviation * normal()) }
}
