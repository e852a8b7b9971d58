import HeadwayModel
import Testing

@testable import HeadwayLink

@Suite("Copies to another machine") struct CopyCommandTests {
  private let host: Host

  init() throws {
    host = Host(
      try #require(HostName("build1")), destination: HostName("ada@b.example.org"))
  }

  private func command(
    _ files: [String], to directory: String? = nil, controlPath: String? = nil
  ) -> CopyCommand {
    CopyCommand(
      files, to: directory, over: SSHCommand(host: host, controlPath: controlPath),
      program: "/usr/bin/ssh")
  }

  @Test("no name is an option, a shell's word or on a third machine")
  func names() {
    let files = ["a b", "-x", "c:d", "$(e)", "dir/", "/abs//", "/"]
    let expected = ["./a b", "./-x", "./c:d", "./$(e)", "./dir", "/abs", "/"]
    let rsync = command(files).rsync(showsProgress: false)
    #expect(rsync.prefix(3) == ["rsync", "-a", "-s"])
    let scp = command(files).scp
    #expect(scp.prefix(2) == ["scp", "-s"] && scp.contains("/usr/bin/ssh"))
    for words in [rsync, scp] {
      #expect(words.suffix(9) == ["--"] + expected + ["ada@b.example.org:./"])
    }
  }

  @Test(
    "the folder there is from the root or from the home",
    arguments: [
      ("/data", "/data/"), ("/data/", "/data/"), ("x", "./x/"), ("-x", "./-x/"), ("~", "./~/"),
    ])
  func folders(directory: String, expected: String) {
    #expect(command(["a"], to: directory).scp.last == "ada@b.example.org:" + expected)
  }

  @Test("the connection is shared, and rsync reads a path with blanks and quotes as one word")
  func sharing() throws {
    let rsync = command(["a"], controlPath: "/run/it's mine/%C").rsync(showsProgress: true)
    let place = try #require(rsync.firstIndex(of: "-e"))
    #expect(rsync[place + 1].contains("-o 'ControlPath=/run/it''s mine/%C' -o"))
    #expect(rsync[place + 1].hasPrefix("/usr/bin/ssh -o LogLevel=ERROR -o ConnectTimeout=10"))
    #expect(rsync.contains("--info=progress2"))
    #expect(command(["a"], controlPath: "/a/%C").scp.contains("ControlPath=/a/%C"))
  }

  @Test(
    "the end of a copy says what to do next",
    arguments: [
      (0, "", true, "done"), (127, "bash: line 1: rsync: command not found\n", true, "noRsync"),
      (12, "rsync: Command not found.\nrsync error: x (code 12)\n", true, "noRsync"),
      (
        255, "ada@b: Permission denied (publickey).\nrsync: connection unexpectedly closed\n", true,
        "unreachable(build1 refused your keys"
      ),
      (
        255, "ssh: connect to host b: Connection refused\nrsync error: unexplained (255)", true,
        "unreachable(build1 can't be reached (ssh: connect to host b: Connection refused)"
      ),
      (
        11, "rsync: [receiver] write failed on \"/x\": No space left on device (28)\nrsync error\n",
        true, "failed(rsync: [receiver] write failed"
      ),
      (255, "scp: Connection closed\n", false, "failed(scp: Connection closed"),
      (
        12, "Permission denied, please try again.\nada@b: Permission denied (publickey).\n", true,
        "unreachable(build1 refused your keys"
      ),
      (12, "rsync: connection unexpectedly closed\n", true, "failed(exit status 12"),
      (11, "", true, "failed(exit status 11, as for a full disk"),
      (1, "scp: dest open \"./x/a\": No such file or directory\n", false, "failed(scp: dest open"),
      (1, "\u{1B}[31m\n", false, "failed("), (1, "", false, "failed(exit status 1"),
    ] as [(Int32, String, Bool, String)])
  func outcomes(status: Int32, output: String, isRsync: Bool, words: String) {
    let outcome = CopyOutcome(status: status, output: output, host: host, isRsync: isRsync)
    let text =
      switch outcome {
      case .done: "done"
      case .noRsync: "noRsync"
      case .unreachable(let trouble): "unreachable(\(trouble)"
      case .failed(let line): "failed(\(line)"
      }
    #expect(text.hasPrefix(words), "\(text)")
    #expect(!text.unicodeScalars.contains { $0.value < 32 })
  }
}
