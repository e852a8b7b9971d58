internal import HeadwayModel

/// The times at which to look at a command's processes. Pure.
///
/// The hub's stall clocks start from the last sign of life, so each sign is reported soon: output
/// once it pauses (``quiet``), work within ``workingPause``. A command that has shown neither for
/// ``restAfter`` is looked at once per `interval`.
struct LookSchedule {
  /// The pause in the output before a look.
  static let quiet: Duration = .milliseconds(250)
  /// The time between two looks at a command that works without output.
  static let workingPause: Duration = .milliseconds(750)
  /// The time without a sign of life after which looks become rare. It is long because many
  /// commands work now and then.
  static let restAfter: Duration = .seconds(10)

  /// The time between two looks at a resting command.
  private let interval: Duration
  /// The next look that doesn't depend on output.
  private var nextTick: AwakeTime
  /// The next look after output or keys; nil without any since the last look.
  private var nextQuiet: AwakeTime?
  /// Whether there was output since the last look.
  private var hasOutput = false
  /// The time of the last sign of life.
  private var lastSign: AwakeTime

  /// Schedules the first look ``quiet`` after `now`.
  init(interval: Duration, now: AwakeTime) {
    self.interval = interval
    lastSign = now
    nextTick = now + interval
    nextQuiet = now + Self.quiet
  }

  /// The time of the next look.
  var deadline: AwakeTime { nextQuiet.map { min($0, nextTick) } ?? nextTick }

  /// Records output, which counts as a sign of life at the next look.
  mutating func noteOutput(now: AwakeTime) {
    hasOutput = true
    noteInput(now: now)
  }

  /// Makes a look due after a pause, without a sign of life.
  mutating func noteInput(now: AwakeTime) { nextQuiet = now + Self.quiet }

  /// Records a look at `now` and schedules the next. Returns whether the command gave a sign of
  /// life since the last look.
  mutating func takeLook(hasWorked: Bool, now: AwakeTime) -> Bool {
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
