import Foundation
import TestHarness
import TestProcesses
import Testing

@Suite("headway submit --no-tty")
struct NoTerminalTests {
  @Test("logs prints exactly the bytes that the command wrote, into a pipe and a file")
  func bytes() async throws {
    try await Workspace.use { workspace in
      let script = #"""
        cat >job <<'EOF'
        tty; printf 'a\r\nb\rc\033[31m\001\377\0'; echo err >&2; printf 'no end'
        EOF
        sh job >expected 2>&1 </dev/null
        n=$(headway submit --no-tty -- sh job) && headway wait $n && headway logs $n | cmp - expected
        headway logs $n >file; cmp file expected && echo same
        headway show $n | grep terminal
        headway logs --stderr $n
        """#
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "same\nterminal    none (--no-tty)\n", "\(outcome.errorText)")
      #expect(
        outcome.errorText
          == "headway: task 1 has one log for output and errors; see: headway logs 1\n")
    }
  }

  @Test("standard error has a log of its own on request, and the last error line is the subtitle")
  func separateErrors() async throws {
    try await Workspace.use { workspace in
      let script = #"""
        n=$(headway submit --separate-stderr -- sh -c 'echo out; echo error: disk full >&2; exit 3')
        headway wait $n; echo $?
        headway logs $n; headway logs --stderr $n; headway logs --stderr -n 0 $n
        headway show $n | grep subtitle
        headway clean --yes $n >/dev/null; ls "$XDG_STATE_HOME/headway/logs" | wc -l
        """#
      let outcome = try await workspace.run(script)
      #expect(
        outcome.text
          == "3\nout\nerror: disk full\nsubtitle    error: disk full\n0\n",
        "\(outcome.text)\(outcome.errorText)")
    }
  }

  @Test("the job ends with its command, whoever still has its output open; nobody can attach")
  func background() async throws {
    try await Workspace.use { workspace in
      let script = #"""
        n=$(headway submit --no-tty -- sh -c 'sleep 300 & echo $! >pid; echo hi')
        headway wait $n && headway logs $n; kill $(cat pid)
        n=$(headway submit --no-tty -- sleep 300)
        until headway list --json --filter state:running | grep -q '"number"'; do sleep .05; done
        headway send $n yes
        """#
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "hi\n")
      #expect(
        outcome.errorText.contains(
          "task 2 has no terminal (headway submit --no-tty); see: headway logs --follow 2"))
    }
  }

  @Test("a flood is kept whole up to the size of the log; a cancel ends a command that never stops")
  func flood() async throws {
    try await Workspace.use { workspace in
      let script = #"""
        n=$(headway submit --no-tty -- head -c 16000000 /dev/zero) && headway wait $n
        headway logs $n | wc -c
        n=$(headway submit --no-tty -- yes "$(printf %01000d 0)")
        until [ "$(headway logs $n 2>/dev/null | head -c 1000 | wc -c)" -gt 999 ]; do sleep .05; done
        headway cancel $n; headway wait $n; echo $?
        """#
      let outcome = try await workspace.run(script)
      #expect(outcome.text.hasPrefix("16000000\n"), "\(outcome.text)\(outcome.errorText)")
      #expect(outcome.text.hasSuffix("\n143\n"), "\(outcome.text)\(outcome.errorText)")
    }
  }

  @Test("[queue] tty = false makes it the default, --tty the exception")
  func config() async throws {
    try await Workspace.use(config: "[queue]\ntty = false\n") { workspace in
      let script = #"""
        for option in '' --tty --separate-stderr; do headway submit $option -- tty; done
        headway wait --all; headway logs 1; headway logs 2 | cut -c1-9; headway logs 3
        headway submit --tty --separate-stderr -- true
        """#
      let outcome = try await workspace.run(script)
      #expect(
        outcome.text == "1\n2\n3\nnot a tty\n/dev/pts/\nnot a tty\n", "\(outcome.errorText)")
      #expect(outcome.errorText.contains("a terminal has no separate stderr; leave out --tty"))
      #expect(outcome.code == 64)
    }
  }

  @Test("with a terminal: the submitter's width, no pager, and plain lines into a pipe")
  func terminal() async throws {
    try await Workspace.use { workspace in
      let script = #"""
        export PAGER=less GIT_PAGER=less
        COLUMNS=200 headway submit -- sh -c 'stty size; echo $PAGER $GIT_PAGER'
        headway submit -- sh -c 'stty size; printf "10%%\r20%%\r\n\033[1mbold\033[0m\n"; echo two'
        headway wait --all; headway logs 1; headway logs 2
        [ "$(headway logs -n 1 2)" = two ] && echo equal
        headway logs --raw 2 | head -n 2 | od -An -c | tr -d ' \n'
        """#
      let outcome = try await workspace.run(script)
      #expect(
        outcome.text
          == "1\n2\n24 200\ncat cat\n24 80\n20%\nbold\ntwo\nequal\n2480\\r\\n10%\\r20%\\r\\r\\n",
        "\(outcome.errorText)")
    }
  }

  @Test("a queued job that expires may not wait for input for ever")
  func unseenInput() async throws {
    let config = "[stall]\ninput-after = \"1s\"\ncountdown = \"1s\"\n"
    try await Workspace.use(config: config) { workspace in
      let script = #"""
        headway submit --on-stall expire -- sh -c 'read x'
        headway submit -- sh -c 'read x'
        headway wait 1; echo $?
        headway list --json --filter state:needs-you | grep -c '"number"'
        """#
      let outcome = try await workspace.run(script)
      #expect(outcome.text.hasPrefix("1\n2\n"))
      #expect(outcome.text.hasSuffix("\n1\n"), "\(outcome.text)")
      let words = try await workspace.run("headway show 1")
      #expect(words.text.contains("stalled"), "\(words.text)")
    }
  }
}
