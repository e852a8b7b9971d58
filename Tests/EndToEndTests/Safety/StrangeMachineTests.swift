import Foundation
import Glibc
import Testing
import TestHarness

/// Another machine whose `headway` lies. A command here ends with one clean line, within bounds.
@Suite(
  "Another machine that lies", .fewAtATime,
  .enabled(if: FarMachine.isPossible, "needs root, sshd and namespaces"))
struct StrangeMachineTests {
  private static func use(_ body: (Workspace, FarMachine) async throws -> Void) async throws {
    try await Workspace.use { workspace in
      let far = try await FarMachine(workspace, programs: false)
      try workspace.write(program, to: "far/.local/bin/headway")
      chmod("\(far.home)/.local/bin/headway", 0o755)
      try await body(workspace, far)
    }
  }

  /// Runs a command against the machine's answer `lie`, with 1 GB of memory at most.
  private static func run(
    _ command: String, _ lie: String, _ workspace: Workspace
  ) async throws -> Outcome {
    try workspace.write(lie, to: "far/lie")
    let outcome = try await workspace.run(
      "ulimit -v 1000000; exec headway \(command)", environment: FarMachine.environment(workspace))
    let scalars = (outcome.text + outcome.errorText).unicodeScalars
    let controls = scalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
    #expect(controls.isEmpty, "\(lie): \(controls.map(\.value))")
    #expect(outcome.took < .seconds(20), "\(lie): \(outcome.took)")
    return outcome
  }

  @Test("control characters in what it says don't reach the terminal")
  func controls() async throws {
    try await Self.use { workspace, _ in
      for command in ["list --host build1", "show build1:1"] {
        let outcome = try await Self.run(command, "texts", workspace)
        #expect(outcome.code == 0 && outcome.text.contains("Title"), "\(outcome.errorText)")
      }
      let json = try await Self.run("list --host build1 --json", "texts", workspace)
      #expect(json.code == 0, "\(json.errorText)")
      for command in ["list --host build1", "cancel build1:1", "history --host build1"] {
        let outcome = try await Self.run(command, "refusal", workspace)
        #expect(outcome.code == 1 && outcome.text.isEmpty, "\(outcome.text)")
        #expect(outcome.errorText.filter { $0 == "\n" }.count == 1, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("Refused"), "\(outcome.errorText)")
      }
    }
  }

  @Test("lines that no hub writes end a command with one line, and without much memory")
  func lines() async throws {
    try await Self.use { workspace, _ in
      for lie in ["long line", "endless line", "bytes", "depth", "number", "no greeting"] {
        let outcome = try await Self.run("list --host build1", lie, workspace)
        #expect(outcome.code == 69 && outcome.text.isEmpty, "\(lie): \(outcome.text)")
        #expect(outcome.errorText.hasPrefix("headway: "), "\(lie): \(outcome.errorText)")
        #expect(
          outcome.errorText.filter { $0 == "\n" }.count == 1 && outcome.errorText.count < 400,
          "\(lie): \(outcome.errorText)")
      }
    }
  }

  @Test("two thousand tasks are listed whole")
  func manyTasks() async throws {
    try await Self.use { workspace, _ in
      let outcome = try await Self.run("list --host build1", "many", workspace)
      #expect(outcome.code == 0, "\(outcome.errorText)")
      #expect(outcome.text.filter { $0 == "\n" }.count == 2001)
    }
  }

  /// The program `headway` there. Its answer is named by the file `lie` in the home folder.
  private static let program = #"""
    #!/usr/bin/python3
    import json, os, sys, time

    BAD = "\x1b[31m\x1b]52;c;aGk=\x07\x9b31m\r\b\n\x00"
    lie = open("/root/lie").read()

    def say(text):
        sys.stdout.buffer.write(text if isinstance(text, bytes) else text.encode())
        sys.stdout.buffer.flush()

    def message(kind, **fields):
        return json.dumps({"type": kind} | fields) + "\n"

    def task(request, number, **fields):
        return message("task", request=request, task={
            "number": number, "key": "%032x" % number, "title": "Title", "state": "running",
            "sensitive": False, "estimated": 0, "growing": False, "elapsed": 1.5,
            "queuedAt": "2026-01-01T12:00:00.000Z", "startedAt": "2026-01-01T12:00:00.000Z",
            "foreground": False, "grace": 5, "command": ["true"], "directory": "/", "attempt": 1,
            "priority": 0, "needs": {}, "environmentBytes": 1} | fields)

    if lie == "no greeting":
        sys.exit(BAD)
    say("headway-connect 1 " + message("connect", hub=BAD, host=BAD, machine=BAD, now=10**18))
    say(message("hello", version=1, hub=BAD, pid=1, configProblem=BAD, features=[BAD]))
    if lie == "long line":
        say('{"type":"task","request":1,"task":{"title":"' + "x" * 300000 + '"}}\n')
    while lie == "endless line":
        say("x" * 65536)
    if lie == "bytes":
        say(bytes(range(1, 256)).replace(b"\n", b"") + b"\n")
    if lie == "depth":
        say('{"type":"task","request":1,"task":' + "[" * 60000 + "\n")
    if lie == "number":
        say(task(1, 10**400))
    for line in sys.stdin:
        if not line.strip() or json.loads(line)["type"] == "hello":
            continue
        request = json.loads(line).get("request")
        if lie == "texts":
            texts = {"title": "Title" + BAD, "message": BAD, "directory": "/" + BAD, "phase": BAD,
                "group": "g" + BAD, "unit": BAD, "command": ["a" + BAD, "b"]}
            say(task(request, 1, **texts) + message("snapshotEnd", request=request, count=1))
        elif lie == "many":
            say("".join(task(request, 1 + number) for number in range(2000)))
            say(message("snapshotEnd", request=request, count=2000))
        else:
            say(message("error", request=request, code=BAD, message="Refused" + BAD))

    """#
}
