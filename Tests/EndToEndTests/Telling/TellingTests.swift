import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// `[tell]`: hooks, and notifications by the real tmux and the real notify-send(1).
@Suite(.fewAtATime) struct TellingTests {
  private static let hostile = "100% #(touch ran) #{pid} <b>x</b> $(touch ran) \\n;"

  @Test("hooks hear of a task in their environment, and have nothing of the hub's")
  func hooks() async throws {
    try await Workspace.use(
      config: """
        [tell]
        on-finish = 'cd ~/../work; env >new; ls -l /proc/self/fd >files; mv new finish'
        on-stall = 'echo "$HEADWAY_TASK_NUMBER $HEADWAY_TASK_QUESTION" >~/../work/stall'
        """
    ) { workspace in
      _ = try await workspace.run(
        "headway run --title '\(Self.hostile)' -- sh -c 'echo out; exit 3'")
      let environment = try await Self.text(of: "finish", in: workspace)
      let expected = [
        "HEADWAY_EVENT=finish", "HEADWAY_TASK_NUMBER=1", "HEADWAY_TASK_TITLE=\(Self.hostile)",
        "HEADWAY_TASK_END_REASON=failed", "HEADWAY_TASK_EXIT_CODE=3",
      ]
      for line in expected { #expect(environment.contains("\(line)\n"), "\(line)") }
      #expect(!environment.contains("\nHEADWAY_TASK="))
      let log = environment.split(separator: "\n").first { $0.hasPrefix("HEADWAY_TASK_LOG=") }
      let output = FileManager.default.contents(atPath: String(log?.dropFirst(17) ?? ""))
      #expect(output.map { String(decoding: $0, as: UTF8.self).contains("out") } == true)
      let files = workspace.read("files").split(separator: "\n").filter { $0.contains(" -> ") }
      #expect(files.count { $0.hasSuffix("/dev/null") } == 2, "input and errors")
      #expect(files.count == 4, "its output, the folder, and no more: \(files)")
      let stalled = try workspace.start(
        "exec headway run --title Hangs --stall-after 1 -- sleep 300")
      let question = try await Self.text(of: "stall", in: workspace)
      #expect(question.hasPrefix("2 Hangs has been silent for 1 s"))
      stalled.send(SIGTERM)
      #expect(!workspace.exists("ran"))
    }
  }

  @Test("hooks that hang, and one that isn't there, hold up nobody")
  func hangingHooks() async throws {
    try await Workspace.use(config: "[tell]\non-finish = 'exec sleep 300'\n") { workspace in
      for _ in 0..<6 { #expect(try await workspace.run("headway run true").code == 0) }
      try await eventually("four hooks") { workspace.processes("sleep 300").count == 4 }
      #expect(try await workspace.run("headway list", within: .seconds(2)).code == 0)
      try workspace.write("[tell]\non-finish = 'no-such-program'\n", to: ReloadTests.path)
      #expect(try await workspace.run("headway hub reload && headway run true").code == 0)
      #expect(try await workspace.run("headway hub status").code == 0)
    }
  }

  @Test("a hub that has launched nothing leaves no dead hook behind")
  func deadHooks() async throws {
    try await Workspace.use(
      config: "[tell]\non-finish = 'echo $HEADWAY_TASK_NUMBER >>~/../work/ran'\n"
    ) { workspace in
      for _ in 0..<3 { try await workspace.run("headway run true") }
      try await eventually("three hooks") {
        workspace.read("ran").split(separator: "\n").count == 3
      }
      let hub = try await HubProcess(workspace)
      try await eventually("no dead child of the hub") {
        ProcessTable.children(of: hub.pid).allSatisfy(ProcessTable.isAlive)
      }
    }
  }

  @Test("hooks that wait for their turn keep the hub from leaving")
  func waitingHooks() async throws {
    let config = """
      [hub]
      exit-after = "1s"
      [tell]
      on-finish = 'sleep 1; echo $HEADWAY_TASK_NUMBER >>~/../work/ran'
      """
    try await Workspace.use(config: config) { workspace in
      try await workspace.run("for n in 1 2 3 4 5 6 7 8 9 10 11 12; do headway run true; done")
      try await eventually("every hook", within: .seconds(20)) {
        workspace.read("ran").split(separator: "\n").count == 12
      }
      try await eventually("a hub that leaves", within: .seconds(20)) {
        workspace.processes("headwayd").isEmpty
      }
    }
  }

  @Test("a hub that is stopped says how many hooks it drops")
  func stoppedWithHooks() async throws {
    try await Workspace.use(config: "[tell]\non-finish = 'exec sleep 300'\n") { workspace in
      try await workspace.run("for n in 1 2 3 4 5 6 7; do headway run true; done")
      try await eventually("four hooks") { workspace.processes("sleep 300").count == 4 }
      #expect(try await workspace.run("headway hub stop").code == 0)
      let log = try String(contentsOfFile: workspace.hubLog, encoding: .utf8)
      #expect(log.contains("the hub leaves: 3 commands of [tell] that wait do not run"), "\(log)")
    }
  }

  @Test("a hook that fails is in the hub's log, and the doctor says so until it works again")
  func failingHooks() async throws {
    let config = "[tell]\non-finish = 'test -e ~/../work/mended || no-such-program'\n"
    try await Workspace.use(config: config) { workspace in
      func doctor() async throws -> String {
        try await workspace.run("headway doctor | grep -w tell").text
      }
      try await workspace.run("headway run true")
      let failure = try await eventually("the failure") {
        let line = try await doctor()
        return line.hasPrefix("warning") ? line : nil
      }
      let words =
        "on-finish of [tell] failed for task 1: exit code 127, a command in it was not found"
      #expect(failure.contains(words), "\(failure)")
      #expect(try String(contentsOfFile: workspace.hubLog, encoding: .utf8).contains(words))
      try await workspace.run("touch mended; headway run true")
      try await eventually("no failure") { try await doctor().hasPrefix("ok") }
    }
  }

  @Test("tmux shows it to who is attached, as it is, and a server that is stopped holds up nobody")
  func tmux() async throws {
    try await Workspace.use(config: "[tell]\ntmux = true\nafter = '0s'\n") { workspace in
      let outer = try TmuxServer(workspace)
      let pane = try await outer.pane(
        "exec env -u TMUX tmux -L inner -f /dev/null new-session 'exec cat'", columns: 120)
      try await pane.wait(for: "[0]")
      _ = try await workspace.run("headway run --title '\(Self.hostile)' -- false")
      try await pane.wait(for: "\(Self.hostile): failed with exit code 1")
      #expect(!workspace.exists("ran"))
      _ = try await workspace.run(
        "headway run --sensitive --title Secret -- true; headway run --title 'Ends so;' -- true")
      let screen = try await pane.wait(for: "2 tasks completed: Task 2: completed")
      #expect(!screen.contains("Secret"))
      _ = try workspace.start("exec headway run --title Hangs --stall-after 1 -- sleep 300")
      let asked = try await pane.wait(for: "Hangs has been silent for")
      #expect(!asked.contains("Hangs: Hangs"))
      try await outer.killServer()
      _ = try await workspace.run("tmux -L inner kill-server")
    }
  }

  @Test("a desktop is told with markup that is text, together of what happens together")
  func desktop() async throws {
    try await Workspace.use { workspace in
      try workspace.write(Self.notificationService, to: "work/service.py")
      let outcome = try await workspace.run(
        """
        exec dbus-run-session -- bash -c '
          /usr/bin/python3 service.py & trap "kill $!" EXIT
          told() { until grep -q "$1" told; do sleep 0.02; done; }
          touch told; told listening
          headway run --notify --title "$TITLE" -- false; told "exit code 1"
          headway run --notify --title One -- true
          headway run --notify --title "Other <b>" -- true
          headway run --title Unasked -- true; told "tasks completed"
          headway hub stop'
        """, environment: ["TITLE": Self.hostile])
      let told = workspace.read("told")
      #expect(told.contains("Headway|\(Self.hostile)|failed with exit code 1 after 0 s|1\n"))
      #expect(
        told.contains(
          #"One: completed after 0 s\nOther &lt;b&gt;: completed after 0 s|1"#), "\(told)")
      #expect(!told.contains("Unasked") && !workspace.exists("ran"), "\(outcome.errorText)")
    }
  }

  /// What shows notifications, as far as notify-send(1) sees: it writes down what it is told.
  private static let notificationService = #"""
    from jeepney import MessageType, new_method_return
    from jeepney.io.blocking import open_dbus_connection
    from jeepney.bus_messages import message_bus

    told = open("told", "w")
    bus = open_dbus_connection("SESSION")
    bus.send_and_get_reply(message_bus.RequestName("org.freedesktop.Notifications"))
    print("listening", file=told, flush=True)
    while True:
        call = bus.receive()
        if call.header.message_type != MessageType.method_call:
            continue
        member = [value for field, value in call.header.fields.items() if field == 3][0]
        if member == "GetServerInformation":
            bus.send(new_method_return(call, "ssss", ("test", "headway", "1", "1.2")))
        elif member == "GetCapabilities":
            bus.send(new_method_return(call, "as", (["body", "body-markup"],)))
        elif member == "Notify":
            name, _, _, summary, body, _, hints, _ = call.body
            line = f"{name}|{summary}|{body}|{hints['urgency'][1]}".replace("\n", r"\n")
            print(line, file=told, flush=True)
            bus.send(new_method_return(call, "u", (1,)))

    """#

  private static func text(of name: String, in workspace: Workspace) async throws -> String {
    try await eventually("the file \(name)") {
      workspace.read(name).isEmpty ? nil : workspace.read(name)
    }
  }
}
