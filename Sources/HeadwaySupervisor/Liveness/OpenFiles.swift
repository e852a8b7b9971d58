internal import HeadwaySystem

/// The open files of a process, as the links in `/proc/PID/fd` show them (proc(5)).
///
/// `InputWaitProbe` uses it to tell a user's terminal from other processes.
struct OpenFiles {
  private let process: Int32

  init(of process: Int32) { self.process = process }

  /// The target of a descriptor's link, such as `/dev/pts/3` or `socket:[4711]`; nil if it can't be
  /// read.
  func target(of descriptor: Int32) -> String? {
    linkTarget("/proc/\(process)/fd/\(descriptor)")
  }

  /// Whether another process is at the other end of a descriptor: the peer of a socket, or the
  /// users of a pty whose master this is.
  func isSomebodyElse(_ target: String) -> Bool {
    if target == "/dev/ptmx" || target == "/dev/pts/ptmx" { return true }
    guard let socket = Self.socket(target) else { return false }
    return !hasPartner(of: socket)
  }

  /// Whether the process itself holds a socket with a neighbouring inode number. The two ends of a
  /// socketpair(2), which event loops use to wake themselves, are numbered one after the other.
  private func hasPartner(of socket: UInt64) -> Bool {
    directoryEntries("/proc/\(process)/fd").prefix(1024).contains { name in
      guard let other = linkTarget("/proc/\(process)/fd/\(name)").flatMap(Self.socket) else {
        return false
      }
      return other == socket &+ 1 || other == socket &- 1
    }
  }

  /// The inode number in a link's target; nil if it isn't a socket.
  private static func socket(_ target: String) -> UInt64? {
    guard target.hasPrefix("socket:["), target.hasSuffix("]") else { return nil }
    return UInt64(target.dropFirst(8).dropLast())
  }
}
