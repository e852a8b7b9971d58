import Testing
import TestHarness
import TestProcesses

@Suite("headway recognise, and rules of the user's own") struct RecogniseTests {
  private static let sheep = #"""
    [recognise.sheep]
    match = '^sheep (?<completed>\d+) of (?<total>\d+)'
    """#

  @Test("a recording with times, and output as it is")
  func recordings() async throws {
    try await Workspace.use { workspace in
      try workspace.write(
        #"""
        {"version": 2, "width": 80, "height": 24}
        [0.5, "o", " 160MiB 0:00:02 [79.6MiB/s] [====>    ] 50% ETA 0:00:02\r"]
        [1.25, "o", "Receiving objects:  25% (1/4)\r"]
        """#, to: "work/clone.cast")
      let timed = try await workspace.run("headway recognise clone.cast")
      #expect(timed.text == "0.5\t50%\t-\t79.6MiB/s\n")
      let untimed = try await workspace.run(#"printf '[1/4] a\n[2/4] b\n' | headway recognise -"#)
      #expect(untimed.text == "0.0\t-\t-\ta\n0.1\t50%\t-\tb\n")
    }
  }

  @Test("each drawing of a bar counts, and the notes of script(1) are no output")
  func redraws() async throws {
    try await Workspace.use { workspace in
      try workspace.write(
        #"printf 'Packing 10%%\rPacking 20%%\rPacking 30%%\r\ndone\n'"#, to: "work/pack")
      let bar = try await workspace.run("sh pack | headway recognise - | cut -f 2 | uniq | xargs")
      #expect(bar.text == "- 20% 30%\n", "\(bar.text)")
      let script = try await workspace.run(
        "script -qc 'sh pack' typescript >recorded && headway recognise typescript")
      #expect(script.text.contains("30%") && script.text.hasSuffix("done\n"), "\(script.text)")
      #expect(!script.text.contains("Script"))
    }
  }

  @Test("where nothing is progress, that is said, and is no failure")
  func nothing() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(#"printf 'a\nb\nc' | headway recognise - >said"#)
      #expect(outcome.code == 0)
      #expect(outcome.errorText == "headway: no progress recognised in 3 lines\n")
      #expect(
        try await workspace.run("printf '10%%\\r20%%\\r' | headway recognise -").errorText == "")
    }
  }

  @Test("a rule of the user's own, tried and at work")
  func ownRule() async throws {
    try await Workspace.use(config: Self.sheep) { workspace in
      let tried = try await workspace.run(#"printf 'sheep 3 of 12\n' | headway recognise -"#)
      #expect(tried.text == "0.0\t25%\t-\t-\n")
      _ = try workspace.start("headway run --title Flock -- sh -c 'echo sheep 6 of 12; sleep 300'")
      try await workspace.task("Flock") { $0.fraction == 0.5 }
    }
  }

  @Test("what can't be read or used is one line")
  func errors() async throws {
    try await Workspace.use(config: "[recognise.bad]\nmatch = '(x'\n") { workspace in
      for command in ["headway recognise nothing", "headway recognise - </dev/null"] {
        let outcome = try await workspace.run(command)
        #expect(outcome.code == 64)
        #expect(outcome.errorText.contains(#/^headway: [^\n]*\n$/#), "\(outcome.errorText)")
      }
      let run = try await workspace.run("headway run -- sh -c 'exit 3'")
      #expect(run.code == 3)
      #expect(run.errorText.contains("runs without this rule"))
    }
  }
}
