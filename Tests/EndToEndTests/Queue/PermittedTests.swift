import Foundation
import Testing
import TestHarness
import TestProcesses

/// `[permitted]`: identifiers that name commands.
@Suite("Permitted identifiers")
struct PermittedTests {
  private static let config = """
    [permitted."com.example.export.*"]
    command = 'echo "$HEADWAY_IDENTIFIER in $PWD"; exit 3'
    directory = "/usr/share"
    group = "films"
    priority = 5
    [permitted."com.example.export.42"]
    command = ['printf', '%s|', 'a b', 'c']
    title = "The answer"
    [permitted."com.example.sync"]
    [permitted."com.example.gone"]
    command = ["/nonexistent/handler"]
    """

  @Test("an identifier without a command starts what the config names, the most specific first")
  func launches() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      let script = """
        headway submit --id com.example.export.7; headway wait 1; echo "= $?"; headway logs 1
        headway submit --id com.example.export.42; headway wait 2; headway logs 2; echo
        headway submit --id com.example.sync -- echo own; headway wait 3; headway logs 3
        """
      let outcome = try await workspace.run(script)
      #expect(
        outcome.text.replacingOccurrences(of: "\r", with: "")
          == "1\n= 3\ncom.example.export.7 in /usr/share\n2\na b|c|\n3\nown\n",
        "\(outcome.errorText)")
      let tasks = try await workspace.list()
      #expect(tasks.map(\.title).dropFirst() == ["The answer", "echo own"])
      let json = try await workspace.run("headway list --json --filter 'id:*.7'").text
      #expect(json.contains("\"group\" : \"films\"") && json.contains("\"priority\" : 5"))
      #expect(json.contains("\"directory\" : \"/usr/share\""))
    }
  }

  @Test("what isn't listed isn't permitted; what has no identifier goes on")
  func refused() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      let cases: [(String, Int32)] = [
        ("submit --id com.example.other -- true", 77), ("submit --id com.example.other", 77),
        ("run --id com.example.other -- touch ran", 77), ("run --id com.example.sync -- true", 0),
        ("run -- true", 0), ("submit -- true", 0), ("submit", 64),
        ("submit --id com.example.sync", 64),
      ]
      for (command, status) in cases {
        let outcome = try await workspace.run("headway \(command)")
        #expect(outcome.code == status, "\(command): \(outcome.errorText)")
        let isOneLine = outcome.errorText.wholeMatch(of: #/headway: [^\n]*\n/#) != nil
        #expect(isOneLine == (status != 0), "\(outcome.errorText)")
      }
      #expect(!workspace.exists("ran"))
    }
  }

  @Test("a handler that doesn't exist fails, and says so")
  func missing() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      let outcome = try await workspace.run(
        "headway submit --id com.example.gone; headway wait 1; echo $?; headway logs 1")
      #expect(outcome.text.hasPrefix("1\n127\n"), "\(outcome.text)")
    }
  }

  @Test("without a list everything is permitted, and an identifier alone is no command")
  func noList() async throws {
    try await Workspace.use { workspace in
      #expect(try await workspace.run("headway run --id com.example.any -- true").code == 0)
      let alone = try await workspace.run("headway submit --id com.example.any")
      #expect(alone.code == 64 && alone.errorText.contains("[permitted."), "\(alone.errorText)")
    }
  }
}
