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
    _ transfers: Transfers
  ) {
    self.tool = tool
    self.match = match.all
    extent = Extent(rule.extent, transfers)
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

  /// Whether the line says nothing of how far the work is.
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

  /// The fingerprint of the stretch: of all letters before a generic number, else of the stretch's
  /// name.
  private static func label(
    _ rule: RecognitionRule, _ match: PatternMatch, in line: Span<UInt8>
  ) -> UInt64 {
    if rule.trust == .generic { return line.label(in: 0..<match.all.lowerBound) }
    if let phase = rule.phase { return Array(phase.utf8).span.label(in: 0..<phase.utf8.count) }
    return line.label(in: match[.phase] ?? 0..<0)
  }
}

extension Finding {
  /// The share of the work that a bar measures, with what the command line says.
  enum Extent: Hashable {
    /// The whole work, unless another bar follows.
    case whole
    /// A transfer of a known number, at least 1, that follow each other.
    case transfer(of: Int64)
    /// A part of something that has no measure.
    case part
    /// A file of several, unless another line says that it is the only one.
    case file
    /// The line that says so.
    case onlyFile

    /// Whether the bar is one of a known number of transfers, so that the whole can be computed.
    var isRolledUp: Bool { if case .transfer(let count) = self { count > 1 } else { false } }

    /// Combines the extent of a rule with the number of transfers that the command line asks for.
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

/// The number of transfers that a command line asks for, of programs that draw a bar for each.
///
/// With a known number the bars can be rolled up: the second of four at 50 % is 37 % of the whole.
enum Transfers: Hashable {
  /// No transfer is named. A script may start some.
  case unnamed
  /// A known number, at least 1, one after the other.
  case count(Int64)
  /// More than one, nobody knows how many.
  case several

  /// Counts the addresses in the words of the command line, or of a script in it.
  init(_ command: [String]) {
    let words = command.flatMap { $0.split { " \n\t\"';|&()".contains($0) } }
    let addresses = words.filter { $0.contains("://") }
    let isUncertain =
      words.contains { Self.uncertainties.contains(String($0)) }
      || addresses.contains { $0.contains { "{}[]*".contains($0) } }
    let follows = words.contains { $0 == "--location" || $0.isCluster(with: "L") }
    switch addresses.count {
    case 0: self = .unnamed
    case 1: self = isUncertain ? .several : .count(1)
    default: self = isUncertain || follows ? .several : .count(Int64(addresses.count))
    }
  }

  /// The words with which there may be more transfers than addresses, or all of them at once.
  private static let uncertainties: Set<String> = [
    "-K", "--config", "-Z", "--parallel", "-r", "--recursive", "-m", "--mirror", "-p",
    "--page-requisites", "-i", "--input-file", "for", "while", "until", "xargs", "parallel",
  ]
}

extension Substring {
  /// Returns whether the word is a group of one-letter options with `letter` among them, as `-sL`.
  func isCluster(with letter: Character) -> Bool {
    hasPrefix("-") && !hasPrefix("--") && contains(letter)
  }
}
