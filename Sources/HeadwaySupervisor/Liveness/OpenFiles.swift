internal import HeadwaySystem

/// What a process has open, as its descriptors' links say (proc(5), `fd`).
struct OpenFiles {
  private let process: Int32

  init(of process: Int32) { self.process = process }

  func target(of descriptor: Int32) -> String? {
    linkTarget("/proc/\(process)/fd/\(descriptor)")
  }

  /// Whether somebody other than the process itself is at the other end: of a socket, or of another
  /// terminal that it runs.
  func isSomebodyElse(_ target: String) -> Bool {
    if target == "/dev/ptmx" || target == "/dev/pts/ptmx" { return true }
    guard let socket = Self.socket(target) else { return false }
    return !hasPartner(of: socket)
  }

  /// The two ends of a socketpair(2), with which event loops wake themselves, are numbered one after
  /// the other.
  private func hasPartner(of socket: UInt64) -> Bool {
    directoryEntries("/proc/\(process)/fd").prefix(1024).contains { name in
      guard let other = linkTarget("/proc/\(process)/fd/\(name)").flatMap(Self.socket) else {
        return false
      }
      return other == socket &+ 1 || other == socket &- 1
    }
  }

  private static func socket(_ target: String) -> UInt64? {
    guard target.hasPrefix("socket:["), target.hasSuffix("]") else { return nil }
    return UInt64(target.dropFirst(8).dropLast())
  }
}
