internal import Glibc

/// What a process has open on regular files, and how much it has read and written (proc(5):
/// `fdinfo`, `io`).
package struct ProcessFiles: Hashable, Sendable {
  /// One open file.
  package struct Entry: Hashable, Sendable {
    package let descriptor: Int32
    package let device: UInt64
    package let inode: UInt64
    package let size: Int64
    package let position: Int64
    /// Of several looks at the position one was lower than that before.
    package let wentBack: Bool
    /// The file's name without its folder.
    package let name: String
  }

  /// Opened for reading only.
  package private(set) var read: [Entry] = []
  /// Opened for writing only.
  package private(set) var written: [Entry] = []
  /// Opened for both.
  package private(set) var readAndWritten: [Entry] = []
  /// Bytes read before and after the files were looked at.
  package let bytesRead: ClosedRange<Int64>
  package let bytesWritten: Int64

  /// At most so many descriptors are looked at.
  private static let descriptorLimit = 256

  /// Files that are read count from `leastSize` bytes on. Nil where the process is gone or isn't ours
  /// to see (ptrace(2)).
  package init?(of process: Int32, leastSize: Int64) {
    guard let before = Self.counts(of: process) else { return nil }
    for name in directoryEntries("/proc/\(process)/fd").prefix(Self.descriptorLimit) {
      guard let descriptor = Int32(name),
        let file = OpenRegularFile(descriptor, of: process, leastSize: leastSize)
      else { continue }
      switch file.access {
      case .reading: read.append(file.entry)
      case .writing: written.append(file.entry)
      case .both: readAndWritten.append(file.entry)
      }
    }
    guard let after = Self.counts(of: process), before.read <= after.read else { return nil }
    bytesRead = before.read...after.read
    bytesWritten = after.written
  }

  private static func counts(of process: Int32) -> (read: Int64, written: Int64)? {
    guard let text = readProcFile("/proc/\(process)/io") else { return nil }
    let fields = ProcFields(text)
    guard let read = fields.number("rchar:"), let written = fields.number("wchar:") else {
      return nil
    }
    return (read, written)
  }
}

/// A descriptor of another process, as it is open on a regular file.
private struct OpenRegularFile {
  enum Access {
    case reading, writing, both
  }

  let access: Access
  let entry: ProcessFiles.Entry

  private static let positionLooks = 4

  init?(_ descriptor: Int32, of process: Int32, leastSize: Int64) {
    let path = "/proc/\(process)/fd/\(descriptor)"
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let information = readProcFile("/proc/\(process)/fdinfo/\(descriptor)"),
      let flags = ProcFields(information).octal("flags:"), flags & openedAsPath == 0
    else { return nil }
    switch CInt(flags & Int64(O_ACCMODE)) {
    case O_RDONLY: access = .reading
    case O_WRONLY: access = .writing
    case O_RDWR: access = .both
    default: return nil
    }
    if access == .reading, Int64(status.st_size) < leastSize { return nil }
    let looks = (0..<(access == .reading ? Self.positionLooks : 1)).compactMap { _ in
      readProcFile("/proc/\(process)/fdinfo/\(descriptor)").flatMap {
        ProcFields($0).number("pos:")
      }
    }
    guard let position = looks.last else { return nil }
    entry = ProcessFiles.Entry(
      descriptor: descriptor, device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
      size: Int64(status.st_size), position: position,
      wentBack: zip(looks, looks.dropFirst()).contains { $0 > $1 },
      name: linkTarget(path)?.split(separator: "/").last.map(String.init) ?? "")
  }
}

/// O_PATH of open(2): it can be neither read nor written.
private let openedAsPath: Int64 = 0o10000000
