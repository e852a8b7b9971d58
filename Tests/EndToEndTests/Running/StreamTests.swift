import Testing
import TestHarness
import TestProcesses

/// Each of the three standard streams on its own merits.
@Suite(.fewAtATime) struct StreamTests {
  @Test("a pager reads the output and has the keys")
  func pager() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type("headway run --title S -- seq 5000 | less; echo status ${PIPESTATUS[@]}")
      try await pane.wait(for: "\n23\n")
      try await pane.send("G")
      try await pane.wait(for: "5000")
      try await pane.send("q")
      try await pane.wait(for: "status 0 0")
    }
  }

  @Test("a bar on standard error is read, whatever data goes by on standard output")
  func barBesideData() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type(
        "head -c 40M /dev/urandom | headway run --title Pv -- pv -L 4m -s 40m | wc -c")
      try await workspace.task("Pv") { $0.fraction.map { (0.2...0.9).contains($0) } ?? false }
      try await pane.send("C-c")
      try await workspace.task("Pv") { $0.state == "ended" }
    }
  }

  @Test("a pager at the end of a pipeline keeps its keys and its terminal's modes")
  func pagerOfPipeline() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type(
        "seq 300 | headway run --title S -- sh -c 'cat; sleep 1' | less; echo status $?")
      try await pane.wait(for: "\n23\n")
      try await workspace.task("S") { $0.state == "ended" }
      try await pane.send("G")
      try await pane.wait(for: "\n299\n300\n")
      try await pane.send("g")
      try await pane.wait(for: "1\n2\n3\n")
      try await pane.send("q")
      try await pane.wait(for: "status 0")
    }
  }

  @Test(
    "a password is asked for at the terminal, whatever else the input is",
    arguments: ["", " | cat"])
  func passwordBehindAPipe(_ rest: String) async throws {
    try await Workspace.use { workspace in
      try workspace.write(
        "import getpass\nprint('got ' + getpass.getpass('Name the word: '))\n", to: "work/ask.py")
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type("echo data | headway run -- python3 ask.py\(rest)")
      try await pane.wait(for: "Name the word:")
      try await pane.type("abracadabra")
      try await pane.wait(for: "\ngot abracadabra\n")
      #expect(try await pane.screen().split(separator: "abracadabra").count == 2)
      try await pane.type("stty -a | grep -oE '[ -]?(echo|opost) '")
      try await pane.wait(for: "\nopost\n echo\n")
    }
  }

  @Test("a line is read from the terminal, whatever else the input is")
  func lineBehindAPipe() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type("echo data | headway run -- sh -c 'cat; read x </dev/tty; echo got $x'")
      try await pane.wait(for: "\ndata\n")
      try await pane.type("two")
      try await pane.wait(for: "\ngot two\n")
    }
  }

  @Test("what a pipeline makes of a command's output is edited while the command reads")
  func outputBesideReads() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type(
        "headway run -- sh -c 'while read x; do echo got $x; done' | tee all; echo done")
      for word in ["one", "two", "three"] {
        try await pane.type(word)
        try await pane.wait(for: "\ngot \(word)\n")
      }
      try await pane.send("C-d")
      try await pane.wait(for: "\ndone\n")
    }
  }

  @Test("a stream that is closed is closed for the command too, and for ourselves")
  func closedStreams() async throws {
    try await Workspace.use { workspace in
      for closed in ["<&-", ">&-", "2>&-"] {
        let list = "sh -c 'ls /proc/self/fd | head -3 >>$0'"
        try await workspace.run("\(list) plain \(closed); headway run -- \(list) run \(closed)")
      }
      #expect(workspace.read("run") == workspace.read("plain") && workspace.exists("plain"))
      let echo = try await workspace.run("headway run -- /bin/echo x >&-")
      #expect(echo.code == 1)
    }
  }

  @Test("a command whose output can't be written doesn't end well")
  func lostOutput() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("headway run --title J -- echo hi >/dev/full")
      #expect(outcome.code == 74)
      #expect(outcome.errorText.contains(#/^headway: the command's output [^\n]*\n$/#))
      try await workspace.task("J") { $0.end == "failed" && $0.exitCode == 74 }
      let gone = try await workspace.run(
        "headway run -- sh -c 'trap \"\" PIPE; echo hi; exit 3' | true; echo ${PIPESTATUS[0]}")
      #expect(gone.text == "3\n", "a reader that left is the command's matter")
    }
  }

  @Test("what can't be printed isn't taken for printed", arguments: ["/dev/full", "&-"])
  func fullDevice(target: String) async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("headway list >\(target)")
      #expect(outcome.code == 74)
      #expect(outcome.errorText.contains(#/^headway: standard output can't be written: [^\n]*\n$/#))
    }
  }

  @Test("the number of a stored task is told, be it that it can't be printed")
  func numberOnAFullDevice() async throws {
    try await Workspace.use { workspace in
      let one = try await workspace.run("headway submit -- true >/dev/full")
      #expect(one.code == 74 && one.text == "")
      #expect(
        one.errorText
          == "headway: task 1 is stored, but standard output can't be written: No space left on "
          + "device; see: headway show 1\n")
      try await workspace.task("true") { $0.state == "ended" }
      let many = try await workspace.run("seq -f 'echo %g' 3 | headway submit --batch - >/dev/full")
      #expect(many.code == 74 && many.errorText.hasPrefix("headway: tasks 2-4 are stored, but "))
    }
  }

  @Test("a reader that leaves ends the command as it would alone")
  func leavingReader() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        "yes | head -1; echo ${PIPESTATUS[@]}; headway run -- yes | head -1; echo ${PIPESTATUS[@]}")
      #expect(outcome.text == "y\n141 0\ny\n141 0\n")
      #expect(outcome.errorText == "")
    }
  }

  @Test("a command hears at once that its reader has left, be it that it writes nothing now")
  func readerLeavesSilence() async throws {
    try await Workspace.use { workspace in
      try workspace.write(
        """
        import os, select, sys
        poll = select.poll()
        poll.register(1, 0)
        print([event for _, event in poll.poll(30000)], file=sys.stderr)
        os.write(1, b'too late')

        """, to: "work/listen.py")
      let outcome = try await workspace.run(
        "headway run -- python3 listen.py | true; echo ${PIPESTATUS[@]}")
      #expect(outcome.text == "1 0\n")
      #expect(outcome.errorText.hasPrefix("[8]\n"), "POLLERR: \(outcome.errorText)")
      #expect(outcome.errorText.contains("BrokenPipeError"))
    }
  }

  @Test("Ctrl-C at a command's prompt goes to the others of the pipeline too")
  func interruptAtAPrompt() async throws {
    try await Workspace.use { workspace in
      try workspace.write(
        """
        import signal, sys
        signal.signal(signal.SIGINT, lambda *_: print('reader interrupted', flush=True))
        for line in sys.stdin: print('read', line, end='', flush=True)

        """, to: "work/reader.py")
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type(
        "headway run --title J -- bash -c 'trap \"echo heard\" INT; echo on; read x; echo got $x'"
          + " | python3 reader.py")
      try await pane.wait(for: "\nread on\n")
      try await workspace.task("J") { $0.waitingForInput == "input" }
      try await pane.send("C-c")
      try await pane.wait(for: "reader interrupted\n")
      try await pane.wait(for: "read heard\n")
      try await pane.type("two")
      try await pane.wait(for: "\nread got two\n")
      #expect(try await pane.screen().split(separator: "read heard").count == 2, "once")
    }
  }

  @Test("input from a file or a pipe, output and errors to files")
  func redirections() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        seq 100000 >in
        headway run -- md5sum <in; md5sum <in
        cat in | headway run -- md5sum
        headway run -- bash -c 'echo out; echo err >&2' >o 2>e; cat o; cat e
        headway run -- bash -c 'echo both; echo both >&2' >oe 2>&1; cat oe
        headway run -- bash -c '[ -t 0 ] || [ -t 1 ] || [ -t 2 ] || echo none' </dev/null
        """)
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.count == 8 && lines[0] == lines[1] && lines[1] == lines[2])
      #expect(lines.dropFirst(3) == ["out", "err", "both", "both", "none"])
    }
  }

  @Test("at a terminal each stream is what it would be without headway")
  func terminals() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await workspace.run(
        "echo 'r=; for i in 0 1 2; do [ -t $i ] && r=${r}T || r=${r}F; done; echo $r >>$1' >ask")
      let redirections = ["", "</dev/null", "2>log", ">out", "| cat", "<ask 2>log >out"]
      for (index, redirection) in redirections.enumerated() {
        try await pane.type(
          "bash ask bare \(redirection); headway run -- bash ask run \(redirection); "
            + "echo >done.\(index)")
        try await eventually("an end with \(redirection)") { workspace.exists("done.\(index)") }
      }
      #expect(workspace.read("bare") == "TTT\nFTT\nTTF\nTFT\nTFT\nFFF\n")
      #expect(workspace.read("run") == workspace.read("bare"))
    }
  }

  @Test("HEADWAY=off is the command alone: no hub, no task")
  func off() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        export HEADWAY=off
        headway run -- bash -c 'echo $$ ${HEADWAY_TASK-none}; headway update --percent 5; exit 3' &
        echo $!; wait $!; echo $?
        """)
      let lines = Set(outcome.text.split(separator: "\n"))
      #expect(lines.count == 3 && lines.contains("3"))
      #expect(lines.contains { $0.hasSuffix(" none") && lines.contains($0.dropLast(5)) })
      #expect(HubProcess.all(workspace).isEmpty)
      #expect(outcome.errorText == "")
    }
  }
}
