internal import HeadwayModel

/// The facts that earlier lines of one tool have given and later lines of that tool need.
///
/// An example: ffmpeg prints `Duration: 00:01:30.00` once, and then only `time=00:00:12.00`. The
/// total is remembered here, and makes a percent of every later line. ``ProgressJudge`` keeps one
/// context for each tool.
struct ToolContext {
  /// The total that the tool printed on a line of its own; nil before.
  private var total: Amount?
  /// Whether the tool has counted something since the total was printed.
  private var isCounting = false
  /// The name of the stretch, from a line that measures nothing.
  private var phase: SanitisedText?
  /// The fingerprint of the name of the current stretch; 0 if it has none.
  private(set) var label: UInt64 = 0
  private var stage: Stage?
  /// The decision on what a bar measures that stands on a line with a stage.
  private var nesting = Nesting()
  private var transfer = TransferCount()
  /// Whether the tool has named the only file that it copies: then the file's bar is of the whole.
  private var hasOnlyFile = false
  /// Whether the tool has said that several bars follow each other.
  private var hasParts = false
  /// Whether the tool draws bars side by side: none of them is the whole.
  private(set) var isBeside = false
  /// The number of things that were counted on ended lines, and with those of the current line.
  private var (counted, current): (Int64, Int64) = (0, 0)
  /// The latest lines that stood for one thing each.
  private var countedLines = LatestLines()

  /// Remembers everything in a finding that later findings of the tool may need.
  ///
  /// Call it with every finding, before ``measure(of:within:)``.
  mutating func note(
    _ finding: Finding, on line: borrowing TerminalLine, _ place: LinePlace
  ) {
    if finding.completed == nil { noteTotal(finding) } else { isCounting = true }
    count(finding, on: line, place)
    if finding.extent == .beside { isBeside = true }
    if finding.isUnmeasured, let name = finding.phase { phase = line.text(in: name) }
    if finding.phase != nil || finding.fixedPhase != nil || finding.trust != .exact {
      label = finding.label
    }
    if finding.extent == .onlyFile { hasOnlyFile = true }
    if finding.isUnmeasured, finding.extent == .part { hasParts = true }
    if let stage = finding.stage {
      note(stage, finding, place)
      noteShare(of: stage, finding)
    }
    if case .transfer = finding.extent, let own = ownMeasure(of: finding) { transfer.note(own) }
  }

  /// Counts the things that lines or signs stand for.
  ///
  /// An open line is read several times, so only its end adds to the count of the lines before it. A
  /// line that was printed before stands for nothing new.
  private mutating func count(
    _ finding: Finding, on line: borrowing TerminalLine, _ place: LinePlace
  ) {
    guard finding.isOne || finding.markCount != nil else { return }
    isCounting = true
    if finding.isOne {
      if place.end == .lineFeed, countedLines.isNew(line.fingerprint) { counted &+= 1 }
      current = counted
      return
    }
    if let all = finding.total { total = all }
    current = finding.completed?.value ?? counted &+ Int64(finding.markCount ?? 0)
    if place.end == .lineFeed { counted = current }
  }

  /// Notices a bar that goes on while the stages do: it measures all of them together.
  private mutating func noteShare(of stage: Stage, _ finding: Finding) {
    guard stage.isCurrent, finding.extent != .ofStage, let share = ownMeasure(of: finding)?.fraction
    else { return }
    _ = nesting.note(PlainCount(current: stage.done + 1, total: stage.count), share: share)
  }

  /// Remembers a total or an upper bound of the total.
  ///
  /// Several may be printed before the tool begins to count, as by ffmpeg for each of its inputs.
  /// Of totals the largest is kept, of bounds the smallest. Once the tool has counted, the next
  /// total replaces the last one.
  private mutating func noteTotal(_ finding: Finding) {
    guard let new = finding.total ?? finding.bound else { return }
    let known = isCounting ? nil : total
    (isCounting, counted, current) = (false, 0, 0)
    countedLines = LatestLines()
    guard let known, known.kind == new.kind else {
      total = new
      return
    }
    let isBetter = finding.bound == nil ? new.value > known.value : new.value < known.value
    if isBetter { total = new }
  }

  /// Remembers a stage.
  ///
  /// A line that names the current stage always counts. A line that says how many stages remain
  /// counts at first only if it stays on the screen and its own bar is at 100 %. rsync draws such a
  /// number on a bar that measures the whole, and there it must not count.
  private mutating func note(_ new: Stage, _ finding: Finding, _ place: LinePlace) {
    if new.isCurrent || stage != nil {
      stage = new
    } else if place.end == .lineFeed, finding.percent?.isDone == true, new.done < new.count {
      stage = new
    }
  }

  /// The measure of a finding, rolled up if there are stages or transfers around it; nil if the
  /// finding measures nothing yet.
  ///
  /// With `n` of `m` stages done, and a bar at the fraction `f`, the whole is `(n + f) / m`.
  ///
  /// - Parameter outer: A stage that another tool printed, such as `Epoch 3/9` before a bar of
  ///   tqdm. The tool's own stage goes before it.
  /// - Returns: The measure, and whether it is computed from several bars.
  func measure(of finding: Finding, within outer: Stage?) -> (measure: Measure, isRolledUp: Bool)? {
    guard var own = ownMeasure(of: finding) else { return nil }
    if finding.isEnd, let total = own.total { own.completed = total }
    if case .transfer(let count) = finding.extent {
      guard transfer.isFollowed(of: count) else { return nil }
      if count > 1, transfer.done < count, let fraction = own.fraction {
        let whole = Measure.fraction((Double(transfer.done) + fraction) / Double(count))
        return whole.map { ($0, true) }
      }
    }
    if nesting.seen == .whole { return (own, true) }
    guard let stage = stage ?? outer, let fraction = own.fraction else { return (own, false) }
    let inner = finding.stage.map { $0.isCurrent ? fraction : 0 } ?? fraction
    let whole = Measure.fraction((Double(stage.done) + inner) / Double(stage.count))
    return whole.map { ($0, true) }
  }

  /// The measure of a line that has only a stage, or the end of one: the stages before it, and
  /// itself where it is done. The same goes for passes. Nil for other lines.
  func stageMeasure(of finding: Finding) -> Measure? {
    if case .transfer(let count) = finding.extent, count > 1, finding.isEnd {
      return .fraction(min(1, Double(transfer.done + 1) / Double(count)))
    }
    guard let stage = finding.stage ?? (finding.isEnd ? stage : nil), stage.isCurrent else {
      return nil
    }
    return .fraction(Double(stage.done + (finding.isEnd ? 1 : 0)) / Double(stage.count))
  }

  /// Returns whether the bar of `finding` is one of several whose share of the whole nobody knows.
  func isPart(_ finding: Finding) -> Bool {
    hasParts || finding.extent == .part || finding.extent == .file && !hasOnlyFile
  }

  /// The measure that the finding itself has, without stages; nil if it has none.
  ///
  /// A time without a total is no measure: a clock runs whether or not the work goes on.
  private func ownMeasure(of finding: Finding) -> Measure? {
    if finding.completed == nil, finding.isOne || finding.markCount != nil, let total,
      let measure = Measure.amounts(Amount(count: Int(clamping: current)), of: total)
    {
      return measure
    }
    if let percent = finding.percent { return percent }
    guard let completed = finding.completed else { return nil }
    let totals = [finding.total, total, finding.asked].lazy.compactMap { $0 }
    if let total = totals.first(where: { $0.kind == completed.kind }) ?? totals.first {
      return .amounts(completed, of: total)
    }
    guard completed.kind != .time else { return nil }
    return Measure(
      completed: completed.value, total: nil, unit: completed.kind == .bytes ? .bytes : .count)
  }

  /// The name of the stretch that `finding` belongs to; nil if the tool has given none.
  func name(_ finding: Finding, on line: borrowing TerminalLine) -> SanitisedText? {
    if let range = finding.phase { return line.text(in: range) }
    return finding.fixedPhase.map { SanitisedText($0) } ?? phase
  }
}

/// Counts transfers that follow each other, each with a bar of its own.
private struct TransferCount {
  /// The number of transfers that are done. A transfer counts as done once the next one has begun.
  private(set) var done: Int64 = 0
  private var latest: Measure?
  /// Whether the current transfer was seen unfinished.
  private var hasAdvanced = false

  /// Takes in a bar. A lower value than the last one is the next transfer.
  mutating func note(_ measure: Measure) {
    if let latest, measure.completed < latest.completed {
      done += 1
      hasAdvanced = false
    } else if !measure.isDone {
      hasAdvanced = true
    }
    latest = measure
  }

  /// Returns whether the bar can be the transfer that the user asked for.
  ///
  /// A single transfer that is at 100 % when first seen may be a redirect: curl draws a full bar
  /// for the short answer that leads elsewhere.
  func isFollowed(of count: Int64) -> Bool { count > 1 || hasAdvanced || latest?.isDone == false }
}
