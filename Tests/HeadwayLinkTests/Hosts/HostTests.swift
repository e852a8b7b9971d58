import HeadwayModel
import HeadwayWire
import Testing

@testable import HeadwayLink

@Suite("Another machine, as ssh reaches it") struct HostTests {
  @Test(
    "a name is what ssh takes for a host, and never an option or a shell's word",
    arguments: [
      ("build1", true), ("ada@build1.example.org", true), ("10.0.0.1", true), ("a_b-c", true),
      ("-oProxyCommand=x", false), ("", false), ("a b", false), ("a;b", false), ("a\n", false),
      ("$(x)", false), ("ホスト", false), (String(repeating: "a", count: 256), false),
    ])
  func names(text: String, isName: Bool) { #expect((HostName(text) != nil) == isName) }

  private let host: Host

  init() throws { host = Host(try #require(HostName("build1"))) }

  @Test("the far command is a constant, whatever the words are")
  func constant() {
    let command = SSHCommand(host: host, controlPath: "/run/ssh/%C")
    let program = "\"$(command -v headway || echo \"$HOME/.local/bin/headway\")\""
    func far(_ words: String) -> String { "exec /bin/sh -c 'exec \(program) \(words)'" }
    #expect(command.bridge().last == far("hub connect"))
    #expect(command.bridge().contains("BatchMode=yes"))
    #expect(command.bridge().contains("ControlPath=/run/ssh/%C"))
    #expect(!SSHCommand(host: host, controlPath: nil).bridge().contains("ControlMaster=auto"))
    #expect(command.bridge(mayStartHub: false).last == far("hub connect --if-running"))
    let words = ["run", "--", "sh", "-c", "echo '$(rm -rf x)'; \n 日本", ""]
    let line = command.command(words, hasTerminal: true)
    let far = (line.last ?? "").split(separator: "hub words ").last ?? ""
    let digits = String(far.prefix { $0 != ";" })
    #expect(digits.allSatisfy { $0.isHexDigit } && line.contains("-t"))
    #expect(SSHCommand.words(ofHexadecimal: digits) == words)
  }

  @Test("the config names another destination and another program, never a shell's words")
  func described() throws {
    var described = host
    described.destination = try #require(HostName("ada@gpu2"))
    described.program = "~/bin/headway"
    let command = SSHCommand(host: described, controlPath: nil)
    #expect(
      command.bridge().suffix(3) == [
        "--", "ada@gpu2", "exec /bin/sh -c 'exec ~/bin/headway hub connect'",
      ])
    for path in ["headway", "/a b", "/a;b", "/$(a)", "~x/headway", "", "/a\n"] {
      #expect(!Host.isProgram(path), "\(path)")
    }
    #expect(HostTrouble(described, .keyRefused).description.hasSuffix("log in once: ssh ada@gpu2"))
  }

  @Test("what are no words isn't taken for any", arguments: ["6", "6g00", "61", "6100 ", "6100G0"])
  func noWords(digits: String) { #expect(SSHCommand.words(ofHexadecimal: digits) == nil) }

  @Test(
    "the user's own shared connections are left alone",
    arguments: [
      ("user ada\ncontrolpath /tmp/%C\n", true), ("controlpath none\n", false), ("", false),
      ("user ada\n", false), ("ControlPath ~/.ssh/x\n", true),
    ])
  func sharing(output: String, shares: Bool) {
    #expect(SSHCommand.sharesConnections(output) == shares)
  }

  @Test(
    "the end of ssh says what is wrong",
    arguments: [
      (75, "noise of a startup file\n", "noHub"),
      (127, "bash: line 1: headway: command not found\n", "programMissing"),
      (1, "headway: Command not found.\n", "programMissing"),
      (255, "Host key verification failed.\r\n", "hostKey"),
      (255, "ada@b: Permission denied (publickey,password).\r\n", "keyRefused"),
      (255, "ssh: connect to host b port 22: Connection refused\r\n", "unreachable"),
      (255, "ssh: Could not resolve hostname b: Name or service not known", "unreachable"),
      (255, "", "unreachable"), (64, "Error: Unexpected argument 'connect'", "tooOld"),
      (69, "headway: the hub died\n", "unreachable"),
    ] as [(Int32, String, String)])
  func trouble(status: Int32, output: String, kind: String) {
    let trouble = HostTrouble(host, sshEndedWith: status, output: output)
    #expect("\(trouble.kind)".hasPrefix(kind))
    #expect(!trouble.description.contains("\n") && trouble.description.contains("build1"))
  }

  @Test("a line of ssh with control characters can't reach the terminal")
  func hostile() {
    let trouble = HostTrouble(
      host, sshEndedWith: 255, output: "x\n\u{1B}]0;evil\u{7}\u{202E}abc\n")
    #expect(!trouble.description.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
  }

  @Test("the greeting is read as it was written; other lines are none")
  func greeting() throws {
    let greeting = BridgeGreeting(hub: "0.1.0", host: "build1", machine: "build1-0a", now: 7)
    let line = greeting.bytes.dropLast()
    #expect(try BridgeGreeting.read(line) == greeting)
    for text in ["Welcome!", "headway-connect 2 {}", ""] {
      #expect(try BridgeGreeting.read(Array(text.utf8)[...]) == nil)
    }
    for text in ["headway-connect 1 {", "headway-connect 1 {\"type\":\"hello\"}"] {
      #expect(throws: WireError.self) { try BridgeGreeting.read(Array(text.utf8)[...]) }
    }
  }
}
