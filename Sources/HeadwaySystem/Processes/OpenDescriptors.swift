/// The descriptors of a process that carry data: its sockets, and the offsets of its regular files
/// (proc(5): `fd`, `fdinfo`).
///
/// ```swift
/// let open = OpenDescriptors(of: process)
/// let bytes = TCPTraffic.bytes(ofSockets: open.sockets)
/// ```
package struct OpenDescriptors: Hashable, Sendable {
  /// A regular file that a process has open.
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
  /// The offset of the next read or write of each regular file, in bytes.
  package private(set) var offsets: [File: UInt64] = [:]

  /// The number of descriptors that are looked at.
  private static let limit = 256
  /// The folders in which no file holds data. Their files are shown as regular ones.
  private static let foldersWithoutData = ["/dev/", "/proc/", "/sys/"]

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
        let offset = fields.number("pos:").flatMap({ UInt64(exactly: $0) })
      {
        offsets[File(process: process, descriptor: descriptor, path: target)] = offset
      }
    }
  }

  /// Whether a link's target is a path at which data may be.
  private static func holdsData(_ target: String) -> Bool {
    target.hasPrefix("/") && !foldersWithoutData.contains { target.hasPrefix($0) }
  }
}
