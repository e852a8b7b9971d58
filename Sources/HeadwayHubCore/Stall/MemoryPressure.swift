package import HeadwayModel

/// A task whose resident memory the shell measures.
package struct MemorySubject: Hashable, Sendable {
  package var key: TaskKey
  package var process: ProcessIdentity
  /// Whether the process is a supervisor. The descendants of a supervisor then count, but not the
  /// supervisor itself: its memory is Headway's and not the command's.
  package var isSupervisor: Bool

  package init(key: TaskKey, process: ProcessIdentity, isSupervisor: Bool) {
    (self.key, self.process, self.isSupervisor) = (key, process, isSupervisor)
  }
}

/// The memory of the machine and the memory that tasks use, as the shell measured them. All figures
/// are in bytes.
package struct MemoryFigures: Hashable, Sendable {
  /// The memory of the machine, or the limit of the hub's control group if that is smaller.
  package var total: Int64
  /// The resident memory of each task's processes. A task that couldn't be measured is missing.
  package var resident: [TaskKey: Int64]

  /// The divisor of the smallest share that is worth a question: the end of a task below one
  /// twentieth of the memory would not help.
  private static let shareDivisor: Double = 20

  package init(total: Int64, resident: [TaskKey: Int64]) {
    (self.total, self.resident) = (total, resident)
  }

  /// Returns the resident memory of the task `key`. Nil if the memory is unknown, or below 5 % of
  /// the total.
  func large(_ key: TaskKey) -> Int64? {
    guard total > 0, let bytes = resident[key] else { return nil }
    return Double(bytes) * Self.shareDivisor >= Double(total) ? bytes : nil
  }
}
