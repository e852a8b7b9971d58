internal import Glibc

/// The descriptors of a process that carry data: its sockets, and how far it is in the files that it
/// reads (proc(5): `fd`, `fdinfo`).
///
/// ```swift
/// let open = OpenDescriptors(of: process)
/// let bytes = TCPTraffic.bytes(ofSockets: open.sockets)
/// ```
package struct OpenDescriptors: Hashable, Sendable {
  /// A file that a process has open.
  package struct File: Hashable, Sendable {
    package let process: Int32
    package let descriptor: Int32
    /// The file's path, as the kernel shows it.
    package let path: String

    package init(process: Int32, descriptor: Int32, path: String) {
      (self.process, self.descriptor, self.path) = (process, descriptor, path)
    }
  }

  /// The inode numbers of the sockets, of whatever kind.
  package private(set) var sockets: [UInt32] = []
  /// The offset of the next read or write of each file that is open for reading, in bytes. A file
  /// that is open for writing only is left out: another process may be the one that writes, and
  /// whoever writes to a disk shows that in `ProcessWork`.
  package private(set) var offsets: [File: UInt64] = [:]

  /// The number of descriptors that are looked at.
  private static let limit = 256
  /// The folders whose files are devices or views of the kernel. Their offsets say nothing of data.
  private static let foldersWithoutData = ["/dev/", "/proc/", "/sys/"]
  /// The folder of shared memory. Its files hold data, although the folder lies in /dev.
  private static let sharedMemory = "/dev/shm/"

  /// Looks at a process's descriptors. There are none if the process can't be looked into
  /// (ptrace(2)).
  package init(of process: Int32) {
    for name in directoryEntries("/proc/\(process)/fd").prefix(Self.limit) {
      guard let descriptor = Int32(name), let target = linkTarget("/proc/\(process)/fd/\(name)")
      else { continue }
      if let inode = socketInode(ofLink: target).flatMap({ UInt32(exactly: $0) }) {
        sockets.append(inode)
      } else if Self.holdsData(target),
        let fields = readProcFile("/proc/\(process)/fdinfo/\(name)").map(ProcFields.init),
        let flags = fields.octal("flags:"), CInt(flags & Int64(O_ACCMODE)) != O_WRONLY,
        let offset = fields.number("pos:").flatMap({ UInt64(exactly: $0) })
      {
        offsets[File(process: process, descriptor: descriptor, path: target)] = offset
      }
    }
  }

  /// Whether a link's target is a path at which data may be.
  private static func holdsData(_ target: String) -> Bool {
    guard target.hasPrefix("/") else { return false }
    return target.hasPrefix(sharedMemory)
      || !foldersWithoutData.contains { target.hasPrefix($0) }
  }
}
