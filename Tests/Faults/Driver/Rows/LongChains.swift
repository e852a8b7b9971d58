import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import TestClocks
import TestSupport
import TestHarness

extension FaultRow {
  /// Beyond the matrix: one event that ends a whole chain, however long, and a hub that finds one.
  static let longChains = FaultRow(
    number: 32, fault: "a chain of steps whose first fails; 1,000 nested tasks", unit: "steps",
    fullCount: 19_000, shortCount: 3000
  ) { scene in
    scene.endPureChain(of: 100_000)
    let hub = try await scene.startHub()
    try scene.endChain(of: scene.count)
    try scene.cancelNest(of: 1000)
    scene.check(HubProcess.answering(scene.paths)?.pid == hub.pid, "the hub is another")
    try await hub.kill9()
    _ = try await scene.startHub()
    scene.check(try await RecordFile.integrity(scene) == "ok", "the record isn't whole")
  }
}

extension FaultScene {
  /// The hub's decisions alone: twice as many steps may take twice as long.
  fileprivate func endPureChain(of length: Int) {
    var (halfChain, wholeChain) = (PureChain(of: length / 2), PureChain(of: length))
    let (half, whole) = (halfChain.timeToEnd(), wholeChain.timeToEnd())
    check(half.ended == length / 2 && whole.ended == length, "\(whole.ended) of \(length) ended")
    // The short form runs beside other tests.
    measure("\(length) steps, decided in", whole.time, bar: .seconds(isShort ? 3 : 1))
    measure("half as many in \(half.time.shown), thrice that", whole.time, bar: half.time * 3)
  }

  /// A chain that a worker queues over its connection.
  fileprivate func endChain(of length: Int) throws {
    let client = try RawClient(paths)
    client.send(Self.step(0, after: nil))
    try eventually("the first turn") {
      try client.arrived().contains { if case .turn = $0 { true } else { false } } ? () : nil
    }
    var answers = 0
    for number in 1..<length {
      client.send(Self.step(number, after: number - 1))
      guard number.isMultiple(of: 100) || number == length - 1 else { continue }
      try timeUntil("the steps so far", within: .seconds(60)) {
        for case .submitted in try client.arrived() { answers += 1 }
        return answers >= number
      }
    }
    let start = SystemClocks.awake
    client.send(#"{"type":"begin","key":"\#(Self.key(0))","title":"step"}"#)
    client.send(#"{"type":"end","task":"\#(Self.key(0))","reason":"failed","request":1}"#)
    var cancelled = 0
    try timeUntil("the end of the chain", within: .seconds(30)) {
      for case .cancel in try client.arrived() { cancelled += 1 }
      return cancelled == length - 1
    }
    note(
      "a chain of \(length) over a connection, all told in \((SystemClocks.awake - start).shown)")
  }

  /// Tasks nested in one supervisor's task are told once each, the innermost first.
  fileprivate func cancelNest(of depth: Int) throws {
    let client = try RawClient(paths, hello: nil)
    client.send(#"{"type":"hello","versions":[1],"role":"supervisor"}"#)
    for number in 0..<depth {
      let parent = number == 0 ? "" : #","parent":"\#(Self.key(number - 1, of: 2))""#
      client.send(
        #"{"type":"begin","key":"\#(Self.key(number, of: 2))","title":"nested"\#(parent)}"#)
      // The hub doesn't read a client that doesn't read its answers.
      if number.isMultiple(of: 50) { _ = try client.arrived() }
    }
    let start = SystemClocks.awake
    client.send(#"{"type":"cancel","task":"\#(Self.key(0, of: 2))","request":7}"#)
    let told = try client.first("the cancel") { message in
      if case .cancel(let notice) = message { notice.key } else { nil }
    }
    measure("1,000 nested, the innermost told in", SystemClocks.awake - start, bar: .seconds(1))
    check(
      told == Self.key(depth - 1, of: 2), "told first is \(told.map(\.description) ?? "nobody")")
  }

  private static func key(_ number: Int, of chain: UInt64 = 1) -> TaskKey {
    TaskKey(high: chain, low: UInt64(number))
  }

  private static func step(_ number: Int, after: Int?) -> String {
    let dependency = after.map { #","after":["\#(key($0))"]"# } ?? ""
    return #"{"type":"submit","key":"\#(key(number))","title":"step","launcher":"worker""#
      + #","request":\#(number)\#(dependency)}"#
  }
}

/// A hub without a shell that has queued a chain of tasks.
private struct PureChain {
  private var state: HubState
  private let now = Moment(
    awake: .seconds(1000), running: .seconds(1000),
    wall: WallTime(millisecondsSinceEpoch: 1_700_000_000_000))

  init(of length: Int) {
    var settings = HubSettings()
    settings.taskLimit = length
    state = HubState(settings: settings)
    let peer = ConnectionPeer(
      process: ProcessIdentity(pid: 1, startTime: 1, bootID: ""), isSupervisor: false)
    _ = state.handle(.connectionOpened(ConnectionID(1), peer), at: now)
    for number in 0..<length {
      var terms = LaunchTerms()
      if number > 0 {
        terms.dependencies = [Dependency(.key(Self.key(number - 1)), needsSuccess: true)]
      }
      let step = Submission(TaskDescription(key: Self.key(number), title: "step"), terms)
      let requester = Requester(connection: ConnectionID(1), request: nil)
      _ = state.handle(.taskSubmitted(step, requester), at: now)
      _ = state.handle(.submissionRecorded(Self.key(number)), at: now)
    }
  }

  /// How long the failure of the first step takes, and how many tasks it ends.
  mutating func timeToEnd() -> (time: Duration, ended: Int) {
    _ = state.endTurn()
    let start = SystemClocks.awake
    let effects = state.handle(.launchFailed(Self.key(0), launch: 1, "no such program"), at: now)
    let time = SystemClocks.awake - start
    let ended = effects.count { effect in
      if case .save(let record, _) = effect { record.ending != nil } else { false }
    }
    return (time, ended)
  }

  private static func key(_ number: Int) -> TaskKey { TaskKey(high: 9, low: UInt64(number)) }
}
