internal import HeadwayModel
internal import HeadwaySystem

/// Signs of life of one process: processor use, traffic of files, disks and the network, and whether
/// the process is stopped.
///
/// `Adoption` uses it where `Supervision` uses `LivenessProbe`: an adopted process has no output to
/// watch.
struct ProcessPulse {
  /// A change that a look has found.
  enum Beat: Hashable {
    /// The process used a processor, a file, a disk or the network since the last look.
    case alive
    /// The process was stopped (true) or continued (false).
    case stopped(Bool)
  }

  let process: Int32
  /// The time of the next look (`SystemClocks.awake`).
  private(set) var next: AwakeTime
  private(set) var isStopped = false
  /// The work that the last look saw; nil before the first.
  private var work: ProcessWork?
  private var traffic = TrafficWatch()

  init(process: Int32, next: AwakeTime) {
    self.process = process
    self.next = next
  }

  /// Looks at the process if a look is due, and returns what changed; nil if nothing did.
  ///
  /// The next look follows after `pause`, or after ``LookSchedule/workingPause`` if the process has
  /// worked.
  mutating func beat(now: AwakeTime, pause: Duration) -> Beat? {
    guard now >= next else { return nil }
    next = now + pause
    guard let stat = ProcessStat(process: process) else { return nil }
    let stopped = stat.state == UInt8(ascii: "T")
    if stopped != isStopped {
      isStopped = stopped
      return .stopped(stopped)
    }
    let before = work
    work = ProcessWork(of: stat)
    guard work != before || traffic.hasMoved([stat]) else { return nil }
    next = now + min(pause, LookSchedule.workingPause)
    return .alive
  }
}
