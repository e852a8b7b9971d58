import Glibc
import HeadwaySystem
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 21: plain lines, quiet SIGPIPE, a defined exit.
  static let poorTerminals = FaultRow(
    number: 21, fault: "TERM=dumb, unset, bogus; LC_ALL=C; no tty; | head", unit: "rounds",
    fullCount: 10, shortCount: 1
  ) { scene in
    _ = try await scene.startHub()
    let job = try Program(["headway", "run", "--title", "Töst seen", "--", "sleep", "7421"])
    try await scene.task("Töst seen") { $0.state == "running" }
    for _ in 0..<scene.count {
      for name in ["dumb", "", "bogus-1"] { try scene.openMonitor(onTerminal: name) }
      try scene.openMonitorInC()
      try await scene.leaveEarly()
    }
    job.kill()
  }
}

extension FaultScene {
  /// A screen where one can be drawn, else lines; Ctrl-C ends both.
  fileprivate func openMonitor(onTerminal name: String) throws {
    let monitor = try TerminalProgram(["headway"], environment: ["TERM": name])
    try monitor.wait(for: "seen")
    let isPlain = name != "bogus-1"
    check(!isPlain || !monitor.text.contains("\u{1B}"), "TERM=\(name): escapes")
    monitor.type("\u{3}")
    let code = try monitor.end()
    check(code == 130 || code == 0, "TERM=\(name): Ctrl-C leaves with \(code ?? -1)")
    check(try monitor.modes().isSame(as: monitor.modesBefore), "TERM=\(name): other modes")
  }

  fileprivate func openMonitorInC() throws {
    for words in [["headway"], ["headway", "watch", "--compact"]] {
      let monitor = try TerminalProgram(words, environment: ["LC_ALL": "C"])
      try monitor.wait(for: "1 running")
      try monitor.wait(for: "seen")
      check(monitor.written.allSatisfy { $0 < 0x80 }, "\(words) writes more than ASCII in LC_ALL=C")
      monitor.type("q")
      check(try monitor.end() == 0, "\(words) in LC_ALL=C doesn't leave")
    }
  }

  fileprivate func leaveEarly() async throws {
    let commands = [
      "headway | cat", "headway list | head -1", "headway list --json | head -c 1",
      "headway watch | head -1", "headway status --follow | head -1", "headway --help | head -1",
      "headway run -- seq 100000 | head -1",
    ]
    for command in commands {
      let outcome = try await run("\(command) >out; echo ${PIPESTATUS[0]}")
      let code = Int32(outcome.text.prefix { $0.isNumber }) ?? -1
      check([0, 141].contains(code), "\(command): \(code)")
      check(outcome.errorText.isEmpty, "\(command): \(outcome.errorText)")
      let text = String(
        decoding: try DurableFile.read("out", byteLimit: 1 << 20) ?? [], as: UTF8.self)
      check(!text.isEmpty && !text.contains("\u{1B}"), "\(command) writes \(text.prefix(60))")
    }
    try timeUntil("nobody stays") {
      ProcessTable.ours("headway watch").isEmpty && ProcessTable.ours("headway status").isEmpty
    }
    let closed = try await run("headway list >&-; echo $?; headway list >/dev/full; echo $?")
    check(closed.text.split(separator: "\n").count == 2, "list without an output: \(closed)")
  }
}
