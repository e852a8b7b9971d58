/// The work of one process between two looks, judged by the bytes that it read and wrote in all.
///
/// A position in a file may rise by lseek(2), without any reading. ``FollowedFile`` asks here
/// whether a rise is explained by reading alone.
struct FileAdvance {
  private let before: ProcessLook
  private let now: ProcessLook

  init(from before: ProcessLook, to now: ProcessLook) {
    self.before = before
    self.now = now
  }

  /// Returns whether the kernel copies this file by itself (copy_file_range(2), as cp(1) uses it).
  ///
  /// The positions of both files stand still during such a call. The proof is a target that grew by
  /// at least twice as much as the process wrote. The process must have this file as its only one
  /// for reading, and one other for writing.
  func copiesByItself(_ file: FileLook.ID) -> Bool {
    guard let pair = now.copyPair, let earlier = before.copyPair, pair.source.id == file,
      earlier.source.id == file, earlier.target.id == pair.target.id
    else { return false }
    let growth = pair.target.size - earlier.target.size
    return growth > 0 && now.bytesWritten &- before.bytesWritten <= growth / 2
  }

  /// The size of the copy of this file, in bytes; nil if the process doesn't make one.
  func sizeOfCopy(of file: FileLook.ID) -> Int64? {
    now.copyPair.flatMap { $0.source.id == file ? $0.target.size : nil }
  }

  /// Returns whether positions that rose by `total` bytes in all did so by reading.
  ///
  /// They did if at least `total` bytes were read, and not many more. The process may read an
  /// eighth and 256 KiB more from elsewhere.
  func isReading(_ total: Int64) -> Bool {
    total <= mostRead && leastRead <= total + total / 8 + Self.slack
  }

  /// Returns whether a position could have risen by `count` bytes without leaving any out.
  func couldRead(_ count: Int64) -> Bool { count <= mostRead }

  /// The number of bytes by which the positions of all files that are read rose together.
  var totalRise: Int64 {
    now.read.reduce(into: 0) { sum, file in
      guard let earlier = before.read.first(where: { $0.id == file.id }) else { return }
      sum = sum &+ max(0, file.position &- earlier.position)
    }
  }

  /// The number of bytes that a process may read elsewhere without becoming suspect, such as its
  /// libraries.
  private static let slack: Int64 = 256 << 10
  private var mostRead: Int64 { now.bytesRead.upperBound &- before.bytesRead.lowerBound }
  private var leastRead: Int64 { now.bytesRead.lowerBound &- before.bytesRead.upperBound }
}

extension ProcessLook {
  /// The only file that is read and the only one that is written; nil if there are others, or if
  /// the written one is larger.
  var copyPair: (source: FileLook, target: FileLook)? {
    guard read.count == 1, written.count == 1, written[0].size <= read[0].size else { return nil }
    return (read[0], written[0])
  }
}
