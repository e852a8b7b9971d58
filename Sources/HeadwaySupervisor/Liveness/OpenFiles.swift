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
    if Self.isMaster(target) { return true }
    guard let socket = socketInode(ofLink: target) else { return false }
    return !hasPartner(of: socket)
  }

  /// Whether a link's target is the master of a pty.
  static func isMaster(_ target: String) -> Bool {
    target == "/dev/ptmx" || target == "/dev/pts/ptmx"
  }

  /// Whether only the process itself writes to a descriptor, to wake its event loop: an eventfd(2),
  /// a pipe both of whose ends it holds, or a socketpair(2).
  func isOwnWaker(_ target: String) -> Bool {
    if target == "anon_inode:[eventfd]" { return true }
    if let socket = socketInode(ofLink: target) { return hasPartner(of: socket) }
    guard target.hasPrefix("pipe:[") else { return false }
    let ends = directoryEntries("/proc/\(process)/fd").prefix(1024).count { name in
      linkTarget("/proc/\(process)/fd/\(name)") == target
    }
    return ends > 1
  }

  /// Whether the process itself holds the other end of a socket, as of a socketpair(2) with which an
  /// event loop wakes itself.
  ///
  /// The kernel tells the other end within the own network namespace only. Elsewhere the
  /// neighbouring inode numbers stand for the other end: the ends of a pair are numbered one after
  /// the other.
  private func hasPartner(of socket: UInt64) -> Bool {
    let isOwnNetwork = linkTarget("/proc/\(process)/ns/net") == linkTarget("/proc/self/ns/net")
    let peer = isOwnNetwork ? UnixSocket.peer(ofInode: socket) : nil
    return directoryEntries("/proc/\(process)/fd").prefix(1024).contains { name in
      guard let other = linkTarget("/proc/\(process)/fd/\(name)").flatMap(socketInode(ofLink:))
      else {
        return false
      }
      return peer.map { other == $0 } ?? (other == socket &+ 1 || other == socket &- 1)
    }
  }
}
