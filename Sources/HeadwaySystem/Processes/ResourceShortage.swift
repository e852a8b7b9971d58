internal import CHeadwaySystem
internal import Glibc
internal import HeadwayModel

/// A resource limit under which a Headway program can't work (getrlimit(2)).
package struct ResourceShortage: Error, Hashable, Sendable {
  package let resource: ResourceLimits.Resource
  /// The limit. For descriptors and processes it is the number that this process may still have.
  package let available: UInt64
  /// The amount that the program needs.
  package let needed: UInt64

  /// Returns the first resource that is too small for `headway run` and its session leader; nil if
  /// none is. Call it after ``ResourceLimits/raise()``.
  ///
  /// The figures are at least twice the measured need. The number of processes leaves room for
  /// those that the command would have without Headway.
  package static func ofSupervisor() -> ResourceShortage? {
    let limits = ResourceLimits.hard
    return shortage(.stack, limits, 256 << 10) ?? shortage(.addressSpace, limits, 64 << 20)
      ?? shortage(.data, limits, 16 << 20) ?? descriptors(limits, needed: 32)
      ?? processes(limits, needed: 64)
  }

  /// Returns the first resource that is too small for a hub in this process or started by it; nil
  /// if none is.
  ///
  /// The hub closes inherited descriptors, so all of the limit counts. The limit on file size
  /// matters because the hub's record and journal grow.
  package static func ofHub() -> ResourceShortage? {
    let limits = ResourceLimits.hard
    return shortage(.stack, limits, 256 << 10) ?? shortage(.addressSpace, limits, 512 << 20)
      ?? shortage(.data, limits, 256 << 20) ?? shortage(.fileSize, limits, 16 << 20)
      ?? shortage(.descriptors, limits, 40) ?? processes(limits, needed: 32)
  }

  private static func shortage(
    _ resource: ResourceLimits.Resource, _ limits: ResourceLimits, _ needed: UInt64
  ) -> ResourceShortage? {
    guard limits[resource] < needed else { return nil }
    return ResourceShortage(resource: resource, available: limits[resource], needed: needed)
  }

  /// The limit above which no count is made: it is enough for everything that a process inherits or
  /// a user runs.
  private static let ampleCount: UInt64 = 1024

  private static func descriptors(
    _ limits: ResourceLimits, needed: UInt64
  ) -> ResourceShortage? {
    guard limits[.descriptors] < ampleCount else { return nil }
    let free = freeDescriptors(atMost: needed)
    guard free < needed else { return nil }
    return ResourceShortage(resource: .descriptors, available: free, needed: needed)
  }

  /// Returns how many descriptors can be opened, up to `count`, by opening and closing them.
  private static func freeDescriptors(atMost count: UInt64) -> UInt64 {
    let first = headway_open_path("/")
    guard first >= 0 else { return 0 }
    var opened = [OwnedDescriptor(first)]
    while opened.count < count {
      let next = fcntl(first, F_DUPFD_CLOEXEC, 0)
      guard next >= 0 else { break }
      opened.append(OwnedDescriptor(next))
    }
    return UInt64(opened.count)
  }

  /// Checks the limit on processes. It applies to all threads of the user, and not to root.
  private static func processes(_ limits: ResourceLimits, needed: UInt64) -> ResourceShortage? {
    guard limits[.processes] <= ampleCount, geteuid() != 0 else { return nil }
    let used = ProcessTree.threadCount(of: getuid())
    let free = limits[.processes] - min(used, limits[.processes])
    guard free < needed else { return nil }
    return ResourceShortage(resource: .processes, available: free, needed: needed)
  }
}

extension ResourceShortage: CustomStringConvertible {
  package var description: String {
    switch resource {
    case .addressSpace: size(String(localized: "the limit on address space (ulimit -v)"))
    case .data: size(String(localized: "the limit on data (ulimit -d)"))
    case .stack: size(String(localized: "the limit on the stack (ulimit -s)"))
    case .fileSize: size(String(localized: "the limit on file size (ulimit -f)"))
    case .cpuTime:
      String(
        localized: "the limit on CPU time (ulimit -t) is \(available) s; \(needed) s are needed")
    case .descriptors: count(String(localized: "the limit on open files (ulimit -n)"))
    case .processes: count(String(localized: "the limit on processes (ulimit -u)"))
    }
  }

  private func size(_ limit: String) -> String {
    String(localized: "\(limit) is \(available >> 10) KiB; \(needed >> 10) KiB are needed")
  }

  private func count(_ limit: String) -> String {
    String(localized: "\(limit) leaves \(available); \(needed) are needed")
  }
}
