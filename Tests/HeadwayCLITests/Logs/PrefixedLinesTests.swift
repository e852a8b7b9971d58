import HeadwayModel
import Testing

@testable import headway

@Suite struct PrefixedLinesTests {
  private func pass(
    _ pieces: [String], _ form: LogOutput.Form = .unchanged
  ) -> (lines: String, rest: String) {
    var lines = PrefixedLines(form)
    let prefix = Array("p|".utf8)
    let passed = pieces.flatMap { lines.pass($0.utf8, prefix: prefix) }
    return (
      String(decoding: passed, as: UTF8.self),
      String(decoding: lines.finish(prefix: prefix), as: UTF8.self)
    )
  }

  @Test("each line gets the prefix however the bytes are cut")
  func cut() {
    #expect(pass(["a", "b\nc", "\n\nd"]) == ("p|ab\np|c\np|\n", "p|d\n"))
    #expect(pass(["ab\n"]).rest == "")
  }

  @Test("a redrawn line is printed as it looked last, and unchanged on request")
  func redrawn() {
    for form in [LogOutput.Form.plain, .harmless] {
      let (lines, rest) = pass(["1%\r50%\r", "100%\r\r", "\nx"], form)
      #expect(lines.replacing("\u{1B}[0m", with: "") == "p|100%\n" && rest == "p|x\n")
    }
    #expect(pass(["1%\r2%\r\n"]).lines == "p|1%\r2%\r\n")
  }

  @Test("in a file, what only a terminal needs is left out")
  func plain() {
    let (lines, rest) = pass(["\u{1B}[31mr", "ed\u{1B}[0m\r\n", "a\u{1B}]0;t\u{7}b"], .plain)
    #expect(lines == "p|red\n" && rest == "p|ab\n")
  }

  @Test("on a terminal a colour ends with its line, and other sequences are dropped")
  func terminal() {
    let lines = pass(["\u{1B}[31mred\n\u{1B}[2Jx\n"], .harmless).lines
    #expect(lines == "p|\u{1B}[31mred\u{1B}[0m\np|x\u{1B}[0m\n")
  }

  @Test("a line without an end is printed in pieces")
  func bounded() {
    let (lines, rest) = pass([String(repeating: "x", count: PrefixedLines.byteLimit + 1)])
    #expect(lines.utf8.count == PrefixedLines.byteLimit + 3 && rest == "p|x\n")
  }

  @Test("numbers and titles are aligned in cells")
  func aligned() throws {
    var prefixes = LinePrefixes(isColoured: false)
    var (one, two) = (try task(7, "早い"), try task(12, "train"))
    for each in [one, two] { prefixes.makeRoom(for: each) }
    #expect(String(decoding: prefixes.prefix(of: one), as: UTF8.self) == " 7 早い  | ")
    #expect(String(decoding: prefixes.prefix(of: two), as: UTF8.self) == "12 train | ")
    one.title = SanitisedText(String(repeating: "x", count: 99))
    two.title = "y"
    #expect(String(decoding: prefixes.prefix(of: one), as: UTF8.self).contains("x… |"))
  }

  private func task(_ number: Int, _ title: SanitisedText) throws -> TaskSnapshot {
    TaskSnapshot(
      number: try #require(TaskNumber(number)), key: TaskKey(high: 0, low: UInt64(number)),
      title: title, state: .running)
  }
}

@Suite struct AwaitedStateTests {
  @Test("a state is reached in it or past it, and missed by an end before it")
  func verdicts() throws {
    var task = TaskSnapshot(
      number: try #require(TaskNumber(1)), key: TaskKey(high: 0, low: 1), title: "t",
      state: .queued)
    #expect(AwaitedState.running.verdict(on: task) == .pending)
    #expect(AwaitedState.queued.verdict(on: task) == .reached)
    task.terms.blockedOn = .personalHold
    #expect(AwaitedState.queued.verdict(on: task) == .pending)
    (task.state, task.startedAt) = (.running, WallTime(millisecondsSinceEpoch: 1))
    #expect(AwaitedState.running.verdict(on: task) == .reached)
    #expect(AwaitedState.paused.verdict(on: task) == .pending)
    task.state = .ended
    task.ending = TaskEnding(reason: .completed, status: .code(0))
    #expect(AwaitedState.running.verdict(on: task) == .reached)
    #expect(AwaitedState.paused.verdict(on: task) == .missed(1))
    (task.startedAt, task.ending) = (nil, TaskEnding(reason: .cancelled(by: .user)))
    #expect(AwaitedState.running.verdict(on: task) == .missed(130))
    #expect(AwaitedState.queued.verdict(on: task) == .missed(130))
  }
}
