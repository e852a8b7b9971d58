import Glibc
import TestHarness
import TestProcesses
import Testing

/// Programs that tell their status by OSC 7501, and `headway update --state`.
@Suite("What programs tell of themselves", .fewAtATime)
struct ProgramStatusTests {
  /// A program as the protocol asks for: it speaks only after the terminal's answer, asks for a
  /// permission, and works on once it has got a line.
  private static let agent = #"""
    import base64, os, re, select, sys, termios, tty
    old = termios.tcgetattr(0); tty.setcbreak(0)
    def tell(text): os.write(1, ("\033]7501;" + text + "\033\\").encode())
    def line(text): return base64.b64encode(text.encode()).decode()
    os.write(1, b"\033]7501;?\033\\\033[c")
    got = b""
    while not re.search(rb"\033\[\?[0-9;]*c", got):
        if not select.select([0], [], [], 20)[0]: sys.exit(9)
        got += os.read(0, 100)
    knows = got.count(b"\033]7501;?\033\\")
    if knows != 1: print("answers:", knows, repr(got)); sys.exit(8)
    tell("state=working:progress=40:app=agent:msg=" + line("Reading 日本.txt"))
    tell("state=working:progress=7:id=explore:title=" + line("探す") + ":msg=" + line("src"))
    while not os.path.exists("go"): select.select([], [], [], 0.05)
    tell("state=blocked:kind=permission:progress=40:msg=" + line("Run rm -rf build?"))
    got = os.read(0, 100)
    tell("state=done:msg=" + line("Removed"))
    print("key", repr(got)); sys.stdout.flush()
    while not os.path.exists("end"): select.select([], [], [], 0.05)
    termios.tcsetattr(0, termios.TCSANOW, old)
    """#

  private func story(_ workspace: Workspace) async throws {
    let working = try await workspace.task("Agent") { $0.programState == nil && $0.fraction == 0.4 }
    #expect(working.subtitle == "Reading 日本.txt" && working.state == "running")
    try await workspace.task("Agent") { $0.toldSubtasks?.first?.name == "探す" }
    let sheet = try await workspace.run("headway show 1").text
    #expect(sheet.contains("subtask     探す: working, 7%, src"), "\(sheet)")
    _ = try await workspace.run("touch go")
    let asking = try await workspace.task("Agent") { $0.programState == "permission" }
    #expect(asking.subtitle == "Run rm -rf build?" && asking.state == "running")
    let said = try await workspace.run("headway status; headway list").text
    #expect(said.contains("1 needs you") && said.contains("needs you: permission"), "\(said)")
  }

  private func ending(_ workspace: Workspace) async throws {
    let done = try await workspace.task("Agent") { $0.programState == "done" }
    #expect(done.state == "running" && done.subtitle == "Removed", "only the exit ends the task")
    _ = try await workspace.run("touch end")
    try await workspace.task("Agent") { $0.end == "completed" && $0.programState == nil }
  }

  @Test("a queued agent gets its answers from the supervisor, and asks for a permission")
  func queued() async throws {
    try await Workspace.use { workspace in
      try workspace.write(Self.agent, to: "work/agent.py")
      _ = try await workspace.run("headway submit --title Agent -- python3 agent.py")
      try await story(workspace)
      #expect(try await workspace.run("headway send --no-newline 1 y").code == 0)
      try await ending(workspace)
      let log = try await workspace.run("headway logs 1").text
      #expect(log.contains("key b'y'") && !log.contains("7501"), "\(log)")
    }
  }

  @Test("in front, the terminal's own answers don't reach the agent twice, and its card asks")
  func inFront() async throws {
    try await Workspace.use { workspace in
      try workspace.write(Self.agent, to: "work/agent.py")
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type("headway run --title Agent -- python3 agent.py")
      try await story(workspace)
      try await pane.send("y")
      try await pane.wait(for: "key b'y'")
      try await ending(workspace)
    }
  }

  @Test("a script says that it waits, with a kind and a line, and goes on")
  func script() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway update --state blocked --kind question --message 'Deploy to prod?'
        until [ -e go ]; do sleep .05; done
        headway update --state working; headway update --state idle --message resting
        until [ -e end ]; do sleep .05; done
        """
      try workspace.write(script, to: "work/script")
      _ = try await workspace.run("headway submit --title Script -- sh script")
      let asking = try await workspace.task("Script") { $0.programState == "question" }
      #expect(asking.subtitle == "Deploy to prod?")
      let found = try await workspace.run("headway list --filter state:needs-you").text
      #expect(found.contains("needs you: question"), "\(found)")
      // Nobody repeats to the next hub what a script told.
      try await HubProcess(workspace).send(SIGKILL)
      try await workspace.run("headway hub start")
      let again = try await workspace.task("Script") { $0.state == "running" }
      #expect(again.programState == "question" && again.subtitle == "Deploy to prod?")
      _ = try await workspace.run("touch go")
      try await workspace.task("Script") { $0.programState == "idle" && $0.subtitle == "resting" }
      _ = try await workspace.run("touch end; headway wait 1")
    }
  }

  @Test(
    "misuse is one line",
    arguments: [
      ("--kind question", "add --state blocked"), ("--state asleep", "working"),
      ("--message x", "--message needs --state"),
      ("--state idle --message a --subtitle b", "leave one out"),
    ])
  func misuse(_ options: String, _ words: String) async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("headway update --task 1 \(options)")
      #expect(outcome.code == 64 && outcome.errorText.contains(words), "\(outcome.errorText)")
      #expect(outcome.errorText.split(separator: "\n").count == 1)
    }
  }
}
