internal import HeadwayModel
internal import HeadwaySystem

/// Looks now and then at whether a command is alive, and what it waits for.
///
/// A look costs a few files under /proc for each descendant. `Supervision` owns the probe, and
/// looks only while the command isn't stopped.
struct LivenessProbe {
  /// The result of a look.
  struct Finding: Hashable {
    /// Whether there was output, processor use, or traffic of files, disks or the network since the
    /// last look.
    var isAlive: Bool
    /// The wait for input, if it has changed; otherwise nil.
    var inputWait: InputWaitProbe.Finding?
  }

  /// The process whose descendants are looked at: the session leader.
  private let ancestor: Int32
  /// The look for waits; nil if the command has no pty.
  private var inputWait: InputWaitProbe?
  private var schedule: LookSchedule
  /// The work of each process at the last look.
  private var work: [Int32: ProcessWork] = [:]
  private var traffic = TrafficWatch()
  private var lastWait = InputWaitProbe.Finding.nothing
  /// The number of times that the command has written something.
  private var outputCount = 0

  /// Prepares the first look, soon after `now`. `interval` is the pause between looks at a resting
  /// command.
  init(ancestor: Int32, inputWait: InputWaitProbe?, interval: Duration, now: AwakeTime) {
    self.ancestor = ancestor
    self.inputWait = inputWait
    schedule = LookSchedule(interval: interval, now: now)
  }

  /// The time of the next look (`SystemClocks.awake`).
  var deadline: AwakeTime { schedule.deadline }

  /// Records output, which is a sign of life and makes a look due soon.
  mutating func noteOutput(now: AwakeTime) {
    outputCount += 1
    schedule.noteOutput(now: now)
  }

  /// Records typed keys, which make a look due soon but are no sign of life.
  mutating func noteInput(now: AwakeTime) { schedule.noteInput(now: now) }

  /// Looks at the processes if a look is due; otherwise returns nil.
  ///
  /// - Parameter hasUser: whether a terminal of a person shows the command's.
  mutating func look(hasUser: Bool, now: AwakeTime) -> Finding? {
    guard now >= deadline else { return nil }
    let descendants = ProcessTree.descendants(of: ancestor)
    let isAlive = schedule.takeLook(
      hasWorked: hasWorked(descendants) || traffic.hasMoved(descendants), now: now)
    return Finding(isAlive: isAlive, inputWait: changedWait(among: descendants, hasUser, now))
  }

  private mutating func changedWait(
    among descendants: [ProcessStat], _ hasUser: Bool, _ now: AwakeTime
  ) -> InputWaitProbe.Finding? {
    let report = inputWait?.look(
      among: descendants, outputCount: outputCount, hasUser: hasUser, now: now)
    guard let wait = report, wait != lastWait else { return nil }
    lastWait = wait
    return wait
  }

  /// Whether a process began, ended, used a processor or accessed a disk since the last look.
  private mutating func hasWorked(_ descendants: [ProcessStat]) -> Bool {
    let before = work
    work = Dictionary(descendants.map { ($0.process, ProcessWork(of: $0)) }) { first, _ in first }
    return work != before
  }
}
