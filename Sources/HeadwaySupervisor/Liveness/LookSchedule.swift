/// When to look at a command's processes, and whether it lives by what a look found. Pure.
///
/// A sign of life is told soon after it was given, since that is when the clocks start from: output
/// as soon as it is quiet, work within ``workingPause``. Only what has shown neither for a while is
/// looked at every `interval`.
struct LookSchedule {
  /// How long output must be quiet before a look.
  static let quiet: Duration = .milliseconds(250)
  /// Between looks at what works without output.
  static let workingPause: Duration = .milliseconds(750)
  /// How long it must have done nothing before it is looked at seldom: many work now and then.
  static let restAfter: Duration = .seconds(10)

  private let interval: Duration
  private var nextTick: Duration
  private var nextQuiet: Duration?
  private var hasOutput = false
  private var lastSign: Duration

  init(interval: Duration, now: Duration) {
    self.interval = interval
    lastSign = now
    nextTick = now + interval
    nextQuiet = now + Self.quiet
  }

  var deadline: Duration { nextQuiet.map { min($0, nextTick) } ?? nextTick }

  mutating func noteOutput(now: Duration) {
    hasOutput = true
    noteInput(now: now)
  }

  mutating func noteInput(now: Duration) { nextQuiet = now + Self.quiet }

  /// Takes in a look at `now`: whether the command gave a sign of life since the last.
  mutating func takeLook(hasWorked: Bool, now: Duration) -> Bool {
    let isAlive = hasWorked || hasOutput
    hasOutput = false
    if isAlive { lastSign = now }
    let isFlowing = nextQuiet.map { $0 > now } ?? false
    if !isFlowing { nextQuiet = nil }
    let isResting = now - lastSign >= Self.restAfter
    nextTick = now + (isFlowing || isResting ? interval : min(Self.workingPause, interval))
    return isAlive
  }
}
