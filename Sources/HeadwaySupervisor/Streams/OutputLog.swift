internal import Glibc
internal import HeadwayModel
internal import HeadwaySystem

/// The log of a command's output on disk, in two files of about `fileLimit` bytes each.
///
/// A full file is renamed to `PATH.1`, replacing the one before it, and a new file begins. The log
/// is complete while the stream is slower than ``rateLimit`` or fits into the two files. Of a
/// faster stream the log keeps the newest ``tailLimit`` bytes per ``pause``, and a line that says
/// how much is missing. The log of a stream that nobody but the log reads has no such limit.
///
/// A command with a terminal never waits for its log. A log that can't be written stops,
/// and ``takeFailure()`` says why.
final class OutputLog {
  /// The rate, in bytes per second, up to which all output is kept.
  static let rateLimit = 4 << 20
  /// The number of bytes kept per ``pause`` of a stream that is too fast.
  static let tailLimit = 128 << 10
  /// The time for which the bytes of a fast stream are collected before they are written.
  static let pause: Duration = .milliseconds(100)

  private let path: String
  /// The size of one file in bytes.
  private let fileLimit: Int
  /// The open file; nil once the log has stopped.
  private var file: OwnedDescriptor?
  /// The size of the current file in bytes.
  private var written = 0
  /// The size of the file before the current one, in bytes.
  private var older = 0
  /// The number of bytes in files that were already replaced.
  private var gone = 0
  /// The error that stopped the log, until ``takeFailure()`` has returned it.
  private var failure: SystemError?
  /// The limit on the rate; nil for none.
  private var allowance: ByteAllowance?
  private var tail = NewestBytes(capacity: tailLimit)
  /// The time at which ``flush(now:isFinal:)`` must be called; nil if no bytes are held back.
  private(set) var deadline: AwakeTime?

  /// Creates the file and its directory; nil if that fails.
  ///
  /// A limit on the size of files (RLIMIT_FSIZE) bounds `fileLimit` too, since a larger write would
  /// raise SIGXFSZ.
  /// - Parameters:
  ///   - limitsRate: whether the log leaves out a part of a stream that is faster than ``rateLimit``.
  ///   - open: opens the first file; a test puts another one in its place.
  init?(
    path: String, fileLimit: Int, limitsRate: Bool = true,
    open: (String) -> OwnedDescriptor? = { OutputLog.create($0) }
  ) {
    self.path = path
    let sizeLimit = Int(clamping: ResourceLimits.current[.fileSize])
    self.fileLimit = max(min(fileLimit, sizeLimit), 1)
    allowance =
      limitsRate ? ByteAllowance(rate: Self.rateLimit, burst: 2 * self.fileLimit) : nil
    file = open(path)
    if file == nil { return nil }
  }

  /// Reads up to `count` bytes from the end of the current file. Empty if that fails.
  func newest(_ count: Int) -> [UInt8] {
    guard let descriptor = try? RegularFile.open(path, O_RDONLY) else { return [] }
    let source = OwnedDescriptor(descriptor)
    let start = max(0, written - count)
    return [UInt8](unsafeUninitializedCapacity: max(1, min(count, written))) { buffer, filled in
      filled = max(0, pread(source.raw, buffer.baseAddress, buffer.count, off_t(start)))
    }
  }

  /// Writes `bytes`, or holds them back while the stream is too fast.
  func append(_ bytes: UnsafeRawBufferPointer, now: AwakeTime) {
    flush(now: now)
    let isGranted = allowance?.spend(bytes.count, now: now) ?? true
    guard isGranted, deadline == nil else {
      deadline = deadline ?? now + Self.pause
      return tail.append(bytes)
    }
    write(bytes)
  }

  /// Writes the bytes that are held back, if their time has come or `isFinal` is true.
  func flush(now: AwakeTime, isFinal: Bool = false) {
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

  /// Stops the log for good.
  private func stop(_ transfer: Transfer) {
    file = nil
    if case .failed(let error) = transfer { failure = error }
  }

  /// Returns one line in English that says why the log has stopped, the first time after it stopped;
  /// otherwise nil.
  func takeFailure() -> String? {
    guard let failure else { return nil }
    self.failure = nil
    let reason =
      failure.code == EFBIG
      ? String(wire: "the limit on file size (ulimit -f)")
      : String(cString: strerror(failure.code))
    return String(wire: "the log stops at \(gone + older + written) bytes: \(reason)")
  }

  /// Starts a new file. The number of bytes lost so far is written to `PATH.gone`, so that
  /// `headway logs` can say how much is missing.
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

  /// Creates or empties the file at `path`, and makes its directory. Nil if it can't be opened or
  /// isn't a regular file.
  private static func create(_ path: String) -> OwnedDescriptor? {
    if let slash = path.lastIndex(of: "/") { mkdir(String(path[..<slash]), 0o700) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
    return (try? RegularFile.open(path, flags)).map { OwnedDescriptor($0) }
  }
}
