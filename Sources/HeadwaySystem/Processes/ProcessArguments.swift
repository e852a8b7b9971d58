internal import Glibc

/// The words of a process's command line (proc(5), `cmdline`).
package struct ProcessArguments: Hashable, Sendable {
  package let words: [RawText]

  /// The longest command line that is read, in bytes.
  private static let byteLimit = 1 << 16

  /// Reads the command line. Nil if it is empty, as for a zombie, or too long.
  package init?(of process: Int32) {
    guard let bytes = readProcFile("/proc/\(process)/cmdline", byteLimit: Self.byteLimit),
      !bytes.isEmpty, bytes.count < Self.byteLimit
    else { return nil }
    let end = bytes.last == 0 ? bytes.count - 1 : bytes.count
    words = bytes[..<end].split(separator: 0, omittingEmptySubsequences: false).map {
      RawText($0)
    }
  }

  /// Returns the kind of file that a word names, relative to the process's working directory
  /// (proc(5), `cwd`).
  package static func target(of word: RawText, for process: Int32) -> PathTarget {
    let isAbsolute = word.bytes.first == UInt8(ascii: "/")
    let folder = isAbsolute ? [] : Array("/proc/\(process)/cwd/".utf8)
    var status = stat()
    let found = (folder + word.bytes + [0]).withUnsafeBytes { path in
      path.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) == 0 } ?? false
    }
    guard found, !word.bytes.isEmpty else { return .nothing }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .directory
    case S_IFREG:
      return .regular(
        device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size))
    default: return .other
    }
  }
}

/// The kind of file at a path (stat(2)).
package enum PathTarget: Hashable, Sendable {
  /// No file, or one that can't be looked at.
  case nothing
  case directory
  case regular(device: UInt64, inode: UInt64, size: Int64)
  /// A device, a pipe or a socket.
  case other
}
