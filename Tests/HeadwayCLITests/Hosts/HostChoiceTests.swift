import HeadwayLink
import HeadwayModel
import HeadwayMonitor
import HeadwayWire
import Testing

@testable import headway

@Suite("The machine that a command is for") struct HostChoiceTests {
  @Test(
    "--host, HOST:N and HEADWAY_HOST choose it, and leave the command line without it",
    arguments: [
      ("list --host build1", "build1", "list"), ("--host build1 list", "build1", "list"),
      ("list --host=ada@build1 --json", "ada@build1", "list --json"),
      ("cancel build1:7", "build1", "cancel 7"),
      ("cancel --force build1:7 build1:9-12", "build1", "cancel --force 7 9-12"),
      ("show build1:last", "build1", "show last"), ("attach b.x:7", "b.x", "attach 7"),
      ("send build1:7 a:7", "build1", "send 7 a:7"),
      ("run --host build1 make --host x", "build1", "run make --host x"),
      ("run --host build1 -- make --host x", "build1", "run -- make --host x"),
      ("run make --host x", nil, "run make --host x"), ("run -- a:7", nil, "run -- a:7"),
      ("list --filter n:7", nil, "list --filter n:7"),
      ("list --filter=n:7", nil, "list --filter=n:7"),
      ("wait com.example.x", nil, "wait com.example.x"), ("wait a:b", nil, "wait a:b"),
      ("cancel 7 -- build1:7", nil, "cancel 7 -- build1:7"), ("", nil, ""),
      ("run --title x --host build1 -- make", "build1", "run --title x -- make"),
      ("submit --group ml --host build1 ./train", "build1", "submit --group ml ./train"),
      ("add --group a:7 make", nil, "add --group a:7 make"),
      ("cancel 7 --reason build:3", nil, "cancel 7 --reason build:3"),
      ("cancel --reason build:3 build1:7", "build1", "cancel --reason build:3 7"),
      ("wake sync:2", nil, "wake sync:2"), ("group remove gpu:1", nil, "group remove gpu:1"),
      ("priority build1:7 5", "build1", "priority 7 5"),
      ("answer build1:7 continue", "build1", "answer 7 continue"),
      ("cancel --host build1 build1:7 8", "build1", "cancel 7 8"),
      ("kill build1:7", "build1", "kill 7"),
    ] as [(String, String?, String)])
  func chosen(line: String, host: String?, rest: String) throws {
    let choice = try HostChoice(line.split(separator: " ").map(String.init), variable: nil)
    #expect(choice.host?.name == host && choice.words.joined(separator: " ") == rest)
  }

  @Test("the variable holds where the command line names no machine")
  func variable() throws {
    #expect(try HostChoice(["list"], variable: "build2").host?.name == "build2")
    #expect(try HostChoice(["list", "--host", "b"], variable: "build2").host?.name == "b")
    #expect(try HostChoice(["list"], variable: "").host == nil)
  }

  @Test(
    "several machines are kept in their order, each once; all is one of them",
    arguments: [
      ("list --host a --host b", ["a", "b"]), ("list --host b --host a --host b", ["b", "a"]),
      ("history --host all", ["all"]), ("status --host a --host=all", ["a", "all"]),
      ("list --host a --host a", []), ("list --host a", []), ("list", []),
    ])
  func several(line: String, names: [String]) throws {
    let words = line.split(separator: " ").map(String.init)
    let choice = try HostChoice(words, variable: nil)
    #expect(choice.several.map(\.name) == names && choice.words == [words[0]])
    #expect((choice.host == nil) == (!names.isEmpty || words.count == 1))
  }

  @Test("the variable may be all, and is no list of names")
  func severalByVariable() throws {
    #expect(try HostChoice(["list"], variable: "all").several.map(\.name) == ["all"])
    #expect(throws: CommandFailure.self) { try HostChoice(["list"], variable: "a,b") }
  }

  @Test("only commands whose answers can be put together take several machines")
  func takers() {
    let takers = ["list", "history", "status", "cancel", "run", "hosts", "watch", nil].filter {
      HostRoute.takesSeveral($0)
    }
    // Nil is the monitor, as watch is.
    #expect(takers == ["list", "history", "status", "watch", nil])
  }

  @Test("the hints in messages know the commands that name tasks")
  func hints() {
    for command in CommandHint.ofTasks {
      #expect(HostRoute.takesTask(command, after: [command]), "\(command)")
      #expect(HostRoute(command) != .here)
    }
    #expect(CommandHint.others.allSatisfy { HostRoute($0) != .here })
  }

  @Test("a program's own --help isn't a question to headway")
  func help() throws {
    for line in ["run --host build1 -- x --help", "run --host build1 x --help"] {
      let choice = try HostChoice(line.split(separator: " ").map(String.init), variable: nil)
      #expect(choice.host?.name == "build1" && !choice.asksForHelp)
    }
    let choice = try HostChoice(["run", "--host", "a", "--help"], variable: nil)
    #expect(choice.asksForHelp)
  }

  @Test(
    "what is no machine, or two of them, is refused in a line",
    arguments: [
      "list --host", "list --host -oProxyCommand=x", "list --host a;b", "cancel a:7 b:8",
      "cancel --host a --host b a:7", "cancel --host a b:7", "cancel a:7 8", "show 8 a:7",
      "submit --after a:7 true", "edit a:7 --after a:8",
    ])
  func refused(line: String) {
    let failure = #expect(throws: CommandFailure.self) {
      try HostChoice(line.split(separator: " ").map(String.init), variable: nil)
    }
    #expect(failure?.status == 64 && failure?.message?.contains("\n") == false)
  }
}

@Suite("A far end's check of the hello") struct RoleGateTests {
  private func hello(_ role: ClientRole) -> [UInt8] { ClientHello(role: role).line() ?? [] }

  @Test(
    "a command and a monitor come in, with what follows, in any pieces", arguments: [1, 7, 9999])
  func admitted(size: Int) {
    for role in [ClientRole.command, .monitor] {
      var gate = RoleGate()
      let bytes = [10, 10] + hello(role) + Array("{\"type\":\"list\"}\n\n".utf8)
      var out: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        out += gate.admitted(bytes[start..<min(bytes.count, start + size)])
      }
      #expect(out == Array(bytes.dropFirst(2)) && gate.refusal == nil)
    }
  }

  @Test("a worker, a supervisor, no hello and an endless one don't")
  func refused() {
    for bytes in [
      hello(.worker), hello(.supervisor), Array("{\"type\":\"list\"}\n".utf8), Array("x\n".utf8),
      [UInt8](repeating: 65, count: 70_000),
    ] {
      var gate = RoleGate()
      let admitted = gate.admitted(bytes)
      #expect(admitted.isEmpty && gate.refusal != nil)
      let later = gate.admitted(hello(.command))
      #expect(later.isEmpty)
    }
  }
}
