import Foundation
import Testing
import TestHarness
import TestProcesses

/// L3: a command's bytes and status through `run` are its own, whatever the hub does.
@Suite(.fewAtATime) struct TransparencyTests {
  /// Commands as bash(1) has them. `cat` comes where there is input with an end.
  private static let table = [
    "true", "false", "sh -c 'exit 255'", "sh -c 'echo out; echo err >&2; exit 3'",
    "printf 'a\\000b\\377\\r\\n\\033[31mred\\007'", "head -c 300000 /dev/zero", "seq 50000",
    "sh -c 'kill -9 $$'", "sh -c 'kill -15 $$'", "sh -c 'kill -1 $$'", "sh -c 'kill -6 $$'",
    "sh -c 'kill -13 $$'", "sh -c 'echo no newline; printf end; exec >&-; exit 9'",
    "sh -c 'pwd; umask; ulimit -n; echo $0 \"$@\"' a 'b c' '' '*'",
    "env printenv PATH LC_ALL", "sh -c 'sleep 0.05; (sleep 0.05; echo late) & echo now; wait'",
    "sh -c 'trap \"\" PIPE; grep SigIgn /proc/self/status'",
  ]
  /// Only the status is the same: the shell words the error in its own way.
  private static let failing = ["no-such-command-at-all", "/etc/passwd", "/"]

  @Test("without /proc a command is executed all the same", arguments: ["HEADWAY=off ", ""])
  func withoutProc(variable: String) async throws {
    try await Workspace.use { workspace in
      let hide =
        "unshare --user --map-root-user --mount "
        + #"sh -c 'mount -t tmpfs none /proc && exec "$0" "$@"'"#
      guard try await workspace.run("\(hide) true").code == 0 else { return }
      for options in ["", "-- ", "--title 'a b' -- "] {
        let outcome = try await workspace.run(
          "\(variable)\(hide) headway run \(options)sh -c 'echo out; echo err >&2; exit 3'")
        #expect(outcome.code == 3 && outcome.text == "out\n", "\(outcome.errorText)")
        let note = "headway: /proc isn't mounted (the command runs without a card)\n"
        #expect(outcome.errorText == (variable.isEmpty ? note : "") + "err\n")
      }
      let missing = try await workspace.run("\(hide) headway run -- no-such-command-at-all")
      #expect(missing.code == 127 && missing.errorText.contains("can't be executed"))
      let list = try await workspace.run("\(hide) headway list")
      #expect(list.code == 69 && list.errorText.split(separator: "\n").count == 1)
    }
  }

  /// What a table of commands wrote and returned.
  private struct Results: Equatable {
    var outputs: [String: Data] = [:]
    var errors: [String: String] = [:]
    var statuses: [String: String] = [:]
    var slowest = 0.0

    static func == (left: Results, right: Results) -> Bool {
      left.outputs == right.outputs && left.errors == right.errors
        && left.statuses == right.statuses
    }
  }

  private func results(_ workspace: Workspace, prefix: String, wrap: Bool = false) async throws
    -> Results
  {
    var script = "ulimit -c 0; seq 20 >in; [ -e never ] || mkfifo never; exec 8<>never\n"
    let commands = Self.table + Self.failing + (wrap ? [] : ["cat"])
    for (index, command) in commands.enumerated() {
      let line =
        wrap
        ? "script -qec \(Shell.quoted(prefix + command)) /dev/null" : "\(prefix)\(command)"
      script += """
        start=$EPOCHREALTIME
        \(line) <\(wrap ? "&8" : "in") >o.\(index) 2>e.\(index)
        echo $? >s.\(index); echo $((${EPOCHREALTIME/./} - ${start/./})) >t.\(index)

        """
    }
    _ = try await workspace.run(script, within: .seconds(60))
    var results = Results()
    for (index, command) in commands.enumerated() {
      results.statuses[command] = workspace.read("s.\(index)")
      results.slowest = max(
        results.slowest,
        (Double(workspace.read("t.\(index)").dropLast()) ?? 0) / 1e6)
      if Self.failing.contains(command) { continue }
      results.outputs[command] = FileManager.default.contents(
        atPath: "\(workspace.work)/o.\(index)")
      results.errors[command] = workspace.read("e.\(index)")
    }
    return results
  }

  private func compare(_ run: Results, _ bare: Results) {
    for (command, output) in bare.outputs {
      #expect(run.outputs[command] == output, "output of \(command)")
      #expect(run.errors[command] == bare.errors[command], "errors of \(command)")
    }
    for (command, status) in bare.statuses {
      #expect(run.statuses[command] == status, "status of \(command)")
    }
  }

  @Test("with a healthy hub", arguments: [false, true])
  func healthy(inTerminal: Bool) async throws {
    try await Workspace.use { workspace in
      let bare = try await results(workspace, prefix: "", wrap: inTerminal)
      try await workspace.run("headway hub start")
      let run = try await results(workspace, prefix: "headway run -- ", wrap: inTerminal)
      compare(run, bare)
      let tasks = try await workspace.list(all: true)
      #expect(tasks.count == run.statuses.count)
      #expect(tasks.allSatisfy { $0.state == "ended" })
    }
  }

  @Test("with a stopped hub, which learns of every end when it goes on")
  func stopped() async throws {
    try await Workspace.use { workspace in
      let bare = try await results(workspace, prefix: "")
      let hub = try await HubProcess.start(workspace)
      hub.send(SIGSTOP)
      let run = try await results(workspace, prefix: "headway run -- ")
      compare(run, bare)
      #expect(run.slowest < 1 + bare.slowest, "the slowest took \(run.slowest) s")
      hub.send(SIGCONT)
      try await eventually("all ends") {
        let tasks = try await workspace.list(all: true)
        return tasks.count == run.statuses.count && tasks.allSatisfy { $0.state == "ended" }
      }
      let lost = try await workspace.list(all: true).filter { $0.endReason == "lost" }
      #expect(lost.isEmpty)
      try await eventually("an empty spool") {
        try FileManager.default.contentsOfDirectory(atPath: workspace.spool).isEmpty
      }
    }
  }

  @Test("without any hub: the same, and one line on standard error")
  func noDaemon() async throws {
    try await Workspace.use { workspace in
      let path = "PATH=/usr/bin:/bin "
      let bare = try await results(workspace, prefix: path)
      try await workspace.run("mkdir ../bin; cp \(workspace.binaries)/headway ../bin/alone")
      var run = try await results(workspace, prefix: path + "../bin/alone run -- ")
      for (command, text) in run.errors {
        let own = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(own.first?.hasPrefix("headway: headwayd was not found") == true, "\(text)")
        run.errors[command] = own.dropFirst().joined(separator: "\n")
      }
      compare(run, bare)
      #expect(run.slowest < 1 + bare.slowest, "the slowest took \(run.slowest) s")
    }
  }
}
