internal import Glibc
internal import HeadwaySystem

/// The command and all that it started, standing still by order (SIGSTOP).
///
/// A parent stands still before its children are told, and goes on after them: a shell among them
/// must not take that for its jobs' own stops (its wait would return before it stops itself).
struct HaltedTree {
  private let group: Int32
  /// Stopped by themselves: they stay so.
  private var ownStops: [ProcessStat]

  /// What is in the middle of fork(2) comes to light within moments.
  private static let lookLimit = 60
  /// So many looks after it was told, a process is taken for one that can't be stopped, as another
  /// user's: its children aren't spared for it.
  private static let patience = 20
  private static let pause: Duration = .milliseconds(1)

  init(group: Int32, _ descendants: () -> [ProcessStat]) {
    self.group = group
    ownStops = descendants().filter(\.isStopped)
    var told: [Int32: Int] = [:]
    for look in 0..<Self.lookLimit {
      let moving = descendants().filter { !$0.isStopped }
      if moving.isEmpty { break }
      let stubborn = Set(told.filter { look - $0.value > Self.patience }.keys)
      let parents = Set(moving.map(\.process)).subtracting(stubborn)
      for process in moving
      where told[process.process] == nil && !parents.contains(process.parent) {
        told[process.process] = look
        Signalling.send(SIGSTOP, to: process)
      }
      SystemClocks.rest(for: Self.pause)
    }
  }

  /// Whether the group may have it at once: that its own job control stops or continues it counts
  /// once it is released.
  mutating func admits(_ signal: Int32, _ descendants: () -> [ProcessStat]) -> Bool {
    switch signal {
    case SIGCONT: ownStops.removeAll { $0.group == group }
    case SIGTSTP: ownStops += descendants().filter { $0.group == group }
    default: return true
    }
    return false
  }

  /// Also who hasn't come to stop yet: SIGCONT takes the stop that is on its way back (signal(7)).
  func release(_ descendants: [ProcessStat]) {
    for process in descendants.reversed() where !ownStops.contains(where: process.isSame) {
      Signalling.send(SIGCONT, to: process)
    }
  }
}
