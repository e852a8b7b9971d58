package import HeadwayCore

/// What one process had open at one moment, and how much it had read and written by then.
package struct ProcessLook: Hashable, Sendable {
  package var process: Int32
  /// Bytes read in all, by read(2) and its like: at least and at most, since time passes during a
  /// look.
  package var bytesRead: ClosedRange<Int64>
  /// Bytes written in all, by write(2) and its like.
  package var bytesWritten: Int64
  /// Regular files, opened for reading only.
  package var read: [FileLook]
  /// Regular files, opened for writing only.
  package var written: [FileLook]
  /// Regular files, opened for both.
  package var readAndWritten: [FileLook] = []
  /// Its command line; empty where that isn't known, or too long.
  package var words: [CommandWord] = []
  /// It does the work of the command that is watched, not a part of it.
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

/// One open file at one moment.
package struct FileLook: Hashable, Sendable {
  /// Smaller ones are read at once, or are scripts: in bytes.
  package static let leastSize: Int64 = 64 << 10

  /// Which descriptor, and what it is open on: a number that leads elsewhere is another file.
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
  /// Without its folder.
  package var name: SanitisedText
  /// In bytes from the start.
  package var position: Int64
  /// The position fell while it was looked at.
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
