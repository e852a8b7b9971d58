internal import Glibc
internal import HeadwaySystem

/// The command and its descendants while Headway has halted them (SIGSTOP).
///
/// A parent is stopped before its children and continued after them. A shell among them would
/// otherwise see its children stop, as if they had stopped by themselves, and its wait(2) would
/// return.
struct HaltedTree {
  private let group: Int32
  /// The processes that were already stopped by themselves. They stay stopped afterwards.
  private var ownStops: [ProcessStat]

  /// The number of looks at the tree. A process in the middle of fork(2) shows up within a few.
  private static let lookLimit = 60
  /// The number of looks after which a process counts as impossible to stop, such as another
  /// user's. Its children are then stopped without it.
  private static let patience = 20
  /// The pause between two looks.
  private static let pause: Duration = .milliseconds(1)

  /// Stops the tree of the command's `group`, from the top down. Blocks for at most ``lookLimit``
  /// times ``pause``.
  ///
  /// - Parameter descendants: lists the processes below the leader, parents before children.
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

  /// Whether to send `signal` to the group now. SIGCONT and SIGTSTP aren't sent: they change what
  /// is continued by ``release(_:)``.
  mutating func admits(_ signal: Int32, _ descendants: () -> [ProcessStat]) -> Bool {
    switch signal {
    case SIGCONT: ownStops.removeAll { $0.group == group }
    case SIGTSTP: ownStops += descendants().filter { $0.group == group }
    default: return true
    }
    return false
  }

  /// Continues the processes that Headway stopped, children before parents. SIGCONT also discards a
  /// SIGSTOP that hasn't taken effect yet (signal(7)).
  func release(_ descendants: [ProcessStat]) {
    for process in descendants.reversed() where !ownStops.contains(where: process.isSame) {
      Signalling.send(SIGCONT, to: process)
    }
  }
}
