internal import HeadwayCore
internal import HeadwaySystem

/// Looks now and then whether the command lives, and what it waits for.
///
/// One look costs a few files under /proc for each descendant: every `interval`, and once soon
/// after output or input went by.
struct LivenessProbe {
  /// How long output must be quiet before a look.
  static let quiet: Duration = .milliseconds(250)

  struct Finding: Hashable {
    /// Output since the last look, or CPU use.
    var isAlive: Bool
    /// Only where it changed.
    var inputWait: InputWaitReport?
  }

  private let ancestor: Int32
  private let inputWait: InputWaitProbe?
  private let interval: Duration
  private var nextTick: Duration
  private var nextLook: Duration?
  private var hasOutput = false
  private var work: [Int32: UInt64] = [:]
  private var lastWait = InputWaitReport.none

  init(ancestor: Int32, inputWait: InputWaitProbe?, interval: Duration, now: Duration) {
    self.ancestor = ancestor
    self.inputWait = inputWait
    self.interval = interval
    nextTick = now + interval
    nextLook = inputWait == nil ? nil : now + Self.quiet
  }

  var deadline: Duration { nextLook.map { min($0, nextTick) } ?? nextTick }

  mutating func noteOutput(now: Duration) {
    hasOutput = true
    noteInput(now: now)
  }

  mutating func noteInput(now: Duration) {
    if inputWait != nil { nextLook = now + Self.quiet }
  }

  /// Nothing while nothing is due.
  mutating func look(now: Duration) -> Finding? {
    guard now >= deadline else { return nil }
    let descendants = ProcessTree.descendants(of: ancestor)
    var finding = Finding(isAlive: false, inputWait: changedWait(among: descendants))
    nextLook = nil
    if now >= nextTick {
      nextTick = now + interval
      finding.isAlive = hasWorked(descendants) || hasOutput
      hasOutput = false
    }
    return finding
  }

  private mutating func changedWait(among descendants: [ProcessStat]) -> InputWaitReport? {
    guard let wait = inputWait?.report(among: descendants), wait != lastWait else { return nil }
    lastWait = wait
    return wait
  }

  /// A process came or went, or used the CPU.
  private mutating func hasWorked(_ descendants: [ProcessStat]) -> Bool {
    let before = work
    work = Dictionary(descendants.map { ($0.process, $0.cpuTicks) }) { first, _ in first }
    return work != before
  }
}
