import Glibc
import HeadwayModel
import HeadwaySystem
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 16: after a cancel none is left, wherever it hid.
  static let grandchildren = FaultRow(
    number: 16, fault: "background, setsid, job-control grandchildren, then cancel",
    unit: "cancels", fullCount: 30, shortCount: 3
  ) { scene in
    _ = try await scene.startHub()
    var samples = Samples()
    for index in 0..<scene.count {
      samples.add(try await scene.cancelFamily(index, Place.allCases[index % Place.allCases.count]))
    }
    scene.measure("none left within", samples.worst, bar: .seconds(3))
    scene.finding.extent = "6 processes each, grace 1 s; without a terminal, on one, submitted"
  }

  fileprivate enum Place: CaseIterable {
    case here, onTerminal, inQueue
  }
}

extension FaultScene {
  /// What the grandchildren are: each in another way out of the command's group or its reach.
  private static let family = """
    setsid sleep 7301 & sleep 7302 & (setsid sh -c 'trap : TERM; sleep 7303; sleep 7303' &)
    (trap '' TERM HUP; exec setsid sleep 7304) & sleep 7305 & (sleep 7306 & disown) ; wait
    """

  fileprivate func cancelFamily(_ index: Int, _ place: FaultRow.Place) async throws -> Duration {
    let title = "family \(index)"
    let words = [
      "headway", place == .inQueue ? "submit" : "run", "--title", title, "--grace", "1s", "--",
      "bash", "-mc", Self.family,
    ]
    let terminal = place == .onTerminal ? try TerminalProgram(words) : nil
    let program = try terminal?.program ?? Program(words)
    try timeUntil("the whole family") {
      terminal?.read()
      return (7301...7306).allSatisfy { !ProcessTable.ours("sleep \($0)").isEmpty }
    }
    let number = try await task(title) { $0.state == "running" }.number
    let start = SystemClocks.awake
    try await run("headway cancel \(number)")
    let time = try timeUntil("nobody", within: .seconds(10)) {
      terminal?.read()
      return ProcessTable.ours("sleep 73").isEmpty
    }
    let ended = try await task(title) { $0.state == "ended" }
    if ended.end != "cancelled/user" { lose("\(title) is \(ended.end)") }
    await check(program.end(within: .seconds(5)) != nil, "the supervisor stays")
    if place == .inQueue {
      // The supervisor may wait for its next task.
      try timeUntil("the end of the supervision") {
        ProcessTable.ours("headway-supervisor").count
          == ProcessTable.ours("headway-supervisor idle").count
      }
    }
    check(time < .seconds(10), "left: \(ProcessTable.ours("sleep 73"))")
    return SystemClocks.awake - start
  }
}
