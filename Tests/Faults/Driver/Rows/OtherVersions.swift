import Glibc
import HeadwayCore
import HeadwaySystem
import HeadwayWire

extension FaultRow {
  /// Row 7: what doesn't understand each other says so, in one line, and goes.
  static let otherVersions = FaultRow(
    number: 7, fault: "old client/new hub and the reverse", unit: "passes", fullCount: 3,
    shortCount: 1
  ) { scene in
    for _ in 0..<scene.count {
      let hub = try scene.startHub()
      for visit in Visit.all { try scene.check(visit) }
      scene.check(HubProcess.answering(scene.paths)?.process == hub.process, "the hub is another")
      try hub.kill9()
      for manner in StandIn.Manner.allCases { try scene.check(manner) }
      unlink(scene.paths.socket)
    }
    scene.finding.extent = "\(Visit.all.count) clients, \(StandIn.Manner.allCases.count) hubs"
  }
}

/// What a client says first, and what it hears.
private struct Visit {
  let lines: [String]
  /// The code of the error that ends it; nil where it is served.
  var refusal: String?

  static let all = [
    Visit(lines: [#"{"type":"hello","versions":[0],"role":"worker"}"#], refusal: "version"),
    Visit(lines: [#"{"type":"hello","versions":[99],"role":"monitor"}"#], refusal: "version"),
    Visit(lines: [#"{"type":"hello","versions":[],"role":"worker"}"#], refusal: "version"),
    Visit(lines: [#"{"type":"hello","role":"worker"}"#], refusal: "malformed"),
    Visit(lines: [#"{"type":"hello","versions":"1","role":"worker"}"#], refusal: "malformed"),
    Visit(lines: [#"{"type":"hullo","versions":[1]}"#], refusal: "helloExpected"),
    Visit(lines: [#"{"type":"summary","request":1}"#], refusal: "helloExpected"),
    Visit(lines: [#"{"type":"hello","versions":[1,2,99],"role":"worker","moods":{"a":[1]}}"#]),
    Visit(lines: [#"{"type":"hello","versions":[99,1],"role":"conductor","client":null}"#]),
    Visit(lines: [RawClient.hello, #"{"type":"rehearse","request":7,"x":[[]]}"#, RawClient.hello]),
  ]
}

extension FaultScene {
  fileprivate func check(_ visit: Visit) throws {
    let client = try RawClient(paths, hello: nil)
    for line in visit.lines { client.send(line) }
    guard let refusal = visit.refusal else {
      client.send(#"{"type":"summary","request":1,"mood":"good"}"#)
      let isServed = try client.first("a summary", within: .seconds(5)) { message in
        if case .summary(let summary) = message { summary.request == 1 } else { nil }
      }
      return check(isServed == true, "not served: \(visit.lines)")
    }
    let code = try client.first("a refusal", within: .seconds(5)) { message in
      if case .error(let error) = message { error.code } else { nil }
    }
    check(code == refusal, "\(visit.lines): \(code ?? "hung up without a word")")
    _ = try? timeUntil("the end", within: .seconds(2)) { try client.hasBeenDropped() }
    check(client.isOver, "still connected: \(visit.lines)")
  }

  /// Every command against a hub that isn't one: it works, or says a line and leaves.
  fileprivate func check(_ manner: StandIn.Manner) throws {
    let driver = ProcessEnvironment.executablePath ?? ""
    unlink(paths.socket)
    let standIn = try Program([driver, "stand-in", "--manner", manner.rawValue])
    defer { standIn.kill() }
    try timeUntil("the stand-in") { exists(paths.socket) }
    let commands = [
      ["list"], ["list", "--json"], ["status"], ["hub", "status"], ["cancel", "1"],
      ["wait", "--all"],
      ["answer", "1", "continue"], ["update", "--task", "1", "--completed", "1"], ["hub", "stop"],
    ]
    let programs = try commands.map { try Program(["headway"] + $0) }
    let job = try Program(["headway", "run", "--", "sh", "-c", "echo out; exit 3"])
    for (command, program) in zip(commands, programs) {
      let name = "\(command.joined(separator: " ")) (\(manner))"
      guard let outcome = try? program.outcome(within: .seconds(12)) else {
        check(false, "hangs: \(name)")
        continue
      }
      let lines = outcome.error.split(separator: "\n")
      check(outcome.code == 0 || lines.count <= 1, "\(name): \(outcome.error)")
      check(outcome.code < 128, "\(name) left with \(outcome.code)")
      let isSilent = outcome.code != 0 && lines.isEmpty && command != ["status"]
      check(!isSilent, "\(name) left with \(outcome.code) without a word")
    }
    let outcome = try job.outcome()
    check(outcome.code == 3 && outcome.text == "out\n", "run (\(manner)): \(outcome)")
    check(HubProcess.all.isEmpty, "a hub was started beside the stand-in (\(manner))")
    for process in HubProcess.all { kill(process, SIGKILL) }
    for name in directoryEntries(paths.spoolDirectory) { unlink("\(paths.spoolDirectory)/\(name)") }
  }
}
