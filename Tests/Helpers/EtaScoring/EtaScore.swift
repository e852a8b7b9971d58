package import HeadwayHubCore
internal import HeadwayModel

/// The distance of ETAs from what truly remained, at evenly spaced moments after 10 % done. A person
/// looks at such moments; readings may be dense in one part of the run.
package struct EtaScore: Sendable {
  package let looks: [Look]

  /// A moment at which somebody looks.
  package struct Look: Sendable {
    /// The time that truly remained, in seconds.
    package var truth: Double
    /// The ETA that was shown, in seconds; nil where none was.
    package var said: Double?
    /// Whether the ETA was shown without `~`.
    package var isExact: Bool

    /// |said − true| / true; nil where nothing was said.
    package var error: Double? { said.map { abs($0 - truth) / truth } }
  }

  private static let looksPerTrace = 200.0

  package init(looks: [Look]) { self.looks = looks }

  /// The moments of several scores together.
  package init(pooling scores: [EtaScore]) { looks = scores.flatMap(\.looks) }

  /// Scores a formula, which begins anew with each phase.
  package init(_ trace: ReadingTrace, _ formula: () -> any EtaFormula) {
    let phases = trace.phases
    looks = phases.flatMap { phase in
      var formula = formula()
      return Self.looks(of: phase, count: Self.count(phase, phases)) { reading in
        formula.record(fraction: reading.done, of: reading.whole, at: reading.seconds)
      } remaining: { seconds in
        formula.remaining(at: seconds).map { ($0, false) }
      }
    }
  }

  /// Scores the hub, which is told the whole trace.
  package init(_ trace: ReadingTrace, history: TaskHistory = TaskHistory()) {
    let phases = trace.phases
    var replay = TraceReplay(history: history)
    var rest = trace.readings[...]
    looks = phases.flatMap { phase in
      Self.looks(of: phase, count: Self.count(phase, phases)) { reading in
        while let next = rest.first, next.seconds <= reading.seconds {
          replay.take(next)
          rest.removeFirst()
        }
      } remaining: { seconds in
        replay.go(to: seconds)
        guard let progress = replay.task?.progress, let eta = progress.eta else { return nil }
        return (eta.inSeconds, progress.etaConfidence == .exact)
      }
    }
  }

  /// The median of |said − true| / true; nil where nothing was ever said.
  package var medianError: Double? { median(errors) }

  /// The share of the moments at which an ETA was shown.
  package var known: Double { share { $0.said != nil } ?? 0 }

  /// Returns the share of the ETAs that are at most so far from the truth; nil where nothing was said.
  ///
  /// - Parameter isExact: whether only ETAs without `~` count, or only those with it; nil for all.
  package func share(within most: Double, isExact: Bool? = nil) -> Double? {
    let counted = looks.filter { isExact == nil || $0.isExact == isExact }
    return EtaScore(looks: counted.filter { $0.said != nil }).share { $0.error ?? 0 <= most }
  }

  /// Returns the share of the moments at which an ETA without `~` was shown, or one with it.
  package func share(isExact: Bool) -> Double {
    share { $0.said != nil && $0.isExact == isExact } ?? 0
  }

  /// Returns the score of only those moments at which `other` showed an ETA too. A formula that
  /// never waits is then judged by the same moments as a program that waits until it knows.
  func alongside(_ other: EtaScore) -> EtaScore {
    EtaScore(
      looks: zip(looks, other.looks).map { look, other in
        var look = look
        if other.said == nil { look.said = nil }
        return look
      })
  }

  private var errors: [Double] { looks.compactMap(\.error) }

  private func share(_ isCounted: (Look) -> Bool) -> Double? {
    looks.isEmpty ? nil : Double(looks.count(where: isCounted)) / Double(looks.count)
  }

  private static func count(_ phase: ReadingTrace.Phase, _ all: [ReadingTrace.Phase]) -> Int {
    let whole = all.reduce(0) { $0 + $1.end - $1.start }
    return max(20, Int(looksPerTrace * (phase.end - phase.start) / max(whole, 1)))
  }

  private static func looks(
    of phase: ReadingTrace.Phase, count: Int, take: (ReadingTrace.Reading) -> Void,
    remaining: (Double) -> (seconds: Double, isExact: Bool)?
  ) -> [Look] {
    var rest = phase.readings[...]
    var percent = 0.0
    var looks: [Look] = []
    for look in 0..<count {
      let now = phase.start + (phase.end - phase.start) * Double(look) / Double(count)
      while let next = rest.first, next.seconds <= now {
        take(next)
        percent = next.percent ?? percent
        rest.removeFirst()
      }
      guard percent >= 10 else { continue }
      let said = remaining(now)
      looks.append(
        Look(truth: phase.end - now, said: said?.seconds, isExact: said?.isExact ?? false))
    }
    return looks
  }
}

/// The middle one, or the upper of two; nil of none.
package func median(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.sorted()[values.count / 2]
}
