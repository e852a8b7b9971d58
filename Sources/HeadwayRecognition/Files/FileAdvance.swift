/// What a process did with its files between two looks, told by what it read and wrote in all.
struct FileAdvance {
  private let before: ProcessLook
  private let now: ProcessLook

  init(from before: ProcessLook, to now: ProcessLook) {
    self.before = before
    self.now = now
  }

  /// Whether the kernel copies this file by itself: into one file from the only one that is read,
  /// which stands still meanwhile (copy_file_range(2), as cp(1) uses it, moves the positions once it
  /// is over). Proven by a file that grew with nothing written to it.
  func copiesByItself(_ file: FileLook.ID) -> Bool {
    guard let pair = now.copyPair, let earlier = before.copyPair, pair.source.id == file,
      earlier.source.id == file, earlier.target.id == pair.target.id
    else { return false }
    let growth = pair.target.size - earlier.target.size
    return growth > 0 && now.bytesWritten &- before.bytesWritten <= growth / 2
  }

  /// How much is there of the copy that is made of this file.
  func sizeOfCopy(of file: FileLook.ID) -> Int64? {
    now.copyPair.flatMap { $0.source.id == file ? $0.target.size : nil }
  }

  /// Whether positions that rose by `total` in all did so by reading: no more than was read, and
  /// little was read elsewhere.
  func isReading(_ total: Int64) -> Bool {
    total <= mostRead && leastRead <= total + total / 8 + Self.slack
  }

  /// Whether a position could have risen by `count` without leaving anything out.
  func couldRead(_ count: Int64) -> Bool { count <= mostRead }

  /// By how much all the files that are read rose together.
  var totalRise: Int64 {
    now.read.reduce(into: 0) { sum, file in
      guard let earlier = before.read.first(where: { $0.id == file.id }) else { return }
      sum = sum &+ max(0, file.position &- earlier.position)
    }
  }

  private static let slack: Int64 = 256 << 10
  private var mostRead: Int64 { now.bytesRead.upperBound &- before.bytesRead.lowerBound }
  private var leastRead: Int64 { now.bytesRead.lowerBound &- before.bytesRead.upperBound }
}

extension ProcessLook {
  /// The one file that is read and the one that is written, which isn't the larger.
  var copyPair: (source: FileLook, target: FileLook)? {
    guard read.count == 1, written.count == 1, written[0].size <= read[0].size else { return nil }
    return (read[0], written[0])
  }
}
