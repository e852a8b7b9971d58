package import HeadwayModel

/// The processes whose exits the hub watches, and the tasks that each exit concerns.
///
/// The hub watches a process once, however many tasks it reports for, because a watch costs a
/// descriptor.
package struct ExitWatches: Hashable, Sendable {
  private var keys: [ProcessIdentity: Set<TaskKey>] = [:]
  private var processes: [TaskKey: ProcessIdentity] = [:]

  package init() {}

  /// The watches that the caller must open and close after a call.
  package struct Change: Hashable, Sendable {
    /// A process that no task was interested in before.
    package var opened: ProcessIdentity?
    /// A process that no task is interested in any more.
    package var closed: ProcessIdentity?
  }

  /// Makes the exit of `process`, and of no other process, concern the task `key`.
  package mutating func watch(_ process: ProcessIdentity, for key: TaskKey) -> Change {
    guard processes[key] != process else { return Change() }
    var change = Change(closed: unwatch(key))
    if keys[process] == nil { change.opened = process }
    keys[process, default: []].insert(key)
    processes[key] = process
    return change
  }

  /// Makes no exit concern the task `key`.
  ///
  /// - Returns: the process that concerns no task any more; nil if there is none.
  package mutating func unwatch(_ key: TaskKey) -> ProcessIdentity? {
    guard let process = processes.removeValue(forKey: key) else { return nil }
    keys[process]?.remove(key)
    guard keys[process]?.isEmpty == true else { return nil }
    keys[process] = nil
    return process
  }

  /// Removes one task that the exit of `process` concerns, and returns it. Nil once all are
  /// removed.
  package mutating func takeKey(of process: ProcessIdentity) -> TaskKey? {
    guard let key = keys[process]?.popFirst() else { return nil }
    processes[key] = nil
    if keys[process]?.isEmpty == true { keys[process] = nil }
    return key
  }

  /// Whether the exit of `process` concerns a task.
  package func isWatched(_ process: ProcessIdentity) -> Bool { keys[process] != nil }
}

/// The descriptors that the hub reserves for clients, out of the descriptors that its process may
/// have.
package struct DescriptorReserve: Hashable, Sendable {
  /// The soft limit of descriptors of this process (getrlimit(2), RLIMIT_NOFILE).
  private let limit: Int

  private static let leastSize = 8
  private static let greatestSize = 1024

  package init(limit: Int) { self.limit = limit }

  /// A quarter of the limit, between 8 and 1,024.
  package var size: Int { min(max(limit / 4, Self.leastSize), Self.greatestSize) }

  /// Whether a watch may keep `descriptor`, which the kernel has just given out. The kernel gives
  /// out the lowest number that is free, so a number near the limit means that few are left.
  package func allows(_ descriptor: Int32) -> Bool { Int(descriptor) < limit - size }
}
