package import HeadwayModel

/// A task whose resident memory the shell is to measure.
package struct MemorySubject: Hashable, Sendable {
  package var key: TaskKey
  package var process: ProcessIdentity
  /// True for a supervisor: its descendants count, the supervisor itself doesn't, because its
  /// memory is Headway's and not the command's.
  package var isSupervisor: Bool

  package init(key: TaskKey, process: ProcessIdentity, isSupervisor: Bool) {
    (self.key, self.process, self.isSupervisor) = (key, process, isSupervisor)
  }
}

/// The memory of the machine and the memory that tasks use, as the shell measured them. In bytes.
package struct MemoryFigures: Hashable, Sendable {
  /// The memory there is: the machine's, or the control group's limit where that is smaller.
  package var total: Int64
  /// The resident memory of each task's processes. A task that couldn't be measured is missing.
  package var resident: [TaskKey: Int64]

  /// A task below one twentieth of the memory is never asked about: its end would not help.
  private static let shareDivisor: Double = 20

  package init(total: Int64, resident: [TaskKey: Int64]) {
    (self.total, self.resident) = (total, resident)
  }

  /// The resident memory of the task `key`; nil below 5 % of the memory, and where it is unknown.
  func large(_ key: TaskKey) -> Int64? {
    guard total > 0, let bytes = resident[key] else { return nil }
    return Double(bytes) * Self.shareDivisor >= Double(total) ? bytes : nil
  }
}
