import Glibc
import Testing
import TestHarness
import TestProcesses

/// The output of a task in the monitor, where it isn't all there, or too much.
@Suite(.fewAtATime) struct LogScreenTests {
  @Test("of a selection, as many lines are copied as tmux takes, and that is said")
  func copiesWhatFits() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      try workspace.write(
        "#!/bin/sh\necho \"$*\" >>\(workspace.work)/arguments\nexec /usr/bin/tmux \"$@\"\n",
        to: "scratch/tmux")
      try await workspace.run("chmod +x ../scratch/tmux")
      let script = "seq -f \"line %05g of the output\" 2000; sleep 300"
      try await workspace.run("headway submit --title Build -- sh -c '\(script)'")
      let monitor = try await tmux.pane(
        "exec env PATH=\(workspace.folder)/scratch:$PATH headway", columns: 100)
      try await monitor.wait(for: "Build")
      try await monitor.send("l")
      try await monitor.wait(for: "▌ line 02000 of the output")
      try await monitor.send("g", "v", "G", "y")
      try await monitor.wait(for: "Copied 600 of 2000 lines: a clipboard takes no more")
      try await eventually("tmux has them") {
        // There is no buffer at first, which tmux takes for an error.
        let text = try? await tmux.tmux("show-buffer").text
        let lines = (text ?? "").split(separator: "\n")
        return lines.count == 600 && lines.last == "line 00600 of the output"
      }
      let arguments = workspace.read("arguments")
      #expect(arguments.contains("load-buffer") && !arguments.contains("of the output"))
    }
  }

  @Test("without a directory of logs nothing is kept; it may come with the next log")
  func missingDirectory() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      try await workspace.run(
        "headway submit --title One -- sh -c 'until [ -e go ]; do sleep .05; done'")
      try await workspace.task("One") { $0.state == "running" }
      try await workspace.run(
        "headway submit --title Two --after 1 -- sh -c 'echo it has begun; sleep 300'")
      try await workspace.run("rm -r \(workspace.logs)")
      let monitor = try await tmux.pane("exec headway")
      try await monitor.wait(for: "Two")
      try await monitor.send("l")
      try await monitor.wait(for: "No output is kept")
      try await monitor.send("q")
      try await monitor.wait(for: "details")
      try await monitor.send("j", "l")
      try await monitor.wait(for: "The task hasn't started.")
      try await workspace.run("touch go")
      try await monitor.wait(for: "▌ it has begun")
    }
  }

  @Test("what was written faster than it was read is said to be missing")
  func gap() async throws {
    let config = "[run]\nlog-limit = \"2MiB\"\n"
    try await Workspace.use(config: config) { workspace in
      let tmux = try TmuxServer(workspace)
      let script = """
        echo the beginning; until [ -e go ]; do sleep .05; done
        for i in $(seq 100); do seq -f "line %060g" 1000; sleep .02; done
        echo the end; touch written; sleep 300
        """
      try workspace.write(script, to: "work/script")
      try await workspace.run("headway submit --title Fast -- sh script")
      // tmux would let the process of a pane itself go on at once.
      let monitor = try await tmux.pane("headway; exit", columns: 100)
      try await monitor.wait(for: "Fast")
      try await monitor.send("l")
      try await monitor.wait(for: "▌ the beginning")
      let process = try #require(
        workspace.processes("headway").first { ProcessTable.arguments($0) == ["headway"] })
      kill(process, SIGSTOP)
      try await workspace.run("touch go")
      try await eventually("all is written") { workspace.exists("written") }
      kill(process, SIGCONT)
      try await monitor.wait(for: "▌ the end")
      try await monitor.send("g")
      try await monitor.wait(for: "▌ the beginning")
      try await monitor.send("/")
      try await monitor.send("-l", "writes faster")
      try await monitor.send("Enter")
      try await monitor.wait(
        for: "▌ [headway: the task writes faster than the monitor reads: a part is left out]")
    }
  }
}
