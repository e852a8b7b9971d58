import HeadwayModel
import Testing

@testable import HeadwayRecognition

/// What command lines say of all that is to be read.
@Suite struct ReadPlanTests {
  private static let files = ["a": 1, "b": 2, "c": 3, "small": 4]

  private static func named(_ name: String) -> NamedFile? {
    files[name].map {
      NamedFile(device: 1, inode: UInt64($0), size: name == "small" ? 1000 : 100_000)
    }
  }

  private static func word(_ text: String) -> CommandWord {
    let path = text.split(separator: "=", omittingEmptySubsequences: false).last.map(String.init)
    if path == "dir" { return CommandWord(text, .directory) }
    return CommandWord(text, named(path ?? text).map { .file($0) } ?? .nothing)
  }

  private static func open(_ name: String, as descriptor: Int32) -> FileLook {
    FileLook(
      id: .init(descriptor: descriptor, device: 1, inode: UInt64(files[name] ?? 0)),
      name: SanitisedText(name), position: 0, size: 100_000)
  }

  /// The total, of a process that reads `a` and nothing before it.
  private static func total(_ command: String, writing: String? = nil, input: Bool = false)
    -> Int64?
  {
    let file = open("a", as: input ? 0 : 3)
    var look = ProcessLook(process: 7, bytesRead: 0...0, bytesWritten: 0, read: [file])
    look.words = command.split(separator: " ").map { word(String($0)) }
    if let writing { look.written = [open(writing, as: 5)] }
    return ReadPlan(of: look, reading: file, seen: [])?.total
  }

  @Test(
    "is worked out",
    arguments: [
      ("sha256sum a b c", 300_000), ("cat a b small", 201_000), ("grep -c x a b", 200_000),
      ("wc -l a nothing", 100_000), ("gzip -9 a b", 200_000), ("cp a copy", 100_000),
      ("cp a b dir", 200_000), ("tool a", 100_000), ("tool --from=a small", 100_000),
      ("head -c 40000 a", 40_000), ("head -c40K a b", 81_920), ("head --bytes=-10KB a", 90_000),
      ("head -c 900K a", 100_000), ("dd if=a of=x bs=1K count=50", 51_200),
      ("dd if=a bs=1000 skip=90", 10_000), ("dd if=a ibs=2K obs=1M count=4 skip=2", 8192),
      ("dd if=a count=30KB iflag=count_bytes", 30_000), ("od a", 100_000),
    ] as [(String, Int64)])
  func isWorkedOut(command: String, total: Int64) {
    #expect(Self.total(command) == total)
  }

  @Test(
    "a command without a known plan has none",
    arguments: [
      "cat b c", "cat a a", "cat a dir", "grep -r x dir", "gzip a gone", "cp -t dir a",
      "cp dir a x",
      "tool a b", "tool -C dir a", "head a", "head -n 9 a", "head -c x a", "tail -c 9000 a",
      "tail a",
      "dd if=a bs=x", "dd if=b", "od -N 3000 a", "cmp -n 3000 a b", "xargs cat",
    ])
  func isNotKnown(command: String) {
    #expect(Self.total(command) == nil)
  }

  @Test("what is written isn't to be read")
  func whatIsWrittenIsNotToBeRead() {
    #expect(Self.total("sort a -o b") == nil)
    #expect(Self.total("tool a b", writing: "b") == 100_000)
    #expect(Self.total("zstd a -o b", writing: "b") == 100_000)
  }

  @Test("standard input is read where no file is named")
  func standardInputIsReadWhereNoFileIsNamed() {
    #expect(Self.total("mysql shop", input: true) == 100_000)
    #expect(Self.total("grep x", input: true) == 100_000)
    #expect(Self.total("dd bs=1K count=3", input: true) == 3072)
    #expect(Self.total("cat b -", input: true) == 200_000)
    #expect(Self.total("tool b", input: true) == nil)
  }
}

/// Which processes do a command's work.
@Suite struct WatchedCommandTests {
  private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  @Test(
    "its last words are",
    arguments: ["sha256sum a b", "nice -n 5 sha256sum a b", "timeout 9m sha256sum a b"])
  func itsLastWordsAre(_ command: String) {
    let command = WatchedCommand(words(command))
    #expect(command.isRun(by: words("sha256sum a b"), under: [], isFirst: false))
    #expect(command.isRun(by: words("/usr/bin/sha256sum a b"), under: [], isFirst: false))
    #expect(!command.isRun(by: words("sha256sum a"), under: [], isFirst: false))
    #expect(!command.isRun(by: [], under: [], isFirst: true))
  }

  @Test(
    "the parts of one pipeline are",
    arguments: [
      "cat a | gzip >b", "gzip -c a 2>&1 >b |& cat", "exec cat a", "cat a | awk '{ x++; f(x) }'",
    ])
  func thePartsOfOnePipelineAre(_ script: String) {
    let shell = ["bash", "-c", script]
    let command = WatchedCommand(["env", "-C", "dir"] + shell)
    #expect(command.isRun(by: ["cat", "a"], under: shell, isFirst: false))
    #expect(command.isRun(by: ["cat", "a"], under: [], isFirst: true))
    #expect(!command.isRun(by: ["cat", "a"], under: ["xargs", "cat"], isFirst: false))
  }

  @Test(
    "the parts of a script aren't",
    arguments: [
      "cat a; cat b", "cat a && cat b", "cat a || cat b", "cat a & cat b", "cat 'a' ; cat 'b'",
      "cat a\ncat b",
      "cat $(ls)", "(cat a) | wc", "cat `ls`",
    ])
  func thePartsOfAScriptAreNot(_ script: String) {
    let shell = ["bash", "-c", script]
    let command = WatchedCommand(shell)
    #expect(!command.isRun(by: ["cat", "a"], under: shell, isFirst: false))
    #expect(!command.isRun(by: ["cat", "b"], under: [], isFirst: true))
  }
}
