internal import Glibc

/// The regular files that a process has open, and how much the process has read and written
/// (proc(5): `fdinfo`, `io`).
///
/// `OffsetProbe` derives progress from the positions.
package struct ProcessFiles: Hashable, Sendable {
  /// An open file.
  package struct Entry: Hashable, Sendable {
    package let descriptor: Int32
    package let device: UInt64
    package let inode: UInt64
    /// The size of the file in bytes.
    package let size: Int64
    /// The offset of the next read or write, in bytes.
    package let position: Int64
    /// Whether the position decreased between two looks, as with a file that is read by several
    /// processes or not in order.
    package let wentBack: Bool
    /// The file's name without its folder.
    package let name: String
  }

  /// The files that are open for reading only.
  package private(set) var read: [Entry] = []
  /// The files that are open for writing only.
  package private(set) var written: [Entry] = []
  /// The files that are open for reading and writing.
  package private(set) var readAndWritten: [Entry] = []
  /// The bytes that the process had read by all means, before and after the files were looked at.
  package let bytesRead: ClosedRange<Int64>
  /// The bytes that the process had written by all means.
  package let bytesWritten: Int64

  /// The number of descriptors that are looked at.
  private static let descriptorLimit = 256

  /// Looks at the process's files. Files open for reading count only from `leastSize` bytes on.
  ///
  /// Nil if the process is gone, or may not be looked into (ptrace(2)).
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

/// A descriptor of another process that is open on a regular file.
private struct OpenRegularFile {
  enum Access {
    case reading, writing, both
  }

  let access: Access
  let entry: ProcessFiles.Entry

  /// The number of looks at the position of a file that is being read.
  private static let positionLooks = 4

  /// Looks at a descriptor. Nil for other kinds of files, and for files that are too small.
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

/// The flag O_PATH of open(2). Such a descriptor can be neither read nor written.
private let openedAsPath: Int64 = 0o10000000

/// The lines of a file under /proc that consist of a name and a value (proc(5)).
///
/// ```swift
/// let kibibytes = ProcFields(readProcFile("/proc/meminfo") ?? []).kibibytes("MemTotal:")
/// ```
struct ProcFields {
  private let lines: [[Substring]]

  /// Splits the text into lines and words.
  init(_ text: [UInt8]) {
    lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map {
      $0.split(whereSeparator: \.isWhitespace)
    }
  }

  /// Returns the number of a line; nil if there is no such line. `name` includes the colon.
  func number(_ name: String) -> Int64? { value(name).flatMap { Int64($0) } }

  /// Returns the octal number of a line, as in `flags:` of fdinfo.
  func octal(_ name: String) -> Int64? { value(name).flatMap { Int64($0, radix: 8) } }

  /// Returns the number of a line such as `Pss:  338 kB`.
  func kibibytes(_ name: String) -> Int64? {
    lines.first { $0.count == 3 && $0[0] == name && $0[2] == "kB" }.flatMap { Int64($0[1]) }
  }

  private func value(_ name: String) -> Substring? {
    lines.first { $0.count == 2 && $0[0] == name }?[1]
  }
}

/// The work of a process so far, as the kernel counts it. A changed value is a sign of life.
///
/// Traffic through pipes and sockets doesn't count, because keeping a connection alive isn't work.
package struct ProcessWork: Hashable, Sendable {
  /// The user and system time, in clock ticks.
  package let cpuTicks: UInt64
  /// The bytes read from and written to disks (proc(5): `io`; a written page counts once it is
  /// changed in memory). Nil if they may not be read (ptrace(2)).
  package let diskBytes: Int64?

  /// Reads the work of a process.
  package init(of stat: ProcessStat) {
    let fields = readProcFile("/proc/\(stat.process)/io").map(ProcFields.init)
    /// Takes the values from a parsed `io` file.
    self.init(cpuTicks: stat.cpuTicks, io: fields)
  }

  init(cpuTicks: UInt64, io fields: ProcFields?) {
    self.cpuTicks = cpuTicks
    let read = fields?.number("read_bytes:")
    let written = fields?.number("write_bytes:")
    diskBytes = read.flatMap { read in written.map { read &+ $0 } }
  }
}
