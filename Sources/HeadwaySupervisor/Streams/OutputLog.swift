internal import Glibc
internal import HeadwaySystem

/// The output on disk: its newest part, once to twice `fileLimit`, in two files that take turns.
///
/// All of it is kept as long as it comes at `rateLimit` or is no more than the two files hold. Of a
/// faster stream the newest bytes are, `tailLimit` every `pause`, and a line says what is missing.
/// Nobody waits for the log, and the command doesn't notice it: a log that can't be written stops,
/// and says why.
final class OutputLog {
  /// In bytes a second.
  static let rateLimit = 4 << 20
  static let tailLimit = 128 << 10
  static let pause: Duration = .milliseconds(100)

  private let path: String
  /// In bytes.
  private let fileLimit: Int
  private var file: OwnedDescriptor?
  private var written = 0
  /// Of the file before this one; in bytes.
  private var older = 0
  /// In bytes.
  private var gone = 0
  /// Why the log stopped, until somebody asked.
  private var failure: SystemError?
  private var allowance: ByteAllowance
  private var tail = NewestBytes(capacity: tailLimit)
  /// When to call ``flush(now:isFinal:)``: something is held back.
  private(set) var deadline: Duration?

  /// Nil where the file can't be made. A limit on the size of files (RLIMIT_FSIZE) is a limit on
  /// `fileLimit` too.
  /// - Parameter open: opens the first file; a test puts another one in its place.
  init?(
    path: String, fileLimit: Int, open: (String) -> OwnedDescriptor? = { OutputLog.create($0) }
  ) {
    self.path = path
    let sizeLimit = Int(clamping: ResourceLimits.current[.fileSize])
    self.fileLimit = max(min(fileLimit, sizeLimit), 1)
    allowance = ByteAllowance(rate: Self.rateLimit, burst: 2 * self.fileLimit)
    file = open(path)
    if file == nil { return nil }
  }

  func append(_ bytes: UnsafeRawBufferPointer, now: Duration) {
    flush(now: now)
    let isGranted = allowance.take(bytes.count, now: now)
    guard isGranted, deadline == nil else {
      deadline = deadline ?? now + Self.pause
      return tail.append(bytes)
    }
    write(bytes)
  }

  /// Writes what is held back; before the end, once its time has come.
  func flush(now: Duration, isFinal: Bool = false) {
    guard let deadline, isFinal || now >= deadline else { return }
    self.deadline = nil
    if tail.dropped > 0 {
      var note = "\n[headway: \(tail.dropped) bytes left out]\n"
      note.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }
    tail.forEachPart(write)
    tail.removeAll()
  }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty, let file {
      let transfer = Transfer.write(file.raw, rest)
      guard case .bytes(let count) = transfer else { return stop(transfer) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      written += count
      if written >= fileLimit { rotate() }
    }
  }

  private func stop(_ transfer: Transfer) {
    file = nil
    if case .failed(let error) = transfer { failure = error }
  }

  /// Why the log stopped, in one line; nil while it goes on, and the second time.
  func takeFailure() -> String? {
    guard let failure else { return nil }
    self.failure = nil
    let reason =
      failure.code == EFBIG
      ? "the limit on file size (ulimit -f)" : String(cString: strerror(failure.code))
    return "the log stops at \(gone + older + written) bytes: \(reason)"
  }

  /// What is given up by it is counted beside the log: who prints it can say what is missing.
  private func rotate() {
    gone += older
    older = written
    if gone > 0 {
      try? DurableFile.write(Array("\(gone)\n".utf8), to: path + ".gone", isDurable: false)
    }
    rename(path, path + ".1")
    file = Self.create(path)
    written = 0
  }

  private static func create(_ path: String) -> OwnedDescriptor? {
    if let slash = path.lastIndex(of: "/") { mkdir(String(path[..<slash]), 0o700) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
    return (try? RegularFile.open(path, flags)).map { OwnedDescriptor($0) }
  }
}
