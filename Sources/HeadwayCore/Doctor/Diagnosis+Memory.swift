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
        "nobody is asked about when memory is short: its pressure isn't told (\(reason))",
        advice: "boot with psi=1, or allow containers to write /proc/pressure/memory")
    }
  }
}
