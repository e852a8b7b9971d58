import HeadwayModel
import HeadwaySlurm
import SeededRandomness
import Testing

/// The arguments and the script of sbatch.
@Suite struct SlurmSubmissionTests {
  private func submission() throws -> SlurmSubmission {
    SlurmSubmission(
      mark: SlurmMark(try #require(TaskKey(Recorded.key)), launch: 3), title: "Train 日本",
      directory: Array("/w".utf8),
      folder: "/f/50%", program: "/usr/bin/headway")
  }

  private func description() throws -> TaskDescription {
    TaskDescription(key: try #require(TaskKey(Recorded.key)), title: "t")
  }

  @Test("a plain job has a name, a comment, its files and its directory") func plain() throws {
    #expect(
      try submission().arguments == [
        "--parsable", "--job-name=Train 日本", "--comment=headway:\(Recorded.key).3",
        "--open-mode=append", "--output=/f/50%%/out", "--export=ALL", "--chdir=/w",
        "--no-requeue",
      ])
  }

  @Test("the terms are mapped") func terms() throws {
    var submission = try submission()
    submission.terms.needs = ["gpu": 2]
    submission.terms.slots = 4
    submission.terms.strategy = .hold
    submission.terms.retries = 2
    submission.terms.priority = -5
    submission.terms.inherited.niceness = 10
    submission.terms.streams = .pipes
    submission.terms.earliest = EarliestStart(
      WallTime(millisecondsSinceEpoch: 1_795_999_999_001), words: "at noon")
    submission.timeLimit = .seconds(61)
    submission.jobDependencies = [
      SlurmDependency(try #require(SlurmJobID("7")), needsSuccess: true),
      SlurmDependency(try #require(SlurmJobID("9_3")), needsSuccess: false),
    ]
    submission.engineOptions = ["-p", "long"]
    (submission.arrayIndices, submission.arrayLimit) = (Array(0..<100), 8)
    #expect(
      submission.arguments.suffix(13) == [
        "--error=/f/50%%/%a.err", "--chdir=/w", "--requeue", "--time=2",
        "--dependency=afterok:7,afterany:9_3", "--begin=uts1796000000", "--hold", "--nice=15",
        "--cpus-per-task=4", "--gres=gpu:2", "--array=0-99%8", "-p", "long",
      ])
    #expect(submission.arguments.contains("--output=/f/50%%/%a.out"))
  }

  @Test(
    "the time limit is rounded up to minutes",
    arguments: [
      (Duration.seconds(1), ["--time=1"]), (.seconds(60), ["--time=1"]),
      (.seconds(61), ["--time=2"]), (.seconds(1199), ["--time=20"]),
      (.seconds(1200), ["--time=20"]),
      (.seconds(86_400), ["--time=1440"]), (.zero, []), (.seconds(-9), []),
    ])
  func timeLimits(_ limit: Duration, _ expected: [String]) throws {
    var submission = try submission()
    submission.timeLimit = limit
    let found = submission.arguments.filter {
      $0.hasPrefix("--time") || $0.hasPrefix("--signal")
    }
    #expect(found == expected)
  }

  @Test("no length overflows") func longLimit() throws {
    var submission = try submission()
    submission.timeLimit = .seconds(Int64.max)
    #expect(submission.arguments.contains { $0.hasPrefix("--time=") })
  }

  @Test(
    "indices are written as ranges",
    arguments: [
      ([0, 1, 2, 3], "0-3"), ([5], "5"), ([1, 2], "1-2"), ([0, 4, 8, 12], "0-12:4"),
      ([9, 1, 2, 5, 2], "1-2,5,9"), ([3, 9], "3,9"), ([-1], ""), ([], ""),
    ])
  func indices(_ indices: [Int], _ text: String) throws {
    var submission = try submission()
    submission.arrayIndices = indices
    let array = submission.arguments.first { $0.hasPrefix("--array=") }
    #expect(array == (text.isEmpty ? nil : "--array=\(text)"))
  }

  @Test("a title for its user only isn't the name of the job") func hiddenTitle() throws {
    var submission = try submission()
    submission.hidesTitle = true
    #expect(submission.arguments.contains("--job-name=headway"))
    submission = try self.submission()
    submission.title = "  "
    #expect(submission.arguments.contains("--job-name=headway"))
  }

  @Test("the script runs the supervisor, and quotes its words") func script() throws {
    var submission = try submission()
    submission.folder = "/f/it's"
    #expect(
      String(decoding: submission.script, as: UTF8.self)
        == "#!/bin/sh\nexec '/usr/bin/headway' hub job '/f/it'\\''s'\n")
    submission.arrayIndices = [1]
    #expect(
      String(decoding: submission.script, as: UTF8.self)
        .hasSuffix(#"'/f/it'\''s' "${SLURM_ARRAY_TASK_ID:-}""# + "\n"))
  }

  @Test("a directory that isn't UTF-8 is left to the supervisor") func bytes() throws {
    var submission = try submission()
    submission.directory = [0x2F, 0xFF, 0x00, 0x61]
    #expect(!submission.arguments.contains { $0.hasPrefix("--chdir") })
    #expect(!submission.script.contains(0))
  }

  @Test("any path survives the reading of a shell") func roundTrip() throws {
    var generator = SplitMix(seed: 5)
    for _ in 0..<200 {
      var submission = try submission()
      let scalars = Array("ab '\"\\\n\r\t$`#é日".unicodeScalars)
      var path = "/"
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        path.unicodeScalars.append(scalars.randomElement(using: &generator) ?? "a")
      }
      submission.folder = path
      let script = String(decoding: submission.script, as: UTF8.self)
      #expect(script.utf8.firstRange(of: "\r\n".utf8) == nil)
      let line = try #require(script.firstRange(of: "exec ")).lowerBound
      let read = try #require(SlurmOptions.words(of: String(script[line...])))
      #expect(read.last == path)
    }
  }

  @Test("folders that sbatch would misread are known") func folders() {
    #expect(SlurmSubmission.canHoldFiles("/home/日本/50%"))
    for folder in ["", "relative", "/a\\b", "/a\nb", "/" + String(repeating: "a", count: 4000)] {
      #expect(!SlurmSubmission.canHoldFiles(folder))
    }
  }

  @Test("terms that Slurm lacks are refused by the name of their option") func refusals() throws {
    let description = try description()
    func refusal(_ change: (inout LaunchTerms) -> Void) -> String? {
      var terms = LaunchTerms()
      change(&terms)
      return SlurmSubmission.refusal(of: terms, description: description)?.string
    }
    #expect(refusal { _ in } == nil)
    #expect(refusal { $0.strategy = .hold } == nil)
    #expect(refusal { ($0.priority, $0.needs, $0.columns) = (-3, ["gpu": 2], 120) } == nil)
    #expect(
      refusal { $0.whileConditions = [.externalPower] } == "Slurm has no --while; leave it out")
    #expect(refusal { $0.conditions = [.network] } == "Slurm has no --when; leave it out")
    #expect(refusal { $0.strategy = .fail } == "Slurm has no --now; leave it out")
    #expect(refusal { $0.refresh = .seconds(60) } == "Slurm has no --refresh; leave it out")
    #expect(refusal { $0.startsNow = true } == "Slurm has no --immediate; leave it out")
    #expect(refusal { $0.priority = 1 }?.contains("--priority") == true)
    #expect(refusal { $0.inherited.niceness = -1 }?.contains("--nice") == true)
    #expect(refusal { $0.needs = ["disk": 1] }?.contains("--needs disk") == true)
    #expect(
      refusal { ($0.needs, $0.gpus) = (["gpu": 1], GPUChoice(share: 500)) }
        == "Slurm gives whole GPUs only; ask for --needs gpu=1")
    #expect(
      refusal { ($0.needs, $0.gpus) = (["gpu": 1], GPUChoice(among: [2])) }?
        .contains("--gpus") == true)
  }
}

/// The options that are passed on to sbatch.
@Suite struct SlurmOptionsTests {
  @Test(
    "words are split as a shell splits them",
    arguments: [
      ("-p long --mem=4G", ["-p", "long", "--mem=4G"]),
      ("  a\tb\nc  ", ["a", "b", "c"]),
      ("'a b' \"c d\" e\\ f", ["a b", "c d", "e f"]),
      (#"--x="it's" 'say "hi"' '' """#, ["--x=it's", "say \"hi\"", "", ""]),
      (#""\$x \a \" \\" \$y $z"#, ["$x \\a \" \\", "$y", "$z"]),
      ("a\\\nb", ["ab"]), ("", []),
    ])
  func words(_ text: String, _ words: [String]) {
    #expect(SlurmOptions.words(of: text) == words)
  }

  @Test("open quotes and too much text are no words", arguments: ["'a", "\"a", "a\\", "\"a\\\""])
  func open(_ text: String) {
    #expect(SlurmOptions.words(of: text) == nil)
    #expect(SlurmOptions.words(of: String(repeating: "a ", count: 65)) == nil)
    #expect(SlurmOptions.words(of: String(repeating: "a ", count: 64))?.count == 64)
    #expect(SlurmOptions.words(of: String(repeating: "a", count: 1 << 20)) == nil)
  }

  @Test(
    "options of the site are passed on",
    arguments: [
      [], ["-p", "long"], ["-plong"], ["--mem=4G", "--exclusive"],
      ["--partition", "long", "-A", "x"],
      ["--nice", "--constraint=a&b"], ["-J", "name"], ["-sO", "--time=5"], ["--mail-type", "ALL"],
      ["--cluster-constraint=a"], ["-k"], ["--kill-on-invalid-dep=yes"],
    ])
  func accepted(_ words: [String]) {
    #expect(SlurmOptions.refusal(of: words) == nil)
  }

  @Test(
    "options that Headway sets are refused, short, long and abbreviated",
    arguments: [
      (["--comment=x"], "--comment"), (["--comm=x"], "--comment"), (["-o", "x"], "-o"),
      (["-p", "long", "-oxy"], "-o"), (["-sW"], "-W"), (["--outp", "x"], "--output"),
      (["--wrap=true"], "--wrap"), (["--array=1-3"], "--array"), (["--export=NONE"], "--export"),
      (["--parsable"], "--parsable"), (["--test-only"], "--test-only"), (["--wait"], "--wait"),
      (["-M", "other"], "-M"), (["job.sh"], "job.sh"), (["-s", "job.sh"], "job.sh"),
      (["--"], "--"), (["-"], "-"), ([""], "an empty word"), (["--uid=1000"], "--uid"),
      (["--mem=4\nG"], "line break"), (["--exclusive", "x"], "x"),
    ])
  func refused(_ words: [String], _ name: String) throws {
    let refusal = try #require(SlurmOptions.refusal(of: words))
    #expect(refusal.string.contains(name))
    #expect(refusal.string.hasPrefix("--engine-options"))
  }
}
