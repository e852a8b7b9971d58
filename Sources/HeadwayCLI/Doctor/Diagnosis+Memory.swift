internal import HeadwayModel

/// Whether the kernel tells when memory is short.
package enum MemoryNews: Hashable, Sendable {
  /// The kernel reports memory pressure through this file.
  case told(by: String)
  /// The kernel doesn't report memory pressure, for this reason.
  case untold(String)
}

extension Diagnosis {
  package static func memory(_ news: MemoryNews) -> Diagnosis {
    switch news {
    case .told(let path): Diagnosis("memory", .ok, "the kernel reports memory pressure in \(path)")
    case .untold(let reason):
      Diagnosis(
        "memory", .warning,
        "Headway can't ask about tasks when the system is low on memory: the kernel reports no "
          + "memory pressure (\(reason))",
        advice: "boot with psi=1, or allow containers to write /proc/pressure/memory")
    }
  }
}
