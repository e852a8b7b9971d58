package import HeadwayModel

/// The open files of one process at one moment, with the bytes that it had read and written by
/// then.
///
/// The supervisor makes looks from `/proc/PID/fdinfo`, `/proc/PID/io` and `/proc/PID/cmdline`
/// (proc(5)). ``FileOffsetJudge`` compares them.
package struct ProcessLook: Hashable, Sendable {
  package var process: Int32
  /// The number of bytes that the process has read by read(2) and the like: at least and at most,
  /// since time passes during a look.
  package var bytesRead: ClosedRange<Int64>
  /// The number of bytes that the process has written by write(2) and the like.
  package var bytesWritten: Int64
  /// The regular files that are open for reading only.
  package var read: [FileLook]
  /// The regular files that are open for writing only.
  package var written: [FileLook]
  /// The regular files that are open for both.
  package var readAndWritten: [FileLook] = []
  /// The command line; empty if it isn't known or too long.
  package var words: [CommandWord] = []
  /// Whether the process does all the work of the watched command (see ``WatchedCommand``).
  package var isCommand = false

  package init(
    process: Int32, bytesRead: ClosedRange<Int64>, bytesWritten: Int64, read: [FileLook],
    written: [FileLook] = []
  ) {
    self.process = process
    self.bytesRead = bytesRead
    self.bytesWritten = bytesWritten
    self.read = read
    self.written = written
  }
}

/// An open file at one moment.
package struct FileLook: Hashable, Sendable {
  /// The size in bytes from which a file is followed. A smaller one is read at once, or is a
  /// script.
  package static let leastSize: Int64 = 64 << 10

  /// A descriptor with the file that it is open on. A descriptor that leads elsewhere is another
  /// file.
  package struct ID: Hashable, Sendable {
    package var descriptor: Int32
    package var device: UInt64
    package var inode: UInt64

    package init(descriptor: Int32, device: UInt64, inode: UInt64) {
      self.descriptor = descriptor
      self.device = device
      self.inode = inode
    }
  }

  package var id: ID
  /// The name of the file, without its folder.
  package var name: SanitisedText
  /// The position in bytes from the start.
  package var position: Int64
  /// Whether the position fell during the look.
  package var wentBack: Bool
  package var size: Int64

  package init(
    id: ID, name: SanitisedText, position: Int64, wentBack: Bool = false, size: Int64
  ) {
    self.id = id
    self.name = name
    self.position = position
    self.wentBack = wentBack
    self.size = size
  }
}
