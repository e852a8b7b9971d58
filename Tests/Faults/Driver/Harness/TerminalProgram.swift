import Glibc
import HeadwaySystem
import TestHarness

/// A program on a terminal of its own, with the row at the other end.
final class TerminalProgram {
  let program: Program
  let terminal: PseudoTerminal
  /// All that it wrote up to now.
  private(set) var written: [UInt8] = []
  /// The modes before it was started.
  let modesBefore: TerminalModes
  private let master: OwnedDescriptor

  init(
    _ words: [String], environment: [String: String] = [:], rows: UInt16 = 24, columns: UInt16 = 80
  ) throws {
    terminal = try PseudoTerminal()
    master = terminal.master
    try WindowSize(rows: rows, columns: columns).apply(to: terminal.master.raw)
    modesBefore = try TerminalModes(of: terminal.master.raw)
    program = try Program(
      words, environment: environment, streams: .terminal(terminal.slavePath.description))
  }

  var text: String { String(decoding: written, as: UTF8.self) }

  func type(_ text: String) {
    var text = text
    text.withUTF8 { _ = Transfer.write(master.raw, UnsafeRawBufferPointer($0)) }
  }

  func resize(rows: UInt16, columns: UInt16) throws {
    try WindowSize(rows: rows, columns: columns).apply(to: master.raw)
  }

  /// The modes, as `stty -g` would tell them apart.
  func modes() throws -> TerminalModes { try TerminalModes(of: master.raw) }

  /// What it wrote since the last time.
  @discardableResult
  func read() -> [UInt8] {
    var new: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      while case .bytes(let count) = Transfer.read(master.raw, into: buffer), count > 0 {
        new += buffer[..<count]
      }
    }
    written += new
    return new
  }

  /// Until it has written `text`, from `start` on.
  @discardableResult
  func wait(
    for text: String, from start: Int = 0, within limit: Duration = .seconds(15)
  ) throws -> Duration {
    let wanted = Array(text.utf8)
    return try explaining {
      try timeUntil("'\(text)' on a terminal", within: limit) {
        read()
        return written[min(start, written.count)...].contains(wanted)
      }
    }
  }

  /// Its status once it has left, all it writes read meanwhile.
  func end(within limit: Duration = .seconds(15)) throws -> Int32? {
    try explaining {
      try timeUntil("the end of a program on a terminal", within: limit) {
        read()
        return program.hasEnded
      }
    }
    return program.exitStatus?.shellCode
  }

  /// A failure says what the terminal shows.
  @discardableResult
  private func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      let last = String(decoding: written.suffix(300), as: UTF8.self)
      throw HarnessError("\(error); it shows \(last.debugDescription)")
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether `other` is a stretch of it.
  func contains(_ other: [UInt8]) -> Bool {
    guard let first = other.first, count >= other.count else { return other.isEmpty }
    var start = startIndex
    while let index = self[start...].firstIndex(of: first), index + other.count <= endIndex {
      if self[index..<index + other.count].elementsEqual(other) { return true }
      start = index + 1
    }
    return false
  }
}
