internal import CHeadwaySystem
internal import Glibc
internal import HeadwayModel

/// Measures the memory that trees of processes keep resident (proc(5): `stat`, `smaps_rollup`).
///
/// Each process counts for its nearest root only, and processes of other users for none. Blocks for
/// as long as the kernel takes, at most for about half a second: not for an event loop.
package struct ResidentMemory {
  /// The process at the top of a tree.
  package struct Root: Hashable, Sendable {
    package var process: Int32
    /// The start of the process since the boot, in clock ticks. A later process with the same id
    /// isn't the root.
    package var startTime: UInt64
    /// Whether the root counts too, and not only its descendants.
    package var includesItself: Bool

    package init(process: Int32, startTime: UInt64, includesItself: Bool) {
      self.process = process
      self.startTime = startTime
      self.includesItself = includesItself
    }
  }

  /// A tree of processes with their memory, shared pages counted in full.
  private struct Tree {
    var root: Root
    var processes: [ProcessStat]
    var bytes: Int64
  }

  /// The number of processes that one measurement looks at, over all trees.
  private static let processLimit = 8192
  /// The longest time that one measurement takes.
  private static let timeLimit: Duration = .milliseconds(500)
  /// The most that one process may count, so that no sum overflows: 16 TiB in pages of 4 KiB.
  private static let pageLimit: Int64 = 1 << 32
  /// The same limit in KiB, for the proportional size.
  private static let kibibyteLimit: Int64 = 1 << 34

  /// The processes at which a tree ends.
  private let boundaries: Set<Int32>
  private let owner = geteuid()
  private let pageSize = Int64(max(1, sysconf(CInt(_SC_PAGESIZE))))
  private let deadline = SystemClocks.awake + Self.timeLimit
  private var processesLeft = Self.processLimit

  private init(boundaries: Set<Int32>) { self.boundaries = boundaries }

  /// The resident bytes of each root's tree. A root that is gone is missing.
  ///
  /// Pages that several processes share count in parts for each of them (the proportional set size)
  /// in the largest trees, which are the ones that matter. In smaller trees, and once the time is
  /// up, such pages count in full for each process.
  ///
  /// `others` are processes that belong to no tree, with all that descends from them. This process
  /// is one of them: a hub that a job has started isn't a part of the job.
  package static func bytes(of roots: [Root], apartFrom others: [Int32]) -> [Root: Int64] {
    var measurement = ResidentMemory(boundaries: Set(others + roots.map(\.process) + [getpid()]))
    let trees = Set(roots).compactMap { measurement.tree(below: $0) }
    return measurement.proportional(trees.sorted { $0.bytes > $1.bytes })
  }

  private mutating func tree(below root: Root) -> Tree? {
    guard !isSpent, let stat = ProcessStat(process: root.process),
      stat.startTime == root.startTime
    else { return nil }
    let descendants = ProcessTree.descendants(of: root.process) { process in
      processesLeft -= 1
      return isSpent || boundaries.contains(process)
    }
    let processes = (root.includesItself ? [stat] : []) + descendants
    let owned = processes.filter { ProcessTree.owner(of: $0.process) == owner }
    return Tree(
      root: root, processes: owned,
      bytes: owned.reduce(0) { $0 + min($1.residentPages, Self.pageLimit) * pageSize })
  }

  /// Counts shared pages in parts, for as many of `trees` as may turn out to be the largest. The
  /// trees come sorted, the largest first. A tree's count never grows by this, so a tree that is
  /// smaller than the largest result needs no second look.
  private func proportional(_ trees: [Tree]) -> [Root: Int64] {
    var (bytes, largest) = ([Root: Int64](), Int64(0))
    for tree in trees {
      let isLargest = tree.bytes > largest && !isSpent
      bytes[tree.root] = isLargest ? proportionalBytes(of: tree) : tree.bytes
      largest = max(largest, bytes[tree.root] ?? 0)
    }
    return bytes
  }

  private func proportionalBytes(of tree: Tree) -> Int64 {
    tree.processes.reduce(0) { sum, stat in
      let resident = min(stat.residentPages, Self.pageLimit) * pageSize
      guard !isSpent, let text = readProcFile("/proc/\(stat.process)/smaps_rollup"),
        let kibibytes = ProcFields(text).kibibytes("Pss:")
      else { return sum + resident }
      return sum + min(max(0, kibibytes), Self.kibibyteLimit) * 1024
    }
  }

  private var isSpent: Bool { processesLeft <= 0 || SystemClocks.awake >= deadline }
}

/// The heap of this process.
package enum OwnMemory {
  /// Limits the free memory that each arena keeps at its end. Call it at the start of a process.
  package static func keep(atMost bytes: CInt) { headway_memory_keep_at_most(bytes) }

  /// Returns free pages to the system (malloc_trim(3)). The call takes milliseconds for a large
  /// heap. Any thread may call it.
  package static func trim() { headway_memory_trim() }
}
