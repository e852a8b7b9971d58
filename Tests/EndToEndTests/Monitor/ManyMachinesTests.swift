import Foundation
import Testing
import TestHarness
import TestProcesses

/// One monitor for this machine and another one, behind a real network link, ssh and sshd.
@Suite("A monitor of several machines", .fewAtATime, .enabled(if: LabMachine.isPossible))
struct ManyMachinesTests {
  private static let config = "[hosts]\nwatch = [\"build1\"]\n"

  /// Runs a scenario with a machine that has a task and a monitor that shows it.
  private static func use(
    _ body: (LabMachine, Pane) async throws -> Void
  ) async throws {
    try await LabMachine.use(config: config) { machine in
      let submit = try await machine.command(
        "headway submit --host build1 --title 'Über 日本' -- "
          + "sh -c 'for i in $(seq 500); do echo \"step $i/500\"; sleep 1; done'")
      #expect(submit.code == 0, "\(submit.errorText)")
      let pane = try await Self.monitor(machine)
      try await pane.wait(for: #/Über 日本 .*running/#)
      try await body(machine, pane)
    }
  }

  private static func monitor(_ machine: LabMachine) async throws -> Pane {
    let path = machine.environment["PATH"] ?? ""
    return try await TmuxServer(machine.workspace).pane(
      "PATH=\(Shell.quoted(path)) exec headway", columns: 110)
  }

  @Test("keys act on a task there, and its hub answers; its output and its terminal are shown")
  func keys() async throws {
    try await Self.use { machine, pane in
      try await pane.wait(for: #/build1 · 1 running +live/#)
      try await pane.send("Space")
      try await pane.wait(for: #/Über 日本 .*paused/#)
      try await pane.send("Space")
      try await pane.wait(for: #/Über 日本 .*running/#)
      try await pane.send("l")
      try await pane.wait(for: #/Output build1:1 (.|\n)*step 1\/500/#)
      try await pane.send("q")
      try await pane.wait(for: #/build1 · 1 running +live/#)
      try await pane.send("c")
      try await pane.wait(for: "Cancel build1:1 'Über 日本'?")
      try await pane.send("y")
      try await pane.wait(for: #/Über 日本 .*cancelled by you/#)
      let list = try await machine.command("headway list --host build1 --json")
      #expect(list.text.contains("\"cancelled\""), "\(list.text)")
    }
  }

  @Test("a line that is typed for a task there reaches its terminal, and attach leads to it")
  func typing() async throws {
    try await Self.use { machine, pane in
      let submit = try await machine.command(
        "headway submit --host build1 --title Asks -- sh -c 'read x; echo got $x; sleep 300'")
      #expect(submit.code == 0, "\(submit.errorText)")
      try await pane.wait(for: #/Asks .*waiting for your input/#)
      try await pane.send("g")
      try await pane.send("Tab", "i", "h", "e", "y", "Enter")
      try await eventually("the line") {
        try await machine.command("headway logs build1:2").text.contains("got hey")
      }
      try await pane.send("a")
      try await pane.wait(for: "got hey")
      try await pane.send("C-\\", "d")
      try await pane.wait(for: "back from build1:2")
    }
  }

  @Test("a lost machine keeps its cards, as of the last word, and comes back by itself")
  func lost() async throws {
    try await Self.use { machine, pane in
      try await machine.setLink(false)
      try await pane.wait(for: #/build1 .*no word for/#)
      let gone = try await pane.wait(for: #/build1 .*as of .*can't be reached/#)
      #expect(gone.contains("1 machine missing") && !gone.contains("lost: outcome"), "\(gone)")
      #expect(gone.contains(#/Über 日本 .*running · as of/#))
      try await pane.send("c")
      try await pane.wait(for: "build1 can't be reached now: nothing was sent.")
      try await pane.send("l")
      try await machine.setLink(true)
      try await pane.wait("new output") { screen in
        screen.contains("Output build1:1") && screen.contains("following")
          && screen.contains("step")
      }
      try await pane.send("q")
      try await pane.wait(for: #/build1 · 1 running +live/#)
      try await pane.wait(for: #/Über 日本 .*running/#)
    }
  }

  @Test("an ssh that is stopped leaves the screen at work, and its heading says so")
  func stopped() async throws {
    try await Self.use { machine, pane in
      let monitor = try await pane.value("#{pane_pid}")
      // The process that shares a connection has the path of its socket for a title.
      func signal(_ name: String) async throws {
        try await machine.workspace.run(
          "pkill -\(name) -f \"$(dirname $HEADWAY_SOCKET)/ss[h]/\"; "
            + "pkill -\(name) -P \(monitor) ssh")
      }
      try await signal("STOP")
      try await pane.send("?")
      try await pane.wait(for: "next question")
      try await pane.send("?")
      try await pane.wait(for: #/build1 .*no word for/#)
      try await signal("CONT")
      try await pane.wait(for: #/build1 · 1 running +live/#)
      try await signal("STOP")
      try await pane.send("q")
      try await eventually("the end") { try await pane.value("#{pane_dead}") == "1" }
      try await signal("CONT")
    }
  }

  @Test("a refused key is tried once, and Enter logs in")
  func refused() async throws {
    try await LabMachine.use(config: Self.config) { machine in
      let keys = "\(machine.workspace.folder)/far/.ssh/authorized_keys"
      try await machine.workspace.run("mv \(keys) \(keys).away")
      let pane = try await Self.monitor(machine)
      try await pane.wait(for: #/build1 .*it refused your keys · Enter: log in/#)
      let tries = machine.log.components(separatedBy: "Connection from").count - 1
      #expect(tries == 1, "\(machine.log)")
      try await machine.workspace.run("mv \(keys).away \(keys)")
      try await pane.send("G", "Enter")
      try await pane.wait(for: #/build1 .*live/#)
      #expect(machine.log.components(separatedBy: "Connection from").count - 1 <= 3)
    }
  }

  @Test("a monitor that is killed, and one that hides the machines, leave no process there")
  func leaving() async throws {
    try await Self.use { machine, pane in
      #expect(try await machine.bridges().count == 1)
      try await pane.send("@")
      try await eventually("no bridge") { try await machine.bridges().isEmpty }
      try await pane.send("@")
      try await eventually("a bridge") { try await machine.bridges().count == 1 }
      try await machine.workspace.run("kill -KILL \(try await pane.value("#{pane_pid}"))")
      try await eventually("no bridge") { try await machine.bridges().isEmpty }
    }
  }
}
