import Glibc
import HeadwaySystem

/// A task's log: what is being written, and what was before it. See `OutputLog`.
final class LogFiles {
  let path: String
  /// So many bytes before the first are not kept.
  let gone: Int
  /// To be read, the oldest first; the last one is being written.
  private var parts: [Part]

  private struct Part {
    let file: OwnedDescriptor
    var offset: Int = 0
  }

  private static let chunkSize = 1 << 16

  /// Nil where there is none.
  init?(path: String) {
    self.path = path
    parts = Self.open(path)
    if parts.isEmpty { return nil }
    let text = try? DurableFile.read(path + ".gone", byteLimit: 32)
    let words = text.map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
    gone = max(0, words.flatMap { Int($0) } ?? 0)
  }

  /// A log that turns to its next file meanwhile is looked at again: no part is read twice.
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

  /// Nothing was read or passed over yet.
  var isAtBeginning: Bool { parts.allSatisfy { $0.offset == 0 } }

  /// Passes over all but the last `count` lines; over nothing for nil.
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

  /// Where the last lines begin; `missing` counts down with each, below 0 once they are found. What
  /// ends the log ends its last line.
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

  /// Passes over all but the last `count` bytes; whether there was anything to pass over.
  func seek(toLastBytes count: Int) -> Bool {
    var missing = count
    for index in parts.indices.reversed() {
      let size = Int(max(0, lseek(parts[index].file.raw, 0, SEEK_END)))
      parts[index].offset = missing > 0 ? max(0, size - missing) : .max
      missing -= size
    }
    return missing < 0 || gone > 0
  }

  /// Reads what there is by now.
  func readAll(_ body: (UnsafeRawBufferPointer) -> Void) { _ = read(atMost: .max, body) }

  /// Reads `limit` bytes and a chunk at most; whether there was no more by now.
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

  /// Goes on to the files that were begun since; whether some were given up before they were read.
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
