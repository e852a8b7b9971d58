internal import HeadwayCore

/// What a rule found on a line.
struct Finding {
  var tool: Tool
  var trust: RecognitionRule.Trust
  /// A percent or a fraction.
  var percent: Measure?
  var completed: Amount?
  var total: Amount?
  /// The total is at most this.
  var bound: Amount?
  var stage: Stage?
  /// What tells its stretch from another of the same tool.
  var label: UInt64
  var phase: Range<Int>?
  var fixedPhase: String?
  var isGrowing = false
  var isEnd = false
  var isUnknown = false
  /// What the bar is a bar of.
  var extent: Extent
  /// Of no tool in particular: what the words beside it say of it.
  var wording = Wording.progress
  /// Where on the line it was found.
  private let match: Range<Int>
  var rate: Range<Int>?
  var subtitle: Range<Int>?
  /// What is done beside a percent that may stand for long.
  var amount: Range<Int>?

  /// Nil where a group of the match isn't what it should be.
  init?(
    _ rule: RecognitionRule, _ tool: Tool, _ match: PatternMatch, in line: Span<UInt8>,
    _ transfers: Transfers
  ) {
    self.tool = tool
    self.match = match.all
    extent = Extent(rule.extent, transfers)
    trust = rule.trust
    fixedPhase = rule.phase
    (phase, rate, subtitle) = (match[.phase], match[.rate], match[.subtitle])
    amount = match[.amount]
    label = Self.label(rule, match, in: line)
    isGrowing = match[.growing] != nil
    isEnd = match[.end] != nil
    isUnknown = match[.unknown] != nil
    guard readPercent(match, in: line), readAmounts(match, in: line) else { return nil }
    if trust == .generic, Wording.namesMeasure(line, beside: match.all) { return nil }
    if trust != .exact, let total, total.value <= Self.fewSteps,
      Wording.announces(line, match.all) || Wording.begins(line, match.all)
    {
      completed?.value -= 1
    }
    stage = Stage(match, in: line)
    if let stage, stage.isLast, !isGrowing { isEnd = true }
    if trust == .generic {
      wording = Self.wording(of: line, around: match.all, isCount: percent == nil)
    }
  }

  /// Of so few `[2/4] linking` mostly says what begins, which would be done only at the next.
  private static let fewSteps: Int64 = 9

  /// Of no tool in particular: a count beside it, and the share that may be of one of those that are
  /// counted. The count stands before a percent, or is the first of two.
  func countBeside(in line: Span<UInt8>) -> (count: PlainCount, share: Double)? {
    if let share = percent?.fraction {
      return PlainCount(line, in: 0..<match.lowerBound).map { ($0, share) }
    }
    return PlainCount(line, in: match).flatMap { outer in
      PlainCount(line, in: match.upperBound..<line.count).map { (outer, $0.fraction) }
    }
  }

  /// It is told on a line that stays, and not as progress.
  func isSomethingElse(at place: LinePlace) -> Bool { place.stays && wording == .somethingElse }

  /// It says nothing of how far the work is.
  var isUnmeasured: Bool { percent == nil && completed == nil }

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
    guard let completed, let total else { return true }
    return Measure.amounts(completed, of: total) != nil
  }

  /// A count behind another number may number something else.
  private static func wording(
    of line: Span<UInt8>, around match: Range<Int>, isCount: Bool
  ) -> Wording {
    if isCount, Doubt.hasNumber(line, before: match.lowerBound) { return .somethingElse }
    return Wording(of: line, around: match, isCount: isCount)
  }

  /// Of a generic line all letters before what matched, else what the stretch is called.
  private static func label(
    _ rule: RecognitionRule, _ match: PatternMatch, in line: Span<UInt8>
  ) -> UInt64 {
    if rule.trust == .generic { return line.label(in: 0..<match.all.lowerBound) }
    if let phase = rule.phase { return Array(phase.utf8).span.label(in: 0..<phase.utf8.count) }
    return line.label(in: match[.phase] ?? 0..<0)
  }
}

extension Finding {
  /// What of the work is measured.
  enum Extent: Hashable {
    /// All of it, unless another bar follows.
    case whole
    /// One of so many transfers, at least 1, that follow each other.
    case transfer(of: Int64)
    /// A part of something that has no measure.
    case part
    /// The same, unless it is said to be the only one.
    case file
    case onlyFile

    /// Whatever one of them is, how many are over is known.
    var isRolledUp: Bool { if case .transfer(let count) = self { count > 1 } else { false } }

    init(_ extent: RecognitionRule.Extent, _ transfers: Transfers) {
      switch (extent, transfers) {
      case (.whole, _), (.transfer, .unnamed): self = .whole
      case (.file, _): self = .file
      case (.onlyFile, _): self = .onlyFile
      case (.transfer, .count(let count)): self = .transfer(of: count)
      case (.transfer, .several), (.stage, _): self = .part
      }
    }
  }
}

/// Where in a known number of stretches the work is.
struct Stage: Hashable {
  /// Those that are done.
  var done: Int64
  /// In all, at least 2.
  var count: Int64
  /// It names the one that is being worked on, rather than how many remain.
  var isCurrent: Bool

  /// None remains.
  var isLast: Bool { done == count }

  /// Nil where the match says nothing of stages, or nothing that makes sense.
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
