import Foundation
import Testing
import TestHarness
import TestProcesses

/// `headway logs`.
@Suite(.fewAtATime) struct LogsTests {
  @Test("logs --json has the text of each task beside its properties")
  func json() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit --title one -- printf 'a"b\\n\\033[31mc\\n' >/dev/null
        headway submit --no-tty -- printf 'x\\377\\n' >/dev/null; headway wait --all
        headway logs --json 1 2; headway logs --json -n 1 1
        """
      let outcome = try await workspace.run(script)
      let outputs = outcome.text.split(separator: "\n").filter { $0.contains("\"output\"") }
      #expect(
        outputs == [
          #"    "output" : "a\"b\nc\n""#, "    \"output\" : \"x\u{FFFD}\\n\"",
          #"    "output" : "c\n""#,
        ], "\(outcome.text)\(outcome.errorText)")
      #expect(outcome.text.contains(#""title" : "one""#))
    }
  }

  @Test("the bytes of a task's output, by number and identifier, live and ended")
  func bytes() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "headway run --id com.example.log -- printf 'a\\033]0;x\\a\\377\\nb\\n'")
      let whole = Data([97, 0x1B, 0x5D, 0x30, 0x3B, 120, 7, 0xFF, 10, 98, 10])
      #expect(try await workspace.run("headway logs 1").output == whole)
      #expect(try await workspace.run("headway logs com.example.log").output == whole)
      #expect(try await workspace.run("headway logs -n 1 1").text == "b\n")
      #expect(try await workspace.run("headway logs --lines 0 1").text == "")
      #expect(try await workspace.run("headway logs --lines 9 1").output == whole)
      let unknown = try await workspace.run("headway logs 7")
      #expect(unknown.code == 1 && unknown.errorText.contains("there is no task 7"))
    }
  }

  @Test("on a terminal it does no more than draw")
  func harmless() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "headway run -- printf 'red \\033[31mtext\\033[0m\\033]0;stolen\\a\\033[2J end\\n'")
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type("headway logs 1")
      try await pane.wait(for: "\nred text end\n")
      #expect(try await pane.value("#{pane_title}") != "stolen")
    }
  }

  @Test("followed through turns of the file, across a killed hub, to the task's end")
  func follows() async throws {
    let config = "[run]\nlog-limit = \"4KiB\"\n"
    try await Workspace.use(config: config) { workspace in
      _ = try workspace.start(
        "exec headway run --title J -- bash -c 'i=0; until [ -e stop ]; do i=$((i+1)); "
          + "printf \"line %05d\\n\" $i; sleep .002; done; echo the end'")
      try await workspace.task("J") { $0.state == "running" }
      let follower = try workspace.start("exec headway logs --follow 1")
      try await eventually("some lines") { follower.outputText.contains("line 00500\n") }
      try await HubProcess(workspace).kill9()
      try await eventually("more lines") { follower.outputText.contains("line 01200\n") }
      try await workspace.run("touch stop")
      let outcome = try await follower.outcome()
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.last == "the end")
      let numbers = lines.dropLast().compactMap { Int($0.suffix(5)) }
      #expect(numbers.count == lines.count - 1 && outcome.errorText == "")
      #expect(numbers == Array((numbers.first ?? 0)..<(numbers.first ?? 0) + numbers.count))
      let kept = try await workspace.run("headway logs 1")
      #expect(kept.text.hasSuffix("the end\n"))
      #expect(kept.errorText.contains(#/the first \d+ bytes of the output are no longer kept/#))
      #expect(try await workspace.run("headway logs -n 2 1").errorText == "")
    }
  }

  @Test(
    "with --exit-status it exits as the task does",
    arguments: [("exit 3", Int32(3)), ("true", 0), ("kill -TERM $$", 143)])
  func exitStatus(command: String, status: Int32) async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        "n=$(headway submit -- sh -c 'sleep .3; echo out; \(command)'); "
          + "headway logs --follow --exit-status \"$n\"")
      #expect(outcome.text == "out\n" && outcome.code == status, "\(outcome.errorText)")
      #expect(outcome.errorText.isEmpty)
      let again = try await workspace.run("headway logs --follow --exit-status 1")
      #expect(again.code == status, "an ended task has a status too")
      #expect(try await workspace.run("headway logs --exit-status 1").code == 64)
    }
  }

  @Test("lines are counted across the two files")
  func linesAcrossFiles() async throws {
    let config = "[run]\nlog-limit = \"4KiB\"\n"
    try await Workspace.use(config: config) { workspace in
      try await workspace.run("headway run -- seq 10001 11000")
      let all = try await workspace.run("headway logs 1").text.split(separator: "\n")
      let count = all.count - 1
      let last = try await workspace.run("headway logs -n \(count) 1").text
      #expect(last.split(separator: "\n") == Array(all.dropFirst()))
      #expect(all.last == "11000")
    }
  }
}

/// `headway logs --follow` of several tasks.
@Suite(.fewAtATime) struct ManyLogsTests {
  @Test("side by side with prefixes, with what is added meanwhile, to the last end")
  func sideBySide() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "headway submit --group g --create --title one -- sh -c "
          + "'echo a1; until [ -e go ]; do sleep .05; done; printf \"1%%\\r100%%\\r\\nrest\"'")
      try await workspace.task("one") { $0.state == "running" }
      let follower = try workspace.start("exec headway logs --follow --exit-status --group g")
      try await eventually("the first line") { follower.outputText.contains("1 one | a1\n") }
      try await HubProcess(workspace).kill9()
      try await workspace.run("headway submit --group g --title three -- sh -c 'echo c1; exit 4'")
      try await workspace.run("headway submit --title other -- echo no")
      try await eventually("the new task") { follower.outputText.contains("2 three | c1\n") }
      try await workspace.run("touch go")
      let outcome = try await follower.outcome()
      #expect(outcome.text.contains("1 one   | 100%\n1 one   | rest\n"), "\(outcome.text)")
      #expect(!outcome.text.contains("no\n") && !outcome.text.contains("1%\r"))
      #expect(outcome.errorText.contains("task 1 one has ended: completed\n"))
      #expect(outcome.errorText.contains("task 2 three has ended: failed"))
      #expect(outcome.code == 4)
    }
  }

  @Test("named tasks are followed too, ended ones at once")
  func named() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway run --title a -- echo x; headway run --title bb -- echo y")
      let outcome = try await workspace.run("headway logs --follow 1 2")
      #expect(outcome.text == "1 a  | x\n2 bb | y\n" && outcome.code == 0)
      let none = try await workspace.run("headway logs --follow --all")
      #expect(none.code == 1 && none.errorText.contains("no task matches"))
    }
  }

  @Test("the list names the logs, the units and the size of the environment")
  func listed() async throws {
    try await Workspace.use(config: "[resources]\ngpu = 2\n") { workspace in
      try await workspace.run(
        "headway submit --title J --needs gpu=2 -- sh -c 'echo out; sleep 60'")
      try await workspace.task("J") { $0.state == "running" }
      let check =
        #"t["units"]=={"gpu":[0,1]} and t["environmentBytes"]>50"#
      let path = try await workspace.run(
        """
        headway list --json |
        python3 -c 'import json,sys; t=json.load(sys.stdin)[0]; assert \(check),t; print(t["log"])'
        """)
      #expect(path.code == 0, "\(path.errorText)")
      let log = path.text.split(separator: "\n").joined()
      try await eventually("the log") {
        (try? String(contentsOfFile: log, encoding: .utf8))?.contains("out") == true
      }
    }
  }

  /// A user namespace has a limit of its own for inotify(7).
  private static let hasLimit =
    system("unshare -r sh -c 'echo 0 >/proc/sys/user/max_inotify_instances' 2>/dev/null") == 0

  @Test(
    "where the kernel has no watch left, logs are followed all the same", .enabled(if: hasLimit))
  func noWatchLeft() async throws {
    try await Workspace.use { workspace in
      let script = """
        echo 0 >/proc/sys/user/max_inotify_instances || exit 9
        touch wait
        headway submit --title one -- sh -c 'echo a; while [ -e wait ]; do sleep 0.1; done; echo b'
        { headway logs --follow last; echo $?; } >one 2>&1 &
        { headway logs --follow --all; echo $?; } >all 2>&1 &
        until grep -q a one && grep -q a all; do sleep 0.1; done
        rm wait; wait; cat one all
        """
      let outcome = try await workspace.run(
        "unshare -r bash --norc -c \"$SCRIPT\"", environment: ["SCRIPT": script])
      #expect(outcome.text.hasPrefix("1\na\nb\n0\n"), "\(outcome.text)\(outcome.errorText)")
      #expect(
        outcome.text.contains("1 one | b\n") || outcome.text.contains("b\n"), "\(outcome.text)")
      #expect(outcome.text.hasSuffix("0\n"), "\(outcome.text)\(outcome.errorText)")
    }
  }
}
