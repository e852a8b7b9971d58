import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// `headway submit --batch`.
@Suite("headway submit --batch") struct BatchTests {
  @Test("each line is a task; a range of numbers is printed, and waited for")
  func lines() async throws {
    try await Workspace.use { workspace in
      try workspace.write(
        #"""
        # what is to be done
        echo one >one.out

        {"command": ["sh", "-c", "echo $SEED $PWD >seed.out"], "env": {"SEED": 7}, "title": "Seed"}
        {"command": "echo $LEVEL >level.out"}
        """#, to: "work/jobs.txt")
      let done = try await workspace.run(
        """
        mkdir sub && LEVEL=3 headway submit --group work --create --batch jobs.txt \
          && headway wait 1-3
        """)
      #expect(done.text == "1-3\n" && done.code == 0, "\(done.errorText)")
      let tasks = try await workspace.list(all: true)
      #expect(tasks.map(\.title) == ["echo one >one.out", "Seed", "echo $LEVEL >level.out"])
      let others = try await workspace.run("headway list --all --json --filter -group:work")
      #expect(others.text.filter { !$0.isWhitespace } == "[]")
      #expect(workspace.read("one.out") == "one\n" && workspace.read("level.out") == "3\n")
      #expect(workspace.read("seed.out").hasPrefix("7 /"))
    }
  }

  @Test("one command waits for more tasks than the hub has waiters")
  func manyWaits() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        headway pause --all; yes true | head -10050 | headway submit --batch -
        timeout 5 headway wait --all; echo "waited $?"
        headway cancel 10-10050 --yes >cancelled; headway resume --all
        headway wait --all; echo "all $?"
        """, within: .seconds(300))
      #expect(outcome.text == "1-10050\nwaited 124\nall 0\n", "\(outcome.errorText)")
    }
  }

  @Test(
    "a mistake names the line, and nothing is queued",
    arguments: [
      ("true\\n{\"command\":\"x\",\"slots\":0}\\n", 65, "stdin:2: \"slots\" must be"),
      ("true\\n\\n{\"command\":\"x\",\"after\":99}\\n", 1, "stdin:3: there is no task 99"),
      ("{\"command\":\"x\",\"group\":\"nope\"}\\n", 64, "stdin:1: there is no group nope"),
      ("#\\n", 65, "stdin has no command"),
    ])
  func mistakes(lines: String, status: Int32, words: String) async throws {
    try await Workspace.use { workspace in
      let refused = try await workspace.run("printf '\(lines)' | headway submit --batch -")
      #expect(refused.code == status && refused.text.isEmpty)
      #expect(refused.errorText.contains(words), "\(refused.errorText)")
      #expect(refused.errorText.split(separator: "\n").count == 1)
      #expect(try await workspace.list(all: true).isEmpty)
      #expect(try await workspace.run("headway submit -- true").text == "1\n")
    }
  }

  @Test("a thousand lines outlive kill -9, and the same key doesn't queue them twice")
  func durable() async throws {
    try await Workspace.use(config: "[queue]\nslots = 0\n") { workspace in
      let key = "5f0c9a7e21d34b6f8a90c1d2e3f40516"
      let submit = "seq 1000 | sed 's/^/true /' | headway submit --key \(key) --batch -"
      let first = try await workspace.run(submit)
      #expect(first.text == "1-1000\n", "\(first.errorText)")
      for hub in workspace.processes("headwayd") { kill(hub, SIGKILL) }
      #expect(try await workspace.run(submit).text == "1-1000\n")
      let tasks = try await workspace.list(all: true)
      #expect(tasks.count == 1000 && tasks.last?.title == "true 1000")
      let other = try await workspace.run("echo true | headway submit --key \(key) --batch -")
      #expect(other.text == "1\n")
    }
  }

  @Test("a client that dies in the middle of a batch leaves nothing behind")
  func lostClient() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway hub start")
      let script = #"""
        import socket, os, base64, json
        s = socket.socket(socket.AF_UNIX)
        s.connect(os.environ["HEADWAY_SOCKET"])
        def send(**m): s.sendall(json.dumps(m).encode() + b"\n")
        key = lambda n: "%032x" % n
        send(type="hello", versions=[1], role="command")
        payload = b"22\0/\0" + b"1\0true\0"
        send(type="payload", key=key(1), data=base64.b64encode(payload).decode())
        patch = base64.b64encode(b"\0" + b"0\0").decode()
        for n in range(1, 4):
            send(type="submit", key=key(n), title="Lost", batch=key(1), line=n, patch=patch)
        s.recv(1)
        s.close()
        """#
      try workspace.write(script, to: "work/lost.py")
      let lost = try await workspace.run("python3 lost.py; headway submit -- true")
      #expect(lost.text == "1\n", "\(lost.errorText)")
      #expect(try await workspace.list(all: true).map(\.title) == ["true"])
    }
  }
}
