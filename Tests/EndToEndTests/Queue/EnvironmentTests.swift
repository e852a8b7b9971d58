import Testing
import TestHarness
import TestProcesses

/// The environment that the hub keeps for the command of a task.
@Suite("headway show --env") struct EnvironmentTests {
  private static let blocked =
    "headway group add shut --slots 0 >/dev/null; headway submit --group shut"

  @Test("a queued task's variables are words of a shell, also those that were edited")
  func queued() async throws {
    try await Workspace.use { workspace in
      let script = """
        export PLAIN=1 ODD=$'it\\'s\\n\\xff\\e[31m' LEVEL=1
        \(Self.blocked) -- true >/dev/null 2>&1
        headway edit 1 --env LEVEL=2 --unset PLAIN
        headway show --env 1 >kept
        grep -c . kept; tr '\\0' '\\n' </proc/self/environ | grep -c ^SHLVL=
        unset ODD LEVEL; export PLAIN=own
        . ./kept; printf '%s|%s|%q\\n' "$PLAIN" "$LEVEL" "$ODD"; grep ^ODD kept
        headway show --env --json 1 | jq -r '.[0] | .number, (.environment[] | select(startswith("LEVEL=")))'
        """
      let outcome = try await workspace.run("bash -c \(Self.quoted(script))")
      let lines = outcome.text.split(separator: "\n").map(String.init)
      #expect(Int(try #require(lines.first)) ?? 0 > 3, "\(outcome.text) \(outcome.errorText)")
      #expect(
        lines.dropFirst(2)
          == [
            #"own|2|$'it\'s\n\377\E[31m'"#, #"ODD=$'it\'s\n\377\033[31m'"#, "1", "LEVEL=2",
          ], "\(outcome.text) \(outcome.errorText)")
    }
  }

  @Test("a large environment is whole, also after the end of the task and a restart of the hub")
  func large() async throws {
    try await Workspace.use { workspace in
      let script = """
        for i in $(seq 9); do export "BIG$i=$(head -c 100000 /dev/zero | tr '\\0' $i)"; done
        headway submit -- true >/dev/null; headway wait 1; headway hub stop >/dev/null
        for i in $(seq 9); do unset BIG$i; done
        headway show --env 1 | grep ^BIG | cut -c -6 | sort | tr '\\n' ' '
        headway show --env 1 | grep ^BIG | tail -c +6 | tr -dc 1-9 | wc -c
        """
      let outcome = try await workspace.run("bash -c \(Self.quoted(script))")
      let names = (1...9).map { "BIG\($0)=\($0) " }.joined()
      #expect(outcome.text == names + "900008\n", "\(outcome.errorText)")
    }
  }

  @Test("what the hub didn't start has no environment, and the message says so")
  func foreground() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        "headway run -- true; headway show --env 1; echo $?; headway show --env 9; echo $?")
      #expect(outcome.text == "1\n1\n")
      #expect(
        outcome.errorText.contains("headway: the hub didn't start task 1, so it has no environment")
          && outcome.errorText.contains("headway: there is no task 9; see: headway list"),
        "\(outcome.errorText)")
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
