import Glibc
import HeadwaySystem
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 19: no crash; the child gets the last size.
  static let resizeStorm = FaultRow(
    number: 19, fault: "resize storm, 1×1, 0×0", unit: "sizes", fullCount: 5000, shortCount: 200
  ) { scene in
    _ = try await scene.startHub()
    let monitors = try [["headway"], ["headway", "watch", "--compact"]].map {
      try TerminalProgram($0)
    }
    // bash forgets a signal that comes while the same one's trap runs: the trap only takes a note.
    let job = try TerminalProgram([
      "headway", "run", "--title", "storm", "--", "bash", "-c",
      "trap changed=1 WINCH; changed=1; while :; do "
        + "if [ $changed ]; then changed=; stty size >size; fi; sleep 0.02; done",
    ])
    for monitor in monitors { try monitor.wait(for: "storm") }
    var dice = Dice(seed: scene.seed)
    for index in 0..<scene.count {
      let rows = UInt16(index % 10 == 0 ? index % 2 : dice.below(index % 7 == 0 ? 1000 : 60))
      let columns = UInt16(index % 10 == 1 ? index % 2 : dice.below(index % 5 == 0 ? 1000 : 200))
      for each in monitors + [job] {
        try each.resize(rows: rows, columns: columns)
        each.read()
      }
      if index % 16 == 0 { usleep(3000) }
    }
    for each in monitors + [job] { try each.resize(rows: 22, columns: 77) }
    try await scene.checkAftermath(monitors, job)
  }
}

extension FaultScene {
  fileprivate func checkAftermath(_ monitors: [TerminalProgram], _ job: TerminalProgram)
    async throws
  {
    let time = try timeUntil("the last size at the child") {
      (monitors + [job]).forEach { $0.read() }
      return String(decoding: try DurableFile.read("size", byteLimit: 100) ?? [], as: UTF8.self)
        == "22 77\n"
    }
    note("the child had the last size within \(time.shown)")
    for monitor in monitors {
      let start = monitor.written.count
      monitor.type("?")
      try monitor.wait(for: "help", from: start)
      monitor.type("q")
      monitor.type("q")
      check(try monitor.end() == 0, "a monitor left otherwise: \(monitor.text.suffix(200))")
    }
    check(try await task("storm").state == "running", "the job is no longer")
    try await run("headway cancel 1 --force")
    _ = try job.end()
  }
}
