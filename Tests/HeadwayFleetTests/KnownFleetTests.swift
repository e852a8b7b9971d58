import HeadwayFleet
import HeadwayModel
import HeadwayWire
import Testing

/// What a watcher knows of a fleet.
@Suite("Known fleet")
struct KnownFleetTests {
  private let address = FleetAddress.named("ada", "b")
  private let bridge = BridgeName(
    startedAt: WallTime(millisecondsSinceEpoch: 1_800_000_000_000), number: 1)

  private func at(_ seconds: Double) -> AwakeTime { .origin + .seconds(1_000) + .seconds(seconds) }

  private func task(_ state: TaskState = .running) -> TaskSnapshot {
    TaskSnapshot(
      number: .first, key: TaskKey(high: 0, low: 1), title: "夜間", state: state)
  }

  private var up: [UInt8] {
    FleetStatus(HubSummary(), bridge: bridge, version: "1", at: .init(millisecondsSinceEpoch: 0))
      .payload
  }

  /// A fleet with a hub that is up or down since 0 s, and has one task.
  private func fleet(isUp: Bool, _ task: TaskSnapshot) throws -> KnownFleet {
    var fleet = KnownFleet()
    let status = isUp ? up : FleetStatus.down(bridge).payload
    let told = fleet.take(status, of: address.status, at: at(0))
    #expect(told.count == 1)
    let line = fleet.take(try #require(task.payload), of: address.task(task.key), at: at(0))
    #expect(line == [.task(address, task.published)])
    return fleet
  }

  @Test("a hub whose topic is emptied goes with its tasks, and comes back")
  func gone() throws {
    var fleet = try fleet(isUp: false, task())
    let gone = fleet.take([], of: address.status, at: at(1))
    #expect(gone == [.gone(address)])
    let again = fleet.take([], of: address.status, at: at(2))
    #expect(again.isEmpty, "nobody knew it any more")
    let back = fleet.take(up, of: address.status, at: at(3))
    #expect(back.count == 1 && back != [.gone(address)])
  }

  @Test("a hub that has been down for a week is forgotten, and not before")
  func week() throws {
    var fleet = try fleet(isUp: false, task())
    let week = 7.0 * 86_400
    let found1 = fleet.sweep(at: at(week))
    #expect(found1.isEmpty)
    let found2 = fleet.sweep(at: at(week + 11))
    #expect(found2 == [.gone(address)])
    let found3 = fleet.sweep(at: at(week + 30))
    #expect(found3.isEmpty)
  }

  @Test(
    "a task that the broker has forgotten goes if its hub is up",
    arguments: [(TaskState.running, 180.0), (.ended, 900)])
  func expiry(state: TaskState, seconds: Double) throws {
    let task = task(state)
    var fleet = try fleet(isUp: true, task)
    let found4 = fleet.sweep(at: at(seconds))
    #expect(found4.isEmpty)
    let found5 = fleet.sweep(at: at(seconds + 11))
    #expect(found5 == [.removed(address, task.key)])
    var down = try self.fleet(isUp: false, task)
    let found6 = down.sweep(at: at(seconds + 11))
    #expect(found6.isEmpty, "the tasks of a lost hub stay as they were")
  }

  @Test("tasks wait for the state of their hub, and aren't told without it")
  func held() throws {
    var fleet = KnownFleet()
    let task = task()
    let payload = try #require(task.payload)
    let early = fleet.take(payload, of: address.task(task.key), at: at(0))
    #expect(early.isEmpty)
    let lines = fleet.take(up, of: address.status, at: at(1))
    #expect(lines.count == 2 && lines.last == .task(address, task.published))
    var other = KnownFleet()
    _ = other.take(payload, of: address.task(task.key), at: at(0))
    let removed = other.take([], of: address.task(task.key), at: at(1))
    #expect(removed.isEmpty)
    let forgotten = other.sweep(at: at(1000))
    #expect(forgotten.isEmpty, "nobody was told of the hub")
  }

  @Test("what is no state of a hub and no task says nothing")
  func noise() throws {
    var fleet = KnownFleet()
    for (topic, payload) in [
      (address.status, "{"), (address.status, "7"), (address.task(TaskKey(high: 0, low: 1)), "{}"),
      ("headway/v1/ada/b/x", "{}"), ("other", "{}"),
    ] {
      let line = fleet.take(Array(payload.utf8), of: topic, at: at(0))
      #expect(line.isEmpty, "\(topic) \(payload)")
    }
  }

  @Test("hubs are bounded")
  func bound() {
    var fleet = KnownFleet()
    var count = 0
    for number in 0..<KnownFleet.hubLimit + 3 {
      let other = FleetAddress.named("ada", "h\(number)")
      if !fleet.take(up, of: other.status, at: at(0)).isEmpty { count += 1 }
    }
    #expect(count == KnownFleet.hubLimit)
  }

  @Test("a first state is complete after a silence, and after 5 s at the latest")
  func completion() {
    var completion = FleetCompletion()
    completion.heard(at: at(0))
    #expect(completion.due == nil, "the broker hasn't confirmed the subscriptions")
    completion.subscribed(at: at(0))
    let found7 = completion.takeDue(at: at(0.2))
    #expect(!found7)
    completion.heard(at: at(0.2))
    let found8 = completion.takeDue(at: at(0.4))
    #expect(!found8)
    let found9 = completion.takeDue(at: at(0.5))
    #expect(found9)
    let found10 = completion.takeDue(at: at(9))
    #expect(!found10, "once for each connection")
    completion.subscribed(at: at(10))
    for tenth in 1...60 { completion.heard(at: at(10 + Double(tenth) / 10)) }
    #expect(completion.due == at(15))
    completion.lost()
    #expect(completion.due == nil)
  }

  @Test("numbers that no hub has aren't added up")
  func counts() throws {
    let text = #"{"up":true,"running":-5,"queued":99999999999999,"fraction":7}"#
    let status = try #require(FleetStatus.value(inJSON: text))
    #expect(status.summary.running == 0 && status.summary.queued == 10_000_000)
    #expect(status.summary.fraction == nil)
  }

  @Test("the note of a bridge reads as what it was")
  func note() {
    for trouble in [nil, "can't be reached (no route)"] as [SanitisedText?] {
      let note = BridgeNote(process: 17, trouble: trouble)
      #expect(BridgeNote(note.text) == note)
    }
    for text in ["", "17", "17 connected", "0 connected\n", "x down y\n", "17 up\n", "17 down\n"] {
      #expect(BridgeNote(text) == nil, "\(text)")
    }
  }

  @Test(
    "what a try found becomes a sentence with what to do",
    arguments: [
      ("connect:Connection refused", ConnectionTrouble.unreachable("Connection refused")),
      ("verify:hostname mismatch", .untrustedBroker("hostname mismatch")),
      ("tls:tlsv13 alert certificate required", .untrustedClient),
      ("tls:tlsv1 alert unknown ca", .untrustedClient),
      ("tls:wrong version number", .notEncrypted), ("tls:no answer", .other("no answer")),
      ("files:key values mismatch", .files("key values mismatch")), ("", nil), ("x:y", nil),
    ] as [(String, ConnectionTrouble?)])
  func trouble(line: String, trouble: ConnectionTrouble?) throws {
    #expect(ConnectionTrouble(line: line) == trouble)
    let url = try #require(BrokerURL("mqtts://b"))
    #expect(trouble?.sentence(about: url).contains(url.description) != false || line.hasPrefix("f"))
  }
}
