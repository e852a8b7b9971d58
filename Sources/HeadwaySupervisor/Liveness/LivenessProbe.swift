internal import HeadwayCore
internal import HeadwaySystem

/// Looks now and then whether the command lives, and what it waits for.
///
/// One look costs a few files under /proc for each descendant.
struct LivenessProbe {
  struct Finding: Hashable {
    /// Output since the last look, CPU use or disk traffic.
    var isAlive: Bool
    /// Only where it changed.
    var inputWait: InputWaitReport?
  }

  private let ancestor: Int32
  private var inputWait: InputWaitProbe?
  private var schedule: LookSchedule
  private var work: [Int32: ProcessWork] = [:]
  private var lastWait = InputWaitReport.none
  private var outputCount = 0

  init(ancestor: Int32, inputWait: InputWaitProbe?, interval: Duration, now: Duration) {
    self.ancestor = ancestor
    self.inputWait = inputWait
    schedule = LookSchedule(interval: interval, now: now)
  }

  var deadline: Duration { schedule.deadline }

  mutating func noteOutput(now: Duration) {
    outputCount += 1
    schedule.noteOutput(now: now)
  }

  mutating func noteInput(now: Duration) { schedule.noteInput(now: now) }

  /// Nothing while nothing is due.
  mutating func look(now: Duration) -> Finding? {
    guard now >= deadline else { return nil }
    let descendants = ProcessTree.descendants(of: ancestor)
    let isAlive = schedule.takeLook(hasWorked: hasWorked(descendants), now: now)
    return Finding(isAlive: isAlive, inputWait: changedWait(among: descendants, now))
  }

  private mutating func changedWait(
    among descendants: [ProcessStat], _ now: Duration
  ) -> InputWaitReport? {
    let report = inputWait?.report(among: descendants, outputCount: outputCount, now: now)
    guard let wait = report, wait != lastWait else { return nil }
    lastWait = wait
    return wait
  }

  /// A process came or went, or did something.
  private mutating func hasWorked(_ descendants: [ProcessStat]) -> Bool {
    let before = work
    work = Dictionary(descendants.map { ($0.process, ProcessWork(of: $0)) }) { first, _ in first }
    return work != before
  }
}
