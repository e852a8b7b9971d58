package import HeadwayHubCore
internal import HeadwayModel

/// How far ETAs were from what truly remained: seen at evenly spaced moments after 10 % done, as a
/// person would look, and not where readings happen to be dense.
package struct EtaScore: Sendable {
  /// The median of |said − true| / true; nil where nothing was ever said.
  package var medianError: Double?
  /// How often anything was said.
  package var known: Double
  private let errors: [Double?]

  private static let looksPerTrace = 200.0

  init(_ errors: [Double?]) {
    self.errors = errors
    let said = errors.compactMap { $0 }
    medianError = median(said)
    known = errors.isEmpty ? 0 : Double(said.count) / Double(errors.count)
  }

  /// Of a formula, which begins anew with each phase.
  package init(_ trace: ReadingTrace, _ formula: () -> any EtaFormula) {
    let phases = trace.phases
    self.init(
      phases.flatMap { phase in
        var formula = formula()
        return Self.errors(of: phase, looks: Self.looks(phase, phases)) { reading in
          formula.record(fraction: (reading.percent ?? 0) / 100, at: reading.seconds)
        } remaining: {
          formula.remaining(at: $0)
        }
      })
  }

  /// Of the hub, told the whole trace.
  package init(_ trace: ReadingTrace, history: TaskHistory = TaskHistory()) {
    let phases = trace.phases
    var replay = TraceReplay(history: history)
    var rest = trace.readings[...]
    self.init(
      phases.flatMap { phase in
        Self.errors(of: phase, looks: Self.looks(phase, phases)) { reading in
          while let next = rest.first, next.seconds <= reading.seconds {
            replay.take(next)
            rest.removeFirst()
          }
        } remaining: { seconds in
          replay.go(to: seconds)
          return replay.task?.progress.eta?.inSeconds
        }
      })
  }

  /// At the looks only at which `other` said something too: who waits until it knows is judged by
  /// the same moments as who doesn't.
  func alongside(_ other: EtaScore) -> EtaScore {
    EtaScore(zip(errors, other.errors).map { $1 == nil ? nil : $0 })
  }

  private static func looks(_ phase: ReadingTrace.Phase, _ all: [ReadingTrace.Phase]) -> Int {
    let whole = all.reduce(0) { $0 + $1.end - $1.start }
    return max(20, Int(looksPerTrace * (phase.end - phase.start) / max(whole, 1)))
  }

  private static func errors(
    of phase: ReadingTrace.Phase, looks: Int, take: (ReadingTrace.Reading) -> Void,
    remaining: (Double) -> Double?
  ) -> [Double?] {
    var rest = phase.readings[...]
    var percent = 0.0
    var errors: [Double?] = []
    for look in 0..<looks {
      let now = phase.start + (phase.end - phase.start) * Double(look) / Double(looks)
      while let next = rest.first, next.seconds <= now {
        take(next)
        percent = next.percent ?? percent
        rest.removeFirst()
      }
      guard percent >= 10 else { continue }
      let truth = phase.end - now
      errors.append(remaining(now).map { abs($0 - truth) / truth })
    }
    return errors
  }
}

/// The middle one, or the upper of two; nil of none.
package func median(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.sorted()[values.count / 2]
}
