internal import HeadwaySystem

/// Signs of life of one process: CPU use, disk traffic, and whether it is stopped.
struct ProcessPulse {
  enum Beat: Hashable {
    case alive
    case stopped(Bool)
  }

  let process: Int32
  private(set) var next: Duration
  private(set) var isStopped = false
  private var work: ProcessWork?

  init(process: Int32, next: Duration) {
    self.process = process
    self.next = next
  }

  /// What is new, once it is time to look: after `pause`, or sooner where it works.
  mutating func beat(now: Duration, pause: Duration) -> Beat? {
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
    guard work != before else { return nil }
    next = now + min(pause, LookSchedule.workingPause)
    return .alive
  }
}
