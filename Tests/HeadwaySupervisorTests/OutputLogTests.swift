import Foundation
import HeadwaySystem
import TestClocks
import Testing

@testable import HeadwaySupervisor

/// A log in a folder of its own, fed by a clock that only the test moves.
@Suite struct OutputLogTests {
  private func withLog(fileLimit: Int, _ body: (OutputLog, String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "headway-log-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(try #require(OutputLog(path: folder + "/log", fileLimit: fileLimit)), folder + "/log")
  }

  /// Both files, the older first.
  private func text(_ path: String) -> String {
    [path + ".1", path].compactMap { FileManager.default.contents(atPath: $0) }
      .map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  private func append(_ text: String, to log: OutputLog, at milliseconds: Int) {
    Array(text.utf8).withUnsafeBytes { log.append($0, now: .milliseconds(milliseconds)) }
  }

  @Test("what the two files hold is kept whole, however fast it comes")
  func burst() throws {
    try withLog(fileLimit: 1000) { log, path in
      let lines = (0..<20).map { _ in String(repeating: "x", count: 99) + "\n" }
      for line in lines { append(line, to: log, at: 0) }
      #expect(log.deadline == nil)
      #expect(text(path).utf8.count == 1000)
    }
  }

  @Test("a flood is kept in part: its newest bytes, and a line for the rest")
  func flood() throws {
    try withLog(fileLimit: 1000) { log, path in
      append(String(repeating: "a", count: 2000), to: log, at: 0)
      append(String(repeating: "b", count: OutputLog.tailLimit), to: log, at: 0)
      append("new", to: log, at: 99)
      #expect(log.deadline == .milliseconds(100) && !text(path).contains("new"))
      log.flush(now: .milliseconds(99))
      #expect(log.deadline != nil)
      log.flush(now: .milliseconds(100))
      #expect(log.deadline == nil && text(path).hasSuffix("new"))
    }
  }

  @Test("without a limit on the rate, a flood is kept whole")
  func wholeFlood() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "headway-log-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let log = try #require(OutputLog(path: path, fileLimit: 10 << 20, limitsRate: false))
    let piece = String(repeating: "a", count: 1 << 20)
    for _ in 0..<9 { append(piece, to: log, at: 0) }
    #expect(log.deadline == nil)
    #expect(text(path).utf8.count == 9 << 20)
  }

  @Test("a FIFO that has the log's name is not waited for: there is no log")
  func fifo() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "headway-log-\(UUID().uuidString)").path
    defer { unlink(path) }
    #expect(mkfifo(path, 0o600) == 0)
    #expect(OutputLog(path: path, fileLimit: 1000) == nil)
  }

  @Test("the line says how much is missing")
  func note() throws {
    try withLog(fileLimit: 1 << 20) { log, path in
      append(String(repeating: "a", count: 2 << 20), to: log, at: 0)
      append(String(repeating: "b", count: OutputLog.tailLimit), to: log, at: 0)
      append("new", to: log, at: 0)
      log.flush(now: .zero, isFinal: true)
      #expect(text(path).contains("\n[headway: 3 bytes left out]\nb"))
      #expect(text(path).hasSuffix("bnew"))
    }
  }

  @Test("what is given up by turning to the next file is counted beside it")
  func gone() throws {
    try withLog(fileLimit: 1000) { log, path in
      append(String(repeating: "a", count: 1000), to: log, at: 0)
      #expect(text(path + ".gone").isEmpty)
      append(String(repeating: "b", count: 1000), to: log, at: 0)
      #expect(text(path + ".gone") == "1000\n")
      append(String(repeating: "c", count: 1500), to: log, at: 60_000)
      #expect(text(path + ".gone") == "2000\n")
      #expect(text(path) == String(repeating: "c", count: 1500))
    }
  }

  @Test("time earns back what a flood used up")
  func refill() throws {
    try withLog(fileLimit: 1000) { log, path in
      append(String(repeating: "a", count: 2000), to: log, at: 0)
      append("late", to: log, at: 1)
      #expect(log.deadline == nil && text(path).hasSuffix("late"))
    }
  }

  @Test("a flood that goes on gets its newest bytes and no more")
  func longFlood() throws {
    try withLog(fileLimit: 64 << 20) { log, path in
      let piece = String(repeating: "x", count: 1 << 20)
      for _ in 0..<128 { append(piece, to: log, at: 0) }
      let before = text(path).utf8.count
      for step in 1...100 { append(piece, to: log, at: 10 * step) }
      log.flush(now: .seconds(2))
      #expect(text(path).utf8.count - before < 11 * (OutputLog.tailLimit + 100))
    }
  }

  @Test("the newest bytes of a stream, however it is split", arguments: [1, 3, 7, 10, 11, 25])
  func newest(piece: Int) {
    let stream = (0..<100).map { UInt8($0) }
    var newest = NewestBytes(capacity: 10)
    for start in Swift.stride(from: 0, to: 100, by: piece) {
      stream[start..<min(100, start + piece)].withUnsafeBytes { newest.append($0) }
    }
    var kept: [UInt8] = []
    newest.forEachPart { kept += $0 }
    #expect(kept == Array(90..<100) && newest.dropped == 90)
    newest.removeAll()
    #expect(newest.isEmpty && newest.dropped == 0)
  }

  @Test("a log that can't be written stops and says why, once; nobody else notices")
  func full() throws {
    let log = try #require(
      OutputLog(path: "/dev/full", fileLimit: 1000) {
        OwnedDescriptor(open($0, O_WRONLY | O_CLOEXEC))
      })
    #expect(log.takeFailure() == nil)
    append("text", to: log, at: 0)
    append("more", to: log, at: 1)
    #expect(log.takeFailure() == "the log stops at 0 bytes: No space left on device")
    #expect(log.takeFailure() == nil)
  }
}
