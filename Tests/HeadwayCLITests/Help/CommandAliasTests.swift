import Testing

@testable import headway

@Suite struct CommandAliasTests {
  @Test(
    "a command of pueue or tsp with the same meaning runs",
    arguments: [
      ("add -- make", "submit -- make"), ("kill 7", "cancel 7"), ("log 7", "logs 7"),
      ("ps", "list"), ("follow -n 3 7", "logs --follow -n 3 7"), ("help follow", "help logs"),
      ("enqueue 7", "resume 7"), ("help add", "help submit"), ("man kill", "man cancel"),
    ])
  func same(line: String, replaced: String) throws {
    #expect(try CommandAlias.replaced(in: words(line)) == words(replaced))
  }

  @Test(
    "a command line without such a name stays as it is",
    arguments: ["", "list", "submit add", "run -- rm 7", "help", "hub start", "hub kill", "-h"])
  func unchanged(line: String) throws {
    #expect(try CommandAlias.replaced(in: words(line)) == words(line))
  }

  @Test(
    "a name with another meaning is misuse, and the line names the right commands",
    arguments: [
      ("rm 7", ["headway clean", "headway cancel"]),
      ("help rm", ["headway clean"]), ("remove 7", ["headway clean", "headway cancel"]),
      ("stash 7", ["headway pause", "--hold"]), ("parallel 4", ["headway group slots default 4"]),
      ("reset", ["headway cancel --all", "headway clean --all"]),
      ("shutdown", ["headway hub stop"]),
      ("up", ["--batch"]), ("env set 7 A B", ["headway edit 7 --env"]),
    ])
  func other(line: String, commands: [String]) throws {
    let failure = try #require(throws: CommandFailure.self) {
      try CommandAlias.replaced(in: words(line))
    }
    #expect(failure.status == 64)
    let message = try #require(failure.message)
    #expect(!message.contains("\n"))
    for command in commands { #expect(message.contains(command), "\(message)") }
  }

  @Test("the name of a command is never an alias")
  func commandsFirst() {
    #expect(CommandAlias("submit") == nil && CommandAlias("nonsense") == nil)
    #expect(CommandAlias("add") == .same("submit"))
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
