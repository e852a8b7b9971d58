import Glibc
import HeadwayModel
import HeadwayRecognition
import HeadwaySystem

/// The file into which a job writes that somebody else submitted, read for progress.
///
/// The file belongs to somebody's job: it may grow without end, shrink, vanish, and be anything but a
/// regular file. A look reads ``lookLimit`` bytes at most. Calls block; one queue may use an output.
final class JobOutput: @unchecked Sendable {
  let path: String
  private var file: FileIdentity?
  private var offset = 0
  private var recogniser: ProgressRecogniser
  private var arbiter = ProgressArbiter()

  /// The number of bytes that a look reads. Of more, the newest are read.
  private static let lookLimit = 256 << 10

  /// Makes an output that wasn't read.
  init(path: String, command: [String]) {
    self.path = path
    recogniser = ProgressRecogniser(command: command)
  }

  /// Reads what the file has got since the last look. Returns the progress and the subtitle that the
  /// output newly shows, which may be nothing. Nil if nothing has come.
  func look(now: AwakeTime) -> WorkerReport? {
    guard let file = try? OwnedDescriptor(RegularFile.open(path, O_RDONLY)),
      let size = byteCount(of: file.raw)
    else { return nil }
    if size < offset { restart() }
    guard size > offset else { return nil }
    if size - offset > Self.lookLimit {
      offset = size - Self.lookLimit
      recogniser.skip()
    }
    var news = WorkerReport()
    read(file.raw, upTo: size, now: now)
    recogniser.settle(at: now)
    guard let found = recogniser.takeReading() else { return news }
    if found.ofWhole != ProgressReading(),
      let reading = arbiter.admit(found.ofWhole, from: .output)
    {
      news.reading = reading
    }
    if let subtitle = found.subtitle { news.subtitle = subtitle }
    return news
  }

  /// Returns the size of the file; nil for a file that can't be examined. Another file at the path is
  /// read from its beginning.
  private func byteCount(of raw: CInt) -> Int? {
    var status = stat()
    guard let identity = FileIdentity(of: raw), fstat(raw, &status) == 0 else { return nil }
    if file != nil, identity != file { restart() }
    file = identity
    return Int(status.st_size)
  }

  private func restart() {
    offset = 0
    recogniser.skip()
  }

  private func read(_ raw: CInt, upTo size: Int, now: AwakeTime) {
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { buffer in
      while offset < size {
        let count = pread(raw, buffer.baseAddress, min(buffer.count, size - offset), offset)
        guard count > 0 else { return }
        offset += count
        recogniser.consume(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: now)
      }
    }
  }
}
