import HeadwayFleet
import HeadwayModel
import Testing

/// What a bridge publishes, and when.
@Suite("Fleet publisher")
struct FleetPublisherTests {
  private static let wall = WallTime(millisecondsSinceEpoch: 1_800_000_000_000)
  private static let address = FleetAddress.named("ada", "b")
  private static let bridgeName = BridgeName(startedAt: wall, number: 0xF00D)

  private func at(_ seconds: Double) -> AwakeTime { .origin + .seconds(1_000) + .seconds(seconds) }

  private func task(
    _ number: Int, _ state: TaskState = .running, fraction: Double? = nil
  ) -> TaskSnapshot {
    var task = TaskSnapshot(
      number: TaskNumber(number) ?? .first, key: TaskKey(high: 0, low: UInt64(number)),
      title: "夜間 build",
      state: state)
    task.progress.fraction = fraction
    task.command = ["make", "--token=secret"]
    task.directory = "/home/ada/secret"
    if state == .ended {
      task.ending = TaskEnding(reason: .completed, status: .code(0))
    }
    return task
  }

  /// A publisher whose hub has told these tasks, with a broker.
  private func publisher(_ tasks: [TaskSnapshot]) -> FleetPublisher {
    var publisher = FleetPublisher(Self.address, bridge: Self.bridgeName, version: "1")
    publisher.hubConnected()
    for task in tasks { publisher.change(task, at: at(0)) }
    publisher.snapshotEnded()
    publisher.note(HubSummary())
    publisher.brokerConnected()
    return publisher
  }

  private func due(
    _ publisher: inout FleetPublisher, _ seconds: Double, limit: Int = 1_000
  ) -> [Publication] {
    publisher.takeDue(at: at(seconds), wall: Self.wall, limit: limit)
  }

  private func sentTasks(_ messages: [Publication]) -> [Publication] {
    messages.filter { $0.topic.contains("/t/") }
  }

  @Test("nothing is said of a hub's counts before the hub has told them")
  func counts() throws {
    var publisher = publisher([task(1)])
    publisher.hubLost()
    #expect(due(&publisher, 0).contains { $0.topic == Self.address.status })
    publisher.hubConnected()
    publisher.change(task(1), at: at(10))
    publisher.snapshotEnded()
    #expect(!due(&publisher, 10).contains { $0.topic == Self.address.status })
    var summary = HubSummary()
    summary.running = 1
    publisher.note(summary)
    let status = try #require(due(&publisher, 11).first { $0.topic == Self.address.status })
    #expect(String(decoding: status.payload, as: UTF8.self).contains("\"running\":1"))
  }

  @Test("a newcomer finds the state of the hub and each task, kept for a while")
  func first() throws {
    var publisher = publisher([task(1, fraction: 0.5), task(2, .ended)])
    let messages = due(&publisher, 0)
    #expect(messages.count == 3 && messages.allSatisfy(\.isRetained))
    #expect(messages[0].topic == Self.address.status && messages[0].expiry == nil)
    let live = try #require(messages.first { $0.topic.hasSuffix(task(1).key.description) })
    #expect(live.quality == 0 && live.expiry == .seconds(180) && live.end == nil)
    let ended = try #require(messages.first { $0.topic.hasSuffix(task(2).key.description) })
    #expect(ended.quality == 1 && ended.expiry == .seconds(900) && ended.end == task(2).key)
    #expect(due(&publisher, 0.1).isEmpty)
  }

  @Test("commands, directories and processes stay here; of sensitive tasks nearly everything")
  func privacy() throws {
    var secret = task(2, fraction: 0.25)
    (secret.sensitive, secret.title, secret.subtitle) = (true, "secret", "secret")
    (secret.identifier, secret.group, secret.cancelNote) = ("secret", "secret", "secret")
    secret.progress.phase = "secret"
    secret.terms.whileConditions = ["secret"]
    secret.stall.kind = .silent
    var plain = task(1)
    (plain.worker.pid, plain.terms.conditions) = (77, ["test -e /secret"])
    var publisher = publisher([plain, secret])
    let texts = due(&publisher, 0).map { String(decoding: $0.payload, as: UTF8.self) }
    #expect(texts.count == 3 && !texts.contains { $0.contains("secret") })
    #expect(
      texts.contains { $0.contains("夜間") } && texts.contains { $0.contains(#""sensitive":true"#) })
    #expect(!texts.contains { $0.contains("77") })
  }

  @Test("progress waits for one percent or five seconds, a change of state doesn't wait")
  func pace() {
    var publisher = publisher([task(1, fraction: 0.1)])
    _ = due(&publisher, 0)
    publisher.change(task(1, fraction: 0.105), at: at(1))
    #expect(sentTasks(due(&publisher, 2)).isEmpty)
    publisher.change(task(1, fraction: 0.12), at: at(2))
    #expect(sentTasks(due(&publisher, 2)).count == 1)
    publisher.change(task(1, fraction: 0.125), at: at(3))
    #expect(sentTasks(due(&publisher, 6.9)).isEmpty)
    #expect(sentTasks(due(&publisher, 7)).count == 1)
    publisher.change(task(1, .paused, fraction: 0.125), at: at(7.1))
    #expect(sentTasks(due(&publisher, 7.1)).count == 1)
  }

  @Test("a silent task is sent again before the broker forgets it, and has run longer by then")
  func refresh() throws {
    var running = task(1)
    running.elapsed = .seconds(10)
    var publisher = publisher([running, task(2, .ended)])
    _ = due(&publisher, 0)
    #expect(sentTasks(due(&publisher, 59)).isEmpty)
    let again = sentTasks(due(&publisher, 60))
    #expect(again.count == 1)
    let sent = TaskSnapshot.published(try #require(again.first).payload, as: running.key)
    #expect(sent?.elapsed == .seconds(70))
  }

  @Test("a task that leaves the list is taken from the broker")
  func removal() throws {
    var publisher = publisher([task(1), task(2, .ended)])
    _ = due(&publisher, 0)
    publisher.remove(task(1).key)
    let message = try #require(due(&publisher, 0.1).first)
    #expect(message.payload.isEmpty && message.topic == Self.address.task(task(1).key))
  }

  @Test("an hour without a broker loses only what later states replaced")
  func outage() throws {
    var publisher = publisher([task(1, fraction: 0.1), task(2, fraction: 0.2)])
    _ = due(&publisher, 0)
    publisher.brokerLost()
    for step in 1...9 { publisher.change(task(1, fraction: Double(step) / 10), at: at(10)) }
    publisher.change(task(2, .ended), at: at(20))
    publisher.remove(task(2).key)
    #expect(due(&publisher, 1_000).isEmpty && publisher.nextDue(after: at(1_000)) == nil)
    publisher.brokerConnected()
    let messages = sentTasks(due(&publisher, 3_600))
    #expect(messages.count == 2)
    #expect(messages.contains { $0.end == task(2).key })
    // The broker is lost again before it has confirmed the end.
    publisher.brokerLost()
    publisher.brokerConnected()
    #expect(due(&publisher, 3_601).contains { $0.end == task(2).key })
    publisher.confirmEnd(of: task(2).key)
    publisher.brokerLost()
    publisher.brokerConnected()
    #expect(!due(&publisher, 3_602).contains { $0.end == task(2).key })
  }

  @Test("the hub's successor takes over its tasks, and those that it doesn't know are removed")
  func anotherHub() throws {
    var publisher = publisher([task(1), task(2)])
    _ = due(&publisher, 0)
    publisher.hubLost()
    let down = due(&publisher, 5)
    #expect(down.count == 1 && down[0].payload == FleetStatus.withoutHub(Self.bridgeName).payload)
    publisher.hubConnected()
    publisher.change(task(1), at: at(6))
    #expect(sentTasks(due(&publisher, 6)).isEmpty, "nobody knows yet whether task 2 is gone")
    publisher.snapshotEnded()
    let messages = sentTasks(due(&publisher, 7))
    #expect(messages.map(\.topic) == [Self.address.task(task(2).key)])
    #expect(!messages.contains { !$0.payload.isEmpty })
  }

  @Test("what an earlier bridge left is taken away once the hub has told its tasks")
  func leftovers() {
    var publisher = FleetPublisher(Self.address, bridge: Self.bridgeName, version: "1")
    publisher.brokerConnected()
    publisher.noteKept(task(1).key)
    publisher.noteKept(task(9).key)
    publisher.hubConnected()
    #expect(sentTasks(due(&publisher, 0)).isEmpty)
    publisher.change(task(1), at: at(0))
    publisher.snapshotEnded()
    let messages = sentTasks(due(&publisher, 1))
    #expect(Set(messages.map(\.payload.isEmpty)) == [true, false] && messages.count == 2)
  }

  @Test("a hub that dies while it tells its tasks loses no end of its predecessor's")
  func hubDiesEarly() {
    var publisher = publisher([task(1, .ended), task(2, .ended), task(3)])
    publisher.brokerLost()
    publisher.hubLost()
    publisher.hubConnected()
    publisher.change(task(1, .ended), at: at(1))
    publisher.hubLost()
    publisher.hubConnected()
    publisher.change(task(3), at: at(2))
    publisher.snapshotEnded()
    publisher.brokerConnected()
    let ends = due(&publisher, 3).compactMap(\.end)
    #expect(Set(ends) == [task(1).key, task(2).key])
  }

  @Test("a second end under the same key is told as the first was")
  func secondEnd() {
    var publisher = publisher([task(1, .ended)])
    _ = due(&publisher, 0)
    publisher.confirmEnd(of: task(1).key)
    publisher.change(task(1), at: at(1))
    _ = due(&publisher, 1)
    publisher.brokerLost()
    publisher.change(task(1, .ended), at: at(2))
    publisher.remove(task(1).key)
    publisher.brokerConnected()
    #expect(due(&publisher, 3).contains { $0.end == task(1).key })
  }

  @Test("an end that the broker refused for now is sent again a minute later")
  func refusedEnd() {
    var publisher = publisher([task(1, .ended)])
    _ = due(&publisher, 0)
    publisher.refuseEnd(of: task(1).key, at: at(1))
    #expect(due(&publisher, 60).isEmpty && publisher.nextDue(after: at(1)) == at(61))
    #expect(due(&publisher, 61).map(\.end) == [task(1).key])
    publisher.refuseEnd(of: task(1).key, at: at(62))
    publisher.remove(task(1).key)
    _ = due(&publisher, 63)
    publisher.refuseEnd(of: task(1).key, at: at(64))
    #expect(due(&publisher, 124).contains { $0.end == task(1).key })
  }

  @Test("of two bridges the one that started later goes on")
  func names() {
    let later = BridgeName(startedAt: Self.wall.advanced(by: .seconds(1)), number: 0)
    #expect(Self.bridgeName < later && BridgeName(later.text) == later)
    #expect(BridgeName("f00d") == nil && BridgeName("") == nil && BridgeName("1-2-3") == nil)
  }

  @Test("of a long queue the tasks that matter are published, and no more than the limit")
  func limit() {
    let queue = (1...FleetPublisher.taskLimit + 50).map { number in
      var part = task(number, .queued)
      part.terms.array = ArrayPart(index: number, count: FleetPublisher.taskLimit + 50)
      return part
    }
    var publisher = publisher(queue + [task(5_000), task(5_001, .ended)])
    let messages = sentTasks(due(&publisher, 0, limit: 10_000))
    #expect(messages.count == FleetPublisher.taskLimit)
    #expect(messages.contains { $0.topic == Self.address.task(task(5_000).key) })
    #expect(messages.contains { $0.topic == Self.address.task(task(1).key) })
    #expect(!messages.contains { String(decoding: $0.payload, as: UTF8.self).contains("array") })
    // One that runs now takes the place of the last in the queue.
    publisher.change(task(1_050, .running), at: at(6))
    let later = sentTasks(due(&publisher, 6, limit: 10_000))
    #expect(later.contains { $0.topic == Self.address.task(task(1_050).key) })
    let gone = sentTasks(due(&publisher, 6.1, limit: 10_000)) + later
    #expect(gone.filter(\.payload.isEmpty).count == 1)
  }

  @Test("of too many ends the newest are published")
  func newestEnds() {
    var publisher = publisher((1...FleetPublisher.taskLimit + 50).map { task($0, .ended) })
    let ends = Set(due(&publisher, 0, limit: 10_000).compactMap(\.end))
    #expect(ends.contains(task(FleetPublisher.taskLimit + 50).key))
    #expect(ends.count == FleetPublisher.taskLimit && !ends.contains(task(1).key))
  }

  @Test("no more messages are handed out than asked for")
  func portions() {
    var publisher = publisher((1...50).map { task($0) })
    var topics: [String] = []
    for _ in 0..<6 { topics += due(&publisher, 0, limit: 10).map(\.topic) }
    #expect(topics.count == 51 && Set(topics).count == 51)
    #expect(due(&publisher, 0, limit: 0).isEmpty)
  }
}
