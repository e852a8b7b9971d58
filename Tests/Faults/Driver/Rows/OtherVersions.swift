import Glibc
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import TestHarness

extension FaultRow {
  /// Row 7: what doesn't understand each other says so, in one line, and goes.
  static let otherVersions = FaultRow(
    number: 7, fault: "old client/new hub and the reverse", unit: "passes", fullCount: 3,
    shortCount: 1
  ) { scene in
    for _ in 0..<scene.count {
      let hub = try await scene.startHub()
      for visit in Visit.all { try scene.check(visit) }
      scene.check(HubProcess.answering(scene.paths)?.pid == hub.pid, "the hub is another")
      try await hub.kill9()
      let meetings = try StandIn.Manner.allCases.map { try Meeting(scene, $0) }
      defer { meetings.forEach { $0.end() } }
      for meeting in meetings { try await meeting.check() }
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
}
