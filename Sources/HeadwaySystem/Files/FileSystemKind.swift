internal import CHeadwaySystem
internal import Glibc

/// The kind of the file system that holds a path, as far as it matters for locks and SQLite.
///
/// On a file system of the network, several machines can see the same files. Locks may then hold on
/// one machine only, and SQLite's WAL doesn't work (sqlite.org/wal.html).
///
/// ```swift
/// FileSystemKind.networkName(of: "/home/ada/.local/state")   // "nfs", or nil on a local disk
/// ```
package enum FileSystemKind {
  /// Returns the name of the network file system that holds `path`. Nil if the file system is local,
  /// or if the kernel doesn't tell.
  ///
  /// The directory may be missing: the nearest parent that exists is asked (statfs(2)).
  package static func networkName(of path: String) -> String? {
    var path = path
    while true {
      var (magic, major, minor) = (Int64(), UInt32(), UInt32())
      if headway_file_system(path, &magic, &major, &minor) == 0 {
        return networkName(magic: magic) { fuseType(ofDevice: "\(major):\(minor)") }
      }
      guard errno == ENOENT || errno == ENOTDIR, let slash = path.lastIndex(of: "/"), path != "/"
      else { return nil }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
  }

  /// Returns the name of a network file system.
  ///
  /// - Parameters:
  ///   - magic: the number of the file system, `f_type` of statfs(2).
  ///   - fuseType: returns the type of a FUSE file system, such as `fuse.sshfs`.
  static func networkName(magic: Int64, fuseType: () -> String?) -> String? {
    let magic = magic & 0xFFFF_FFFF
    guard magic == fuseMagic else { return name(magic) }
    guard let type = fuseType() else { return "fuse" }
    return localFuseTypes.contains(type) ? nil : type
  }

  private static let fuseMagic: Int64 = 0x6573_5546

  /// The network file systems that Linux names in `linux/magic.h`, and those of clusters.
  ///
  /// Every command asks, so no dictionary is made.
  private static func name(_ magic: Int64) -> String? {
    switch magic {
    case 0x6969: "nfs"
    case 0x517B: "smb"
    case 0xFE53_4D42: "smb2"
    case 0xFF53_4D42: "cifs"
    case 0x0BD0_0BD0: "lustre"
    case 0x4750_4653: "gpfs"
    case 0x1983_0326: "beegfs"
    case 0x5346_414F: "afs"
    case 0x6B41_4653: "kafs"
    case 0x0102_1997: "9p"
    case 0x00C3_6400: "ceph"
    case 0x7375_7245: "coda"
    case 0x7461_636F: "ocfs2"
    case 0x0116_1970: "gfs2"
    case 0x786F_4256: "vboxsf"
    case 0xAAD7_AAEA: "panfs"
    case 0x564C: "ncp"
    default: nil
    }
  }

  /// The FUSE file systems that keep their files on this machine. Any other one counts as a network
  /// file system, because nothing is lost by that.
  private static let localFuseTypes: Set = [
    "fuseblk", "fuse.bindfs", "fuse.cryfs", "fuse.encfs", "fuse.exfat", "fuse.ext4",
    "fuse.fuse-overlayfs", "fuse.gocryptfs", "fuse.mergerfs", "fuse.ntfs-3g", "fuse.securefs",
    "fuse.unionfs", "fuse.zfs",
  ]

  private static func fuseType(ofDevice device: String) -> String? {
    guard let bytes = readProcFile("/proc/self/mountinfo", byteLimit: 1 << 20) else { return nil }
    return type(ofDevice: device, inMounts: String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the type of the mounted file system with the number `device`, such as `0:52`, from the
  /// text of `/proc/self/mountinfo` (proc(5)). Nil if none has the number.
  static func type(ofDevice device: String, inMounts text: String) -> String? {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 3, words[2] == device, let dash = words.firstIndex(of: "-"),
        dash + 1 < words.endIndex
      else { continue }
      return String(words[dash + 1])
    }
    return nil
  }
}
