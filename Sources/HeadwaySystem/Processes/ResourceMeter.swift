internal import Glibc
package import HeadwayModel

/// Measures the processor time and the memory of trees of processes (proc(5): `stat`).
///
/// Processor time is what was used since the meter's last look at the same root, so the first look
/// at a root has none. A look within 100 milliseconds after another one has none either. The time
/// of processes that began and ended in between counts as soon as their parent has reaped them. Not
/// safe for use from several threads at once.
///
/// ```swift
/// var meter = ResourceMeter()
/// _ = meter.look(at: [process])
/// // A second later:
/// meter.look(at: [process])[process]?.cores  // 1.5
/// ```
package struct ResourceMeter {
  /// A look at one root.
  private struct Look {
    /// The start of the root since the boot, in clock ticks. Another process may have its id later.
    let startTime: UInt64
    let time: AwakeTime
    /// The processor time of the tree, with all that it has reaped, in clock ticks.
    let ticks: UInt64
  }

  /// The shortest time between two looks for which processor time is meaningful. The kernel counts
  /// in hundredths of a second.
  private static let shortestSpan: Duration = .milliseconds(100)
  /// The most that one process may count, so that no sum overflows: 16 TiB in pages of 4 KiB.
  private static let pageLimit: Int64 = 1 << 32

  private let pageSize = Int64(max(1, sysconf(CInt(_SC_PAGESIZE))))
  private let ticksPerSecond = Double(max(1, sysconf(CInt(_SC_CLK_TCK))))
  private let timeLimit: Duration
  private var looks: [Int32: Look] = [:]

  /// Creates a meter that has seen nothing.
  ///
  /// - Parameter timeLimit: the longest time that one look takes.
  package init(timeLimit: Duration = .milliseconds(20)) { self.timeLimit = timeLimit }

  /// Looks at the trees below the roots. Headway's own processes don't count: a root that is a
  /// supervisor, and the child that leads its session.
  ///
  /// A root is missing in the result if it is gone, if it has no process to count, or if the time
  /// is up before its whole tree was looked at. The meter forgets roots that aren't named.
  package mutating func look(at roots: [Int32]) -> [Int32: ResourceUse] {
    let deadline = SystemClocks.awake + timeLimit
    var (uses, seen): ([Int32: ResourceUse], [Int32: Look]) = ([:], [:])
    for root in Set(roots) {
      guard let stat = ProcessStat(process: root), !stat.isZombie else { continue }
      let descendants = ProcessTree.descendants(of: root) { _ in SystemClocks.awake >= deadline }
      guard SystemClocks.awake < deadline else { continue }
      let look = Look(
        startTime: stat.startTime, time: SystemClocks.awake,
        ticks: ([stat] + descendants).reduce(0) { $0 &+ $1.cpuTicks &+ $1.reapedTicks })
      let former = looks[root].flatMap { $0.startTime == look.startTime ? $0 : nil }
      let isMeasurable = former.map { look.time - $0.time >= Self.shortestSpan } ?? false
      seen[root] = isMeasurable ? look : former ?? look
      let counted = Self.counted(stat, descendants)
      guard !counted.isEmpty else { continue }
      uses[root] = ResourceUse(
        cores: isMeasurable ? former.map { cores(from: $0, to: look) } : nil,
        bytes: counted.reduce(0) { $0 + min($1.residentPages, Self.pageLimit) * pageSize },
        processCount: counted.count)
    }
    looks = seen
    return uses
  }

  /// The processors in use between two looks at the same process.
  private func cores(from former: Look, to look: Look) -> Double {
    // A process that was a zombie during the look counted for nobody.
    let ticks = look.ticks > former.ticks ? look.ticks - former.ticks : 0
    return Double(ticks) / ticksPerSecond / ((look.time - former.time) / .seconds(1))
  }

  /// The processes without Headway's own: a supervisor, and its child that leads the terminal's
  /// session.
  private static func counted(_ root: ProcessStat, _ descendants: [ProcessStat]) -> [ProcessStat] {
    guard isSupervisor(root.process) else { return [root] + descendants }
    return descendants.filter { $0.parent != root.process || !isSupervisor($0.process) }
  }

  private static func isSupervisor(_ process: Int32) -> Bool {
    ["headway", "headwayd"].contains(ProcessTree.programName(of: process))
  }
}
