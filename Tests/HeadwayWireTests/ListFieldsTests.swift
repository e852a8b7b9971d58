import HeadwayModel
import HeadwayWire
import Testing

/// `headway list --json`: fields are added, never renamed or removed.
@Suite struct ListFieldsTests {
  private static let promised =
    """
    number key identifier title subtitle sensitive state endReason endDetail exitCode signal \
    completed total unit estimated fraction phase rate eta elapsed queuedAt startedAt endedAt \
    foreground stalled waitingForInput programState question pid command directory parent attempt group \
    priority needs position blockedOn
    """
  private static let added =
    "attachable pausable restartable growing estimatedFraction stalledFor expiresIn cancelNote "
    + "assertion leakedAssertion grace "
    + "etaConfidence slowdown memoryBytes waitsFor after afterAny at when while retries retriesAt refresh "
    + "killedIn earlierEnds interactive slots timeLimit timeLeft onStall stallAfter notify toldSubtasks nice limits gpus gpuShare streams units environmentBytes array job log "
    + "every overlap catchUp"
  private static let neverNull =
    """
    number key title sensitive state estimated growing foreground attempt priority needs
    """

  @Test("every promised field is there unknown ones as null")
  func everyPromisedFieldIsThereUnknownOnesAsNull() throws {
    let fields = try fields(of: minimal())
    let names = Set((Self.promised + " " + Self.added).split(separator: " ").map(String.init))
    #expect(Set(fields.keys) == names)
    let known = Set(Self.neverNull.split(separator: " ").map(String.init))
    for (name, value) in fields { #expect((value == .null) != known.contains(name), "\(name)") }
  }

  @Test("on the wire unknown fields are left out")
  func onTheWireUnknownFieldsAreLeftOut() throws {
    let line = try #require(ChangeMessage(task: try minimal()).line())
    let task = try #require(JSONValue(line).fields["task"])
    let known = Set(Self.neverNull.split(separator: " ").map(String.init))
    #expect(Set(task.fields.keys) == known)
  }

  @Test("a failed task says how")
  func aFailedTaskSaysHow() throws {
    var task = try minimal()
    task.state = .ended
    task.ending = TaskEnding(reason: .failed, status: .signal(9))
    task.endedAt = WallTime(millisecondsSinceEpoch: 1_767_323_045_006)
    task.elapsed = .milliseconds(1500)
    let fields = try fields(of: task)
    #expect(fields["endReason"] == .string("failed"))
    #expect(fields["signal"] == .number(9))
    #expect(fields["exitCode"] == .null && fields["endDetail"] == .null)
    #expect(fields["endedAt"] == .string("2026-01-02T03:04:05.006Z"))
    #expect(fields["elapsed"] == .number(1.5))
  }

  @Test("a slow task is slow in the list and what older clients know on the wire")
  func aSlowTaskIsSlowInTheListAndWhatOlderClientsKnowOnTheWire() throws {
    var task = try minimal()
    (task.stall.kind, task.stall.time, task.stall.slowdown) = (.slow, .seconds(130), 12.7)
    task.progress.fraction = 0.16
    let fields = try fields(of: task)
    #expect(fields["stalled"] == .string("slow"))
    #expect(
      fields["question"]
        == .string("Export is 16% complete and has become 12 times slower. Continue or stop?"))
    let line = try #require(ChangeMessage(task: task).line())
    let sent = try #require(JSONValue(line).fields["task"])
    #expect(sent.fields["stalled"] == .string("notAdvancing"))
  }

  @Test("a task that is asked about for memory says how much it uses")
  func aTaskThatIsAskedAboutForMemorySaysHowMuchItUses() throws {
    var task = try minimal()
    (task.stall.kind, task.stall.time, task.stall.memoryBytes) = (
      .memory, .seconds(3), 3_435_973_837
    )
    let fields = try fields(of: task)
    #expect(fields["stalled"] == .string("memory"))
    #expect(fields["memoryBytes"] == .number(3_435_973_837))
    #expect(
      fields["question"]
        == .string("The system is low on memory. Keep Export running? (uses 3.2 GiB)"))
    let line = try #require(ChangeMessage(task: task).line())
    let sent = try #require(JSONValue(line).fields["task"])
    #expect(sent.fields["stalled"] == .string("notAdvancing"))
    #expect(sent.fields["memoryShort"] == .bool(true))
    #expect(sent.fields["memoryBytes"] == .number(3_435_973_837))
  }

  @Test("a question about a wait for input is in words that older clients know")
  func overdueInput() throws {
    var task = try minimal()
    (task.stall.kind, task.stall.time) = (.input, .seconds(600))
    #expect(try fields(of: task)["stalled"] == .string("input"))
    let line = try #require(ChangeMessage(task: task).line())
    let sent = try #require(JSONValue(line).fields["task"])
    #expect(sent.fields["stalled"] == .string("notAdvancing"))
    #expect(sent.fields["inputOverdue"] == .bool(true))
    guard case .change(let change) = try HubMessage(line: line[...]) else { return }
    #expect(change.task.stall.kind == .input)
  }

  @Test("a stalled task carries its question")
  func aStalledTaskCarriesItsQuestion() throws {
    var task = try minimal()
    (task.stall.kind, task.stall.time) = (.notAdvancing, .seconds(45))
    task.progress.fraction = 0.16
    let question = try fields(of: task)["question"]
    #expect(
      question
        == .string("Export is 16% complete and has not advanced for 45 s. Continue or stop?"))
  }

  @Test("a queued task says all it waits for and was asked for")
  func aQueuedTaskSaysAllItWaitsForAndWasAskedFor() throws {
    var task = try minimal()
    task.state = .queued
    task.terms.waitsFor = ["task 5", "gpu"]
    task.terms.after = [try #require(TaskNumber(5))]
    task.terms.earliest = WallTime("2026-01-31T22:00:00Z")
    task.terms.conditions = ["load<2"]
    task.terms.retries = 2
    task.terms.refresh = .seconds(3600)
    let fields = try fields(of: task)
    #expect(fields["waitsFor"] == .array([.string("task 5"), .string("gpu")]))
    #expect(fields["after"] == .array([.number(5)]) && fields["afterAny"] == .null)
    #expect(fields["at"] == .string("2026-01-31T22:00:00.000Z"))
    #expect(fields["when"] == .array([.string("load<2")]) && fields["while"] == .null)
    #expect(fields["retries"] == .number(2) && fields["retriesAt"] == .null)
    #expect(fields["refresh"] == .number(3600))
  }

  @Test("a running task says which units it holds and how large its environment is")
  func aRunningTaskSaysWhichUnitsItHolds() throws {
    var task = try minimal()
    (task.terms.units, task.terms.environmentBytes) = (["gpu": [0, 2]], 4096)
    task.log = "/home/u/.local/state/headway/logs/1.log"
    let fields = try fields(of: task)
    #expect(fields["units"]?.fields == ["gpu": .array([.number(0), .number(2)])])
    #expect(fields["environmentBytes"] == .number(4096))
    #expect(fields["log"] == .string("/home/u/.local/state/headway/logs/1.log"))
  }

  private func minimal() throws -> TaskSnapshot {
    TaskSnapshot(
      number: try #require(TaskNumber(1)), key: TaskKey(high: 1, low: 2), title: "Export",
      state: .running)
  }

  private func fields(of task: TaskSnapshot) throws -> [String: JSONValue] {
    let fields = try FieldList(task).fields.map { ($0.name, try JSONValue($0.json)) }
    return Dictionary(uniqueKeysWithValues: fields)
  }
}
