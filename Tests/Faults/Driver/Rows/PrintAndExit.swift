import Glibc
import HeadwaySystem
import TestHarness

extension FaultRow {
  /// Row 15: every byte, the right status; through pipes, and every tenth on a terminal.
  static let printAndExit = FaultRow(
    number: 15, fault: "child prints and exits", unit: "children", fullCount: 10_000,
    shortCount: 100, limit: .seconds(1800)
  ) { scene in
    _ = try await scene.startHub()
    for index in 0..<scene.count {
      let lines = index % 10 == 0 ? 2000 : index % 40
      let command = [
        "headway", "run", "--", "sh", "-c", "seq \(lines); printf end; exit \(index % 256)",
      ]
      let expected = lines > 0 ? (1...lines).map { "\($0)\n" }.joined() + "end" : "end"
      let (code, text) = try await index % 10 == 9 ? onTerminal(command) : plain(command)
      if code != Int32(index % 256) {
        scene.lose("child \(index) left with \(code), not \(index % 256)")
      }
      if text != expected {
        scene.lose("child \(index): \(text.utf8.count) bytes of \(expected.utf8.count)")
      }
      scene.check(true, "")
    }
    try await timeUntil("all ends in the record", within: .seconds(20)) {
      let rows = try await RecordFile(scene).rows
      return rows.count == scene.count && rows.allSatisfy { $0.state == "ended" }
    }
    for row in try await RecordFile(scene).rows where row.exitCode != (row.number - 1) % 256 {
      scene.lose("task \(row.number) is recorded with \(row.exitCode ?? -1)")
    }
  }

  private static func plain(_ command: [String]) async throws -> (Int32, String) {
    let outcome = try await Program(command).outcome()
    return (outcome.status.shellCode, outcome.text)
  }

  /// A terminal makes two characters of a newline.
  private static func onTerminal(_ command: [String]) throws -> (Int32, String) {
    let program = try TerminalProgram(command)
    let code = try program.end() ?? -1
    program.read()
    return (code, program.text.replacing("\r\n", with: "\n"))
  }
}
