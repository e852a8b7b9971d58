internal import Glibc
internal import HeadwaySystem

/// The output on disk: its newest part, once to twice `fileLimit`, in two files that take turns.
///
/// A stream faster than `rateLimit` is kept in part: its newest bytes, a line says what is missing.
/// Never waited for, never an error: a log that can't be written ends.
final class OutputLog {
  /// What is written in one `window` at most.
  static let windowLimit = 8 << 20
  static let window: Duration = .milliseconds(100)
  /// What is held back of a stream that is too fast.
  static let tailLimit = 256 << 10

  private let path: String
  /// In bytes.
  private let fileLimit: Int
  private var file: OwnedDescriptor?
  private var written = 0
  private var windowEnd: Duration = .zero
  private var inWindow = 0
  private var tail: [UInt8] = []
  private var skipped = 0

  /// Nil where the file can't be made.
  init?(path: String, fileLimit: Int) {
    self.path = path
    self.fileLimit = max(fileLimit, 1)
    file = Self.create(path)
    if file == nil { return nil }
  }

  /// When to call ``flush(now:)``: something is held back.
  var deadline: Duration? { tail.isEmpty ? nil : windowEnd }

  func append(_ bytes: UnsafeRawBufferPointer, now: Duration) {
    if now >= windowEnd {
      flush(now: now)
      windowEnd = now + Self.window
      inWindow = 0
    }
    inWindow += bytes.count
    if inWindow <= Self.windowLimit, tail.isEmpty { write(bytes) } else { hold(bytes) }
  }

  /// Writes what is held back; before the end, whenever.
  func flush(now: Duration, isFinal: Bool = false) {
    guard !tail.isEmpty, isFinal || now >= windowEnd else { return }
    if skipped > 0 {
      var note = "\n[headway: \(skipped) bytes left out]\n"
      note.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }
    tail.withUnsafeBytes(write)
    tail = []
    skipped = 0
  }

  private func hold(_ bytes: UnsafeRawBufferPointer) {
    let kept = bytes.suffix(Self.tailLimit)
    let excess = tail.count + kept.count - Self.tailLimit
    if excess > Self.tailLimit / 2 || kept.count == Self.tailLimit {
      skipped += tail.count
      tail.removeAll(keepingCapacity: true)
    } else if excess > 0 {
      skipped += excess
      tail.removeFirst(excess)
    }
    skipped += bytes.count - kept.count
    tail.append(contentsOf: kept)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty, let file {
      guard case .bytes(let count) = Transfer.write(file.raw, rest) else {
        self.file = nil
        return
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      written += count
      if written >= fileLimit { rotate() }
    }
  }

  private func rotate() {
    rename(path, path + ".1")
    file = Self.create(path)
    written = 0
  }

  private static func create(_ path: String) -> OwnedDescriptor? {
    if let slash = path.lastIndex(of: "/") { mkdir(String(path[..<slash]), 0o700) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW
    return try? OwnedDescriptor(opening: "open", open(path, flags, 0o600))
  }
}
