import HeadwayModel
import HeadwaySystem
import Testing

/// Programs that answer and leave.
@Suite("A program whose output is captured")
struct CapturedRunTests {
  private func run(_ script: String, within limit: Duration = .seconds(30)) throws -> CapturedRun {
    try CapturedRun("/bin/sh", ["sh", "-c", script], within: limit)
  }

  @Test("status, output and errors, also of more than a pipe holds")
  func outcome() throws {
    let small = try run("echo out; echo err >&2; exit 3")
    #expect(small.status == 3 && small.output == Array("out\n".utf8) && small.errors == "err\n")
    let large = try run(
      "head -c 3000000 /dev/zero; head -c 300000 /dev/zero | tr '\\0' x >&2; echo end >&2")
    #expect(large.status == 0 && large.output.count == 3_000_000 && !large.isCut)
    #expect(large.errors.hasSuffix("xxend\n"))
    #expect(try run("kill -9 $$").status == 137)
    #expect(try CapturedRun("/nonexistent", ["x"], within: .seconds(9)).status == 127)
  }

  @Test("a program that doesn't end is killed with all that it started")
  func overdue() throws {
    let run = try run("sleep 97.531 & sleep 97.531", within: .milliseconds(300))
    #expect(run.status == nil)
    let left = try self.run("pgrep -f '[s]leep 97.531' | wc -l")
    #expect(left.output == Array("0\n".utf8))
  }

  @Test("a program that leaves a process with its output isn't waited for beyond its own end")
  func lingering() throws {
    let start = ContinuousClock.now
    let run = try run("sleep 5 & echo done")
    #expect(run.status == 0 && run.output == Array("done\n".utf8))
    #expect(ContinuousClock.now - start < .seconds(4))
  }
}
