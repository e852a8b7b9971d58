internal import CHeadwaySystem
internal import Glibc
package import HeadwayModel

extension ProcessLimit {
  /// The limit in the form of C; nil for a resource that this system doesn't have.
  var raw: headway_limit? {
    Self.names.firstIndex(of: name).map {
      headway_limit(index: CInt($0), soft: soft ?? .max, hard: hard ?? .max)
    }
  }

  /// The limits of this process on all resources.
  fileprivate static var ofThisProcess: [ProcessLimit] {
    names.indices.compactMap { index in
      var limit = headway_limit(index: CInt(index), soft: 0, hard: 0)
      guard headway_limit_get(&limit) == 0 else { return nil }
      return ProcessLimit(
        names[index], soft: limit.soft == .max ? nil : limit.soft,
        hard: limit.hard == .max ? nil : limit.hard)
    }
  }
}

extension InheritedLimits {
  /// The niceness and the limits that programs inherit from this process: those from before
  /// ``ResourceLimits/raise()``.
  package static var ofThisProcess: InheritedLimits {
    var inherited = InheritedLimits(niceness: ownNiceness, limits: ProcessLimit.ofThisProcess)
    guard let found = ResourceLimits.found else { return inherited }
    for index in inherited.limits.indices {
      guard let resource = ResourceLimits.Resource(inherited.limits[index].name) else { continue }
      let soft = found[resource]
      inherited.limits[index].soft = soft == ResourceLimits.unlimited ? nil : soft
    }
    return inherited
  }

  private static var ownNiceness: Int {
    Int(getpriority(__priority_which_t(bitPattern: PRIO_PROCESS.rawValue), 0))
  }

  /// Returns what this process may give to a child, as near to this as the kernel permits, with a
  /// line for each value that it refuses. The lines are English, because the log of a task keeps them.
  ///
  /// The function tries to raise the hard limits of this process, because only the kernel knows what
  /// it permits. Soft limits and the niceness of this process stay.
  package func permitted() -> (limits: InheritedLimits, refusals: [String]) {
    var (result, refusals) = (self, [String]())
    for (index, limit) in limits.enumerated() {
      guard let own = limit.refusedHard else { continue }
      result.limits[index].hard = own
      result.limits[index].soft = min(limit.soft ?? .max, own)
      let wanted = limit.hard.map { "\($0)" } ?? "unlimited"
      refusals.append(
        String(
          wire:
            "the hard limit \(limit.name) stays at \(own): Headway may not raise it to \(wanted)"
        ))
    }
    if let niceness, let own = Self.refusedNiceness(niceness) {
      result.niceness = own
      refusals.append(
        String(wire: "the niceness is \(own): Headway may not set it to \(niceness)"))
    }
    return (result, refusals)
  }

  /// The nearest permitted niceness, if `niceness` isn't permitted.
  private static func refusedNiceness(_ niceness: Int) -> Int? {
    let (own, which) = (ownNiceness, __priority_which_t(bitPattern: PRIO_PROCESS.rawValue))
    guard niceness < own else { return nil }
    if setpriority(which, 0, CInt(niceness)) == 0 {
      _ = setpriority(which, 0, CInt(own))
      return nil
    }
    let limit = ProcessLimit.ofThisProcess.first { $0.name == "nice" }?.soft ?? 0
    return max(niceness, min(own, 20 - Int(clamping: limit)))
  }
}

extension ProcessLimit {
  /// The hard limit of this process, if it is lower than this one and may not be raised.
  fileprivate var refusedHard: UInt64? {
    guard var own = raw else { return nil }
    let wanted = own.hard
    guard headway_limit_get(&own) == 0, own.hard < wanted else { return nil }
    let before = own.hard
    own.hard = wanted
    return headway_limit_set(&own) == 0 ? nil : before
  }
}

extension ResourceLimits.Resource {
  /// The resource that prlimit(1) calls by the name; nil for one that Headway doesn't raise.
  fileprivate init?(_ name: String) {
    switch name {
    case "as": self = .addressSpace
    case "cpu": self = .cpuTime
    case "data": self = .data
    case "fsize": self = .fileSize
    case "nofile": self = .descriptors
    case "nproc": self = .processes
    case "stack": self = .stack
    default: return nil
    }
  }
}
