import Glibc
import HeadwaySystem

/// The files of a task's log: the one being written, and the one before it. The supervisor's
/// `OutputLog` moves to a new file when the log is full, and keeps one old file.
///
/// ```swift
/// guard let files = LogFiles(path: paths.log(ofKey: key, launch: 1)) else { return }
/// files.seek(toLast: 10)
/// files.readAll(output.write)
/// ```
final class LogFiles {
  let path: String
  /// The number of bytes that were dropped before the first kept byte.
  let gone: Int
  /// The files still to be read, oldest first. The last one is being written.
  private var parts: [Part]

  /// A file, and the position of the reader in it. The offset `.max` skips the file.
  private struct Part {
    let file: OwnedDescriptor
    var offset: Int = 0
  }

  /// The number of bytes read at once.
  private static let chunkSize = 1 << 16

  /// Opens the log. Nil if there is none.
  init?(path: String) {
    self.path = path
    parts = Self.open(path)
    if parts.isEmpty { return nil }
    let text = try? DurableFile.read(path + ".gone", byteLimit: 32)
    let words = text.map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
    gone = max(0, words.flatMap { Int($0) } ?? 0)
  }

  /// Opens a single file, into which a program writes that Headway didn't start. Nil if there is none.
  init?(file path: String) {
    self.path = path
    parts = Self.openFile(path).map { [Part(file: $0)] } ?? []
    gone = 0
    if parts.isEmpty { return nil }
  }

  /// Opens both files. Looks again if the log moves to a new file in between, so that no file is
  /// opened twice.
  private static func open(_ path: String) -> [Part] {
    for _ in 0..<3 {
      guard let newest = openFile(path) else { return [] }
      guard let older = openFile(path + ".1") else { return [Part(file: newest)] }
      if FileIdentity(of: older.raw) != FileIdentity(of: newest.raw) {
        return [Part(file: older), Part(file: newest)]
      }
    }
    return openFile(path).map { [Part(file: $0)] } ?? []
  }

  private static func openFile(_ path: String) -> OwnedDescriptor? {
    (try? RegularFile.open(path, O_RDONLY)).map { OwnedDescriptor($0) }
  }

  /// Whether nothing was read or skipped yet.
  var isAtBeginning: Bool { parts.allSatisfy { $0.offset == 0 } }

  /// Skips everything but the last `count` lines. Nil skips nothing.
  func seek(toLast count: Int?) {
    guard var missing = count else { return }
    var isEnd = true
    for index in parts.indices.reversed() {
      let start = Self.start(ofLast: &missing, in: parts[index].file.raw, &isEnd)
      parts[index].offset = start
      if missing < 0 {
        for earlier in parts.indices.prefix(upTo: index) { parts[earlier].offset = .max }
        return
      }
    }
  }

  /// The offset at which the last `missing` lines of a file begin. Reduces `missing` by one for
  /// each line found; below 0, all lines were found. The end of the log ends the last line even
  /// without a line break.
  private static func start(ofLast missing: inout Int, in file: CInt, _ isEnd: inout Bool) -> Int {
    var end = Int(max(0, lseek(file, 0, SEEK_END)))
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    while end > 0 {
      let size = min(Int(chunk.count), end)
      let count = pread(file, &chunk, Int(size), end - size)
      guard count == Int(size) else { return end }
      for index in (0..<count).reversed() {
        defer { isEnd = false }
        guard chunk[index] == UInt8(ascii: "\n") || isEnd else { continue }
        missing -= 1
        if missing < 0 { return end - size + Int(index) + 1 }
      }
      end -= size
    }
    return 0
  }

  /// Skips everything but the last `count` bytes. Returns whether older output was skipped or
  /// dropped.
  func seek(toLastBytes count: Int) -> Bool {
    var missing = count
    for index in parts.indices.reversed() {
      let size = Int(max(0, lseek(parts[index].file.raw, 0, SEEK_END)))
      parts[index].offset = missing > 0 ? max(0, size - missing) : .max
      missing -= size
    }
    return missing < 0 || gone > 0
  }

  /// The number of bytes written so far that were neither read nor skipped.
  var unreadByteCount: Int {
    parts.reduce(0) { count, part in
      let size = Int(max(0, lseek(part.file.raw, 0, SEEK_END)))
      return part.offset == .max ? count : count + max(0, size - part.offset)
    }
  }

  /// Reads everything written so far.
  func readAll(_ body: (UnsafeRawBufferPointer) -> Void) { _ = read(atMost: .max, body) }

  /// Reads up to `limit` bytes, and at most one chunk more. Returns false if the limit ended the
  /// read. Returns true once the current end of the log was reached.
  func read(atMost limit: Int, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
    var rest = limit
    while let part = parts.first {
      if part.offset != .max { readRest(&rest, body) }
      if rest <= 0 { return false }
      if parts.count == 1 { break }
      parts.removeFirst()
    }
    return true
  }

  /// Reads the rest of the first file.
  private func readRest(_ rest: inout Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: Self.chunkSize, alignment: 1) { buffer in
      while rest > 0 {
        let count = pread(parts[0].file.raw, buffer.baseAddress, buffer.count, parts[0].offset)
        guard count > 0 else { return }
        parts[0].offset += Int(count)
        rest -= Int(count)
        body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }

  /// Opens the files that the supervisor has begun since the last call. Returns whether output was
  /// lost because the supervisor replaced files faster than they were read.
  func turnOver() -> Bool {
    guard let last = parts.last, let newest = Self.openFile(path),
      FileIdentity(of: newest.raw) != FileIdentity(of: last.file.raw)
    else { return false }
    let followers = Self.open(path).map { Part(file: $0.file) }
    let known = FileIdentity(of: last.file.raw)
    let place = followers.firstIndex { FileIdentity(of: $0.file.raw) == known }
    parts += followers.suffix(from: place.map { $0 + 1 } ?? 0)
    return place == nil
  }
}
