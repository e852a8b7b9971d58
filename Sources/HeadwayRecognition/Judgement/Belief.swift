/// Decides which samples of no tool in particular are progress: those of a shape that was seen to
/// advance.
///
/// A bar that is drawn over is believed by its second, higher sample. Lines below each other could
/// be a table, or anything sorted: three of one shape that go up, from near the beginning on, over
/// a second or more; without a word on them five, from the very beginning. A fall, or another shape, has to prove itself the same way; meanwhile an
/// advance of what is believed sends the challenger back to the start.
struct Belief {
  private var believed: Bar?
  private var challenge: Challenge?

  fileprivate struct Challenge {
    var bar: Bar
    var sampleCount = 1
    let startedAt: Duration
    let first: Double
  }

  fileprivate static let timeNeeded: Duration = .seconds(1)

  /// Whether `bar` is to be believed.
  mutating func weigh(_ bar: Bar, at now: Duration) -> Bool {
    if let believed, bar.continues(believed), bar.measure.completed >= believed.measure.completed {
      if bar.measure.completed > believed.measure.completed { challenge = nil }
      self.believed = bar
      return true
    }
    if let challenge, bar.repeats(challenge.bar) { return false }
    guard var challenge, bar.proves(challenge.bar) else {
      challenge = Challenge(bar: bar, startedAt: now, first: bar.measure.fraction ?? 1)
      return false
    }
    challenge.bar = bar
    challenge.sampleCount += 1
    self.challenge = challenge
    guard challenge.isProven(at: now) else { return false }
    believed = bar
    self.challenge = nil
    return true
  }
}

extension Belief.Challenge {
  fileprivate func isProven(at now: Duration) -> Bool {
    if bar.place.isRedraw || bar.trust == .whenAdvancing { return true }
    let (samplesNeeded, highestStart) = bar.wording == .bare ? (5, 0.1) : (3, 0.35)
    return sampleCount >= samplesNeeded && now - startedAt >= Belief.timeNeeded
      && first <= highestStart
  }
}

extension Bar {
  /// The same shape: one tool, one unit, and either drawn over what was there or named alike.
  /// A total may have grown, but not shrunk.
  fileprivate func continues(_ earlier: Bar) -> Bool {
    tool == earlier.tool && measure.unit == earlier.measure.unit
      && (place.isRedraw || label == earlier.label)
      && measure.total ?? 0 >= earlier.measure.total ?? 0
  }

  fileprivate func repeats(_ earlier: Bar) -> Bool {
    continues(earlier) && measure == earlier.measure
  }

  /// A higher sample of the same shape. A bare count is too easily something else for its total
  /// to differ.
  fileprivate func proves(_ earlier: Bar) -> Bool {
    guard continues(earlier), measure.completed > earlier.measure.completed else { return false }
    return trust != .generic || measure.total == earlier.measure.total
  }
}
