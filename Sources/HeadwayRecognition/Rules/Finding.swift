internal import HeadwayModel

/// The result of a rule on one line: numbers, and the places of texts on the line.
///
/// ``RuleBook`` makes it, ``ProgressJudge`` decides what it means for the work. Ranges are offsets
/// into the bytes of the line, so a finding is of use only as long as the line stands.
struct Finding {
  var tool: Tool
  var trust: RecognitionRule.Trust
  /// The percent or the fraction; nil if the rule has neither.
  var percent: Measure?
  /// The amount done; nil if the line has none.
  var completed: Amount?
  /// The amount in all; nil if the line has none.
  var total: Amount?
  /// An upper bound of the total; nil if the line has none.
  var bound: Amount?
  /// The amount in all that the command line asks for; nil if it names none.
  var asked: Amount?
  /// Whether one more thing is done.
  var isOne = false
  /// The number of signs that each stand for one thing done; nil if the rule counts none.
  var markCount: Int?
  var stage: Stage?
  /// The fingerprint that tells its stretch from another one of the same tool.
  var label: UInt64
  /// The name of the stretch on the line; nil if the line has none.
  var phase: Range<Int>?
  /// The name that the rule gives its stretches; nil if it gives none.
  var fixedPhase: String?
  /// Whether the line says that the number of stages isn't final. The last stage then is no end.
  var isGrowing = false
  /// Whether the stretch is done.
  var isEnd = false
  /// Whether work of unknown extent goes on.
  var isUnknown = false
  var extent: Extent
  var wording = Wording.progress
  /// Whether a count on the line goes on with the number.
  var isNested = false
  private let match: Range<Int>
  /// The tool's own rate on the line, such as `3.2MB/s`.
  var rate: Range<Int>?
  /// The unit of ``rate``, if the tool prints the number alone.
  var rateUnit: String?
  /// The part of the line that is worth reading.
  var subtitle: Range<Int>?
  /// The amounts beside a percent that may stand for long.
  var amount: Range<Int>?

  /// Reads the groups of a match; nil if one of them isn't what it should be, such as 140 %.
  init?(
    _ rule: RecognitionRule, _ tool: Tool, _ match: PatternMatch, in line: Span<UInt8>,
    _ request: Request
  ) {
    self.tool = tool
    self.match = match.all
    extent = Extent(rule.extent, request)
    trust = rule.trust
    fixedPhase = rule.phase
    rateUnit = rule.rateUnit
    (phase, rate, subtitle) = (match[.phase], match[.rate], match[.subtitle])
    amount = match[.amount]
    label = Self.label(rule, match, in: line)
    isGrowing = match[.growing] != nil
    isEnd = match[.end] != nil
    isUnknown = match[.unknown] != nil
    guard readPercent(match, in: line), readAmounts(match, in: line) else { return nil }
    // Only rules of tools count signs, which saves the others the search.
    if trust != .generic {
      asked = rule.asked
      isOne = match[.one] != nil
      if let marks = match[.marks] {
        var rest: Int?
        if let empty = match[.rest] { rest = line.placeCount(in: empty) }
        readMarks(line.placeCount(in: marks), rest, worth: rule.markWorth)
      }
      if rule.isDuration {
        total = total.flatMap(request.cut.total)
        bound = bound.flatMap(request.cut.total)
      }
    }
    if trust == .generic, Wording.namesMeasure(line, beside: match.all) { return nil }
    if trust != .exact, let total, total.value <= Self.fewSteps,
      Wording.announces(line, match.all) || Wording.begins(line, match.all)
    {
      // The line announces a step that has just begun. The step isn't done.
      completed?.value -= 1
    }
    stage = Stage(match, in: line)
    if let stage, stage.isLast, !isGrowing { isEnd = true }
    if trust == .generic {
      wording = Self.wording(of: line, around: match.all, isCount: percent == nil)
    }
  }

  /// The largest total of a count whose lines are taken to announce steps.
  ///
  /// `[2/4] linking` mostly says that the second step begins. With more steps the difference
  /// doesn't show.
  private static let fewSteps: Int64 = 9

  /// The count on a generic line that has a share as well, such as `task 1 of 2, 41 %`; nil if
  /// there is none.
  ///
  /// The count stands before a percent, or is the first of two counts. ``Nesting`` decides what the
  /// share measures.
  func countBeside(in line: Span<UInt8>) -> (count: PlainCount, share: Double)? {
    if let share = percent?.fraction {
      return PlainCount(line, in: 0..<match.lowerBound).map { ($0, share) }
    }
    return PlainCount(line, in: match).flatMap { outer in
      PlainCount(line, in: match.upperBound..<line.count).map { (outer, $0.fraction) }
    }
  }

  /// Returns whether the number is no progress: the line stays, and its words don't say that it is.
  func isSomethingElse(at place: LinePlace) -> Bool { place.stays && wording == .somethingElse }

  /// Returns whether the line gives a reason to believe the number, if it is a generic one.
  func hasReason(on line: Span<UInt8>) -> Bool {
    trust != .generic
      || Reason.isGiven(
        on: line, beside: match, share: percent?.fraction, isNested: isNested, wording)
  }

  /// Whether the line says nothing of how far the work is.
  var isUnmeasured: Bool { percent == nil && completed == nil && !isOne && markCount == nil }

  private mutating func readPercent(_ match: PatternMatch, in line: Span<UInt8>) -> Bool {
    if let range = match[.percent] {
      guard let number = line.decimal(in: range) else { return false }
      percent = .percent(hundredths: Int64((min(number, 101) * 100).rounded()))
      return percent != nil
    }
    if let range = match[.fraction] {
      guard let number = line.decimal(in: range) else { return false }
      percent = .fraction(number)
      return percent != nil
    }
    return true
  }

  /// Reads signs that stand for what is done: a percent with the places that are left, or with
  /// what each is worth; otherwise a count.
  private mutating func readMarks(_ count: Int, _ rest: Int?, worth: Double) {
    if let rest {
      percent = .fraction(Double(count) / Double(max(1, count + rest)))
    } else if worth > 0, let own = percent?.completed {
      percent = .percent(hundredths: own + Int64((Double(count) * worth * 100).rounded()))
    } else {
      markCount = count
    }
  }

  /// Reads the amounts. Returns false if a group is no amount, or the amounts don't fit each other.
  private mutating func readAmounts(_ match: PatternMatch, in line: Span<UInt8>) -> Bool {
    let unit = line.extracting(match[.unit] ?? 0..<0)
    if let range = match[.completed] {
      completed = Amount(line.extracting(range), unit: unit)
      if completed == nil { return false }
    }
    if let range = match[.total] {
      total = Amount(line.extracting(range), unit: unit)
      if total == nil { return false }
    }
    if let range = match[.bound] {
      bound = Amount(line.extracting(range), unit: unit)
      if bound == nil { return false }
    }
    if trust != .generic, let range = match[.remaining] {
      guard let left = line.number(in: range), let done = completed?.value,
        left <= 1 << 50, done <= 1 << 50
      else { return false }
      total = Amount(count: Int(done + left))
    }
    if trust != .generic, let range = match[.rest], match[.marks] == nil {
      total = Amount(count: range.count)
    }
    guard let completed, let total else { return true }
    return Measure.amounts(completed, of: total) != nil
  }

  /// The meaning of the words beside a number. A count behind another number may number something
  /// else.
  private static func wording(
    of line: Span<UInt8>, around match: Range<Int>, isCount: Bool
  ) -> Wording {
    if isCount, Doubt.hasNumber(line, before: match.lowerBound) { return .somethingElse }
    return Wording(of: line, around: match, isCount: isCount)
  }

  /// The fingerprint of the stretch: of the skeleton before a generic number, else of the stretch's
  /// name.
  private static func label(
    _ rule: RecognitionRule, _ match: PatternMatch, in line: Span<UInt8>
  ) -> UInt64 {
    if rule.trust == .generic { return line.skeleton(in: 0..<match.all.lowerBound) }
    if let phase = rule.phase { return Array(phase.utf8).span.label(in: 0..<phase.utf8.count) }
    // Of a line of JSON, the other texts tell one job from another.
    if match[.fraction] != nil, rule.trust == .whenAdvancing {
      return line.label(in: 0..<line.count)
    }
    return line.label(in: match[.phase] ?? 0..<0)
  }
}

/// The place of the work in a known number of stages.
struct Stage: Hashable {
  /// The number of stages that are done, 0…`count`.
  var done: Int64
  /// The number of stages in all, at least 2.
  var count: Int64
  /// Whether the line names the stage that is being worked on. Otherwise it says how many remain.
  var isCurrent: Bool

  var isLast: Bool { done == count }

  /// Reads the stage; nil if the match has none, or numbers that don't fit each other.
  init?(_ match: PatternMatch, in line: Span<UInt8>) {
    guard let stages = match[.stages], let count = line.number(in: stages), count >= 2 else {
      return nil
    }
    self.count = count
    if let range = match[.stage], let stage = line.number(in: range), stage >= 1 {
      (done, isCurrent) = (stage - 1, true)
    } else if let range = match[.left], let left = line.number(in: range) {
      (done, isCurrent) = (count - left, false)
    } else {
      return nil
    }
    if done < 0 || done > count { return nil }
  }
}
