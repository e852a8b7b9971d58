import Foundation
import Testing
import TestHarness
import TestProcesses

/// `headway history`, and `--filter`.
@Suite(.fewAtATime) struct HistoryTests {
  /// The hub runs before the first job: what ends while a hub is still starting goes to the spool, and
  /// may be numbered after the next job.
  private static let jobs = """
    headway list >/dev/null
    headway run --title "Nightly backup" --id com.example.backup.1 -- true
    headway run --title Evaluate --group ml -- sh -c 'exit 3'
    headway run --title Evaluate --group ml -- true
    """

  @Test("what has ended, the newest last, in words, as objects, and only what is asked for")
  func history() async throws {
    try await Workspace.use { workspace in
      let nothing = try await workspace.run("headway history; headway history --json")
      #expect(nothing.text == "nothing has ended yet\n[]\n")
      try await workspace.run(Self.jobs)
      _ = try workspace.start("exec headway run --title Live -- sleep 300")
      try await workspace.task("Live") { $0.state == "running" }
      let lines = try await workspace.run("headway history").text.split(separator: "\n")
      #expect(lines.count == 4 && lines.first?.hasPrefix("N ") == true)
      let second = #/2 +\d{4}-\d\d-\d\d \d\d:\d\d +\d+s +failed with exit code 3 +Evaluate/#
      #expect(lines.dropFirst(2).first?.wholeMatch(of: second) != nil, "\(lines)")
      let whole = try await workspace.run("headway history --json")
      let tasks = try JSONDecoder().decode([ListedTask].self, from: whole.output)
      #expect(
        tasks.map(\.number) == [1, 2, 3] && tasks.map(\.state) == ["ended", "ended", "ended"])
      let last = try await workspace.run("headway history --limit 1 --json")
      let newest = try JSONDecoder().decode([ListedTask].self, from: last.output)
      #expect(newest.map(\.number) == [3])
      let failed = try await workspace.run("headway history --filter 'reason:failed group:ml'")
      #expect(failed.text.contains("code 3") && !failed.text.contains("completed"))
      let none = try await workspace.run("headway history --filter evening")
      #expect(none.text == "no ended task matches\n" && none.code == 0)
    }
  }

  @Test("what ended last is the last, whatever its number, and all that --limit leaves")
  func byEnd() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit --title early -- sh -c 'until [ -e go ]; do sleep .05; done' >/dev/null
        headway run --title late -- true; touch go; headway wait 1
        headway history | tail -n 2 | grep -oE 'early|late'
        headway history --limit 1 --json | grep '"title"'
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "late\nearly\n  \"title\" : \"early\",\n", "\(outcome.text)")
    }
  }

  @Test("the live list, filtered")
  func list() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(Self.jobs)
      let script = """
        headway list --json --filter 'group:ml -reason:failed' | grep '"number"'
        headway list --json --all --filter 'BACK*up id:com.example.*' | grep '"number"'
        headway list --filter state:live
        """
      let words = try await workspace.run(script).text.split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      #expect(words == ["\"number\" : 3,", "\"number\" : 1,", "no task matches"])
    }
  }

  @Test("what isn't understood is misuse, said in one line")
  func misuse() async throws {
    try await Workspace.use { workspace in
      let cases = [
        "history --filter colour:red", "list --filter state:done", "list --filter '\"open'",
        "history --limit 0", "history --limit -3", "list --filter since:soon",
        "history --columns n,cpu", "history --sort memory",
      ]
      for command in cases {
        let outcome = try await workspace.run("headway \(command)")
        #expect(outcome.code == 64, "\(command)")
        #expect(outcome.errorText.contains(#/^headway: [^\n]*\n$/#), "\(outcome.errorText)")
      }
    }
  }
}
