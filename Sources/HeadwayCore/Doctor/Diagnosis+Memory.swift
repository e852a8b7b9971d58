/// Whether the kernel tells when memory is short.
package enum MemoryNews: Hashable, Sendable {
  /// By this file.
  case told(by: String)
  /// For this reason it doesn't.
  case untold(String)
}

extension Diagnosis {
  package static func memory(_ news: MemoryNews) -> Diagnosis {
    switch news {
    case .told(let path): Diagnosis("memory", .ok, "pressure is told by \(path)")
    case .untold(let reason):
      Diagnosis(
        "memory", .warning,
        "no task is asked about when the system is low on memory: the kernel doesn't tell "
          + "(\(reason))",
        advice: "boot with psi=1, or allow containers to write /proc/pressure/memory")
    }
  }
}
