internal import Glibc

/// What a process was started with (proc(5), `cmdline`).
package struct ProcessArguments: Hashable, Sendable {
  package let words: [RawText]

  /// More than this is not looked at.
  private static let byteLimit = 1 << 16

  /// Nil where there are none, as those of a zombie, or too many.
  package init?(of process: Int32) {
    guard let bytes = readProcFile("/proc/\(process)/cmdline", byteLimit: Self.byteLimit),
      !bytes.isEmpty, bytes.count < Self.byteLimit
    else { return nil }
    let end = bytes.last == 0 ? bytes.count - 1 : bytes.count
    words = bytes[..<end].split(separator: 0, omittingEmptySubsequences: false).map {
      RawText($0)
    }
  }

  /// What a word names where the process stands (proc(5), `cwd`).
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

/// What a path leads to (stat(2)).
package enum PathTarget: Hashable, Sendable {
  case nothing
  case directory
  case regular(device: UInt64, inode: UInt64, size: Int64)
  /// A device, a pipe or a socket.
  case other
}
