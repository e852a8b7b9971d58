internal import HeadwayModel

/// Decides which samples of no tool in particular are progress: samples of a shape that was seen to
/// advance.
///
/// Many numbers on a terminal look like progress and are none: a table, a test score, a version.
/// The proof that a number has to give depends on how the sample was written:
///
/// - A sample that is drawn over an earlier line, or that was found by a rule with
///   `Trust.whenAdvancing`, is believed once one higher sample follows.
/// - Lines below each other need three rising samples within at least one second. The first sample
///   is at most 35 %.
/// - Lines below each other that have no word on them need five rising samples within at least one
///   second. The first sample is at most 10 %.
///
/// ```text
/// \r10%            first sample       nothing
/// \r20%            higher, redrawn    believed: 20 %
/// \r5%             a fall             nothing, 5 % is the challenge
/// \r9%             higher             believed: 9 %, which begins the next phase
/// ```
///
/// A fall or another shape becomes the *challenge* and has to give the same proof. An advance of
/// the believed shape removes the challenge, so a table beside a bar never gets through.
///
/// Rising isn't enough for a number of no tool in particular that is drawn over: its line has to give
/// a ``Reason``.
///
/// A number that falls, and falls again, is the needle of a gauge. It is never believed again, and
/// neither is a count on lines that stay which fell twice before its end: the number of a worker.
///
/// ```text
/// \r42%  \r72%  \r92%  \r73%  \r42%       two falls: a level meter
/// [4/8] a  [2/8] b  [8/8] c  [3/8] d  [1/8] e    two falls: workers
/// ```
///
/// ``ProgressJudge`` asks about every sample whose trust isn't `.exact`. The lines of a known tool
/// need no proof.
struct Belief {
  /// The latest believed sample; nil until the first proof.
  private var believed: Bar?
  /// The samples that are giving their proof; nil if there are none.
  private var challenge: Challenge?
  /// The latest sample that isn't of a known tool, and the number of its falls.
  private var trail: (bar: Bar, fallCount: Int)?
  /// The displays that are gauges, by their names.
  private var gauges: Set<UInt64> = []
  /// Whether the latest sample was of a gauge.
  private(set) var isGauge = false

  /// The number of gauges that are remembered. One more makes the type forget all of them.
  private static let gaugeLimit = 32
  /// The number of falls that make a gauge.
  private static let fallLimit = 2

  /// A row of rising samples of one shape, with all that the proof depends on.
  fileprivate struct Challenge {
    var bar: Bar
    var sampleCount = 1
    let startedAt: AwakeTime
    /// The fraction of the first sample; 1 for a count without a total, which therefore starts too
    /// high.
    let first: Double
  }

  /// The shortest time between the first and the last sample of lines that stay.
  ///
  /// A program that prints a sorted table writes all of it at once. Work takes time.
  fileprivate static let timeNeeded: Duration = .seconds(1)

  /// Returns whether `bar` is to be believed, and remembers it as a sample.
  ///
  /// A sample that repeats the last one proves nothing and costs nothing.
  ///
  /// - Parameters:
  ///   - now: The time of the sample, on the clock of ``ProgressRecogniser/consume(_:at:)``.
  ///   - hasReason: Returns whether the line of the sample gives a ``Reason``.
  mutating func weigh(_ bar: Bar, at now: AwakeTime, hasReason: () -> Bool) -> Bool {
    isGauge = noteFalls(of: bar)
    if isGauge {
      if believed?.label == bar.label { believed = nil }
      return false
    }
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
    guard challenge.isProven(at: now), hasReason() else { return false }
    believed = bar
    self.challenge = nil
    return true
  }

  /// Returns whether the display of `bar` is a gauge, and remembers the sample.
  private mutating func noteFalls(of bar: Bar) -> Bool {
    if !gauges.isEmpty, gauges.contains(bar.gaugeLabel) { return true }
    guard let last = trail, bar.isLater(than: last.bar) else {
      trail = (bar, 0)
      return false
    }
    let (new, old) = (bar.measure.completed, last.bar.measure.completed)
    let isFall = new < old && !last.bar.measure.isDone && !last.bar.measure.mayBeLastStep
    let isReset = new > old && bar.place.isRedraw
    trail = (bar, isReset ? 0 : last.fallCount + (isFall ? 1 : 0))
    guard isFall, last.fallCount + 1 >= Self.fallLimit else { return false }
    if gauges.count >= Self.gaugeLimit { gauges.removeAll() }
    gauges.insert(bar.gaugeLabel)
    return true
  }
}

extension Measure {
  /// Whether the last of few announced steps is being worked on: it counts as not done.
  fileprivate var mayBeLastStep: Bool {
    unit == .count && total.map { $0 <= 9 && completed >= $0 - 1 } ?? false
  }
}

extension Belief.Challenge {
  fileprivate func isProven(at now: AwakeTime) -> Bool {
    if bar.place.isRedraw || bar.trust == .whenAdvancing { return true }
    let (samplesNeeded, highestStart) = bar.wording == .bare ? (5, 0.1) : (3, 0.35)
    return sampleCount >= samplesNeeded && now - startedAt >= Belief.timeNeeded
      && first <= highestStart
  }
}

extension Bar {
  /// Returns whether the sample is one of the display of `earlier`: on the same row if it is drawn
  /// over, of the same count if it stays.
  fileprivate func isLater(than earlier: Bar) -> Bool {
    guard tool == earlier.tool, measure.total == earlier.measure.total,
      place.isRedraw == earlier.place.isRedraw
    else { return false }
    if place.isRedraw { return place.row == earlier.place.row && label == earlier.label }
    return measure.unit != .percent || label == earlier.label
  }

  /// The name of the display among gauges. Counts that stay are told apart by their totals.
  fileprivate var gaugeLabel: UInt64 {
    place.isRedraw || measure.unit == .percent ? label : ~UInt64(bitPattern: measure.total ?? 0)
  }

  /// Returns whether the sample has the shape of `earlier`: the same tool and unit, and a total
  /// that hasn't shrunk.
  ///
  /// A sample that stays on the screen must also have the same label. On a line that is drawn over
  /// the words may change, for many bars show the current file name.
  fileprivate func continues(_ earlier: Bar) -> Bool {
    tool == earlier.tool && measure.unit == earlier.measure.unit
      && (place.isRedraw || label == earlier.label)
      && measure.total ?? 0 >= earlier.measure.total ?? 0
  }

  /// The longest step of few steps on lines that stay. The number of a worker jumps further.
  private static let longestStep: Int64 = 3

  fileprivate func repeats(_ earlier: Bar) -> Bool {
    continues(earlier) && measure == earlier.measure
  }

  /// Returns whether the sample is a higher one of the shape of `earlier`.
  ///
  /// The total of a generic count must stay the same. A count such as `3/12` is too easily
  /// something else for a growing total to be taken as proof.
  fileprivate func proves(_ earlier: Bar) -> Bool {
    guard continues(earlier), measure.completed > earlier.measure.completed else { return false }
    if trust == .whenAdvancing, place.stays, measure.isCoarse,
      measure.completed - earlier.measure.completed > Self.longestStep
    {
      return false
    }
    return trust != .generic || measure.total == earlier.measure.total
  }
}
