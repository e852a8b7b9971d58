import HeadwayLink
import HeadwayModel
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
    "what is no machine, or two of them, is refused in a line",
    arguments: [
      "list --host", "list --host -oProxyCommand=x", "list --host a;b", "cancel a:7 b:8",
      "list --host a --host b", "cancel --host a b:7",
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
      #expect(out == bytes && gate.refusal == nil)
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
