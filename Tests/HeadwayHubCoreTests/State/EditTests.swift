import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

@Suite("Changes of the terms of a queued task")
struct EditTests {
  private static func bench() -> HubBench {
    var settings = HubSettings.slots(1)
    settings.queue.groups = ["ml": 1]
    settings.queue.resources = ["gpu": 1]
    var bench = HubBench(settings: settings)
    bench.connect(9)
    bench.connect(1, isSupervisor: true)
    for key in [TaskKey.a, .b, .c] { _ = bench.submit(key) }
    return bench
  }

  @Test("a task that gets another group, or the end of its wait, starts when that allows it")
  func group() throws {
    var bench = Self.bench()
    var edit = TaskEdit()
    edit.group = .set("ml")
    #expect(bench.edit(.b, edit).launches == [.b])
    edit.group = .cleared
    #expect(bench.edit(.c, edit).launches.isEmpty)
    edit.group = .set("mll")
    #expect(bench.edit(.c, edit).refusals == [.unknownGroup("mll", meant: "ml")])
  }

  @Test("time, needs and dependencies are replaced or removed, all of them or none")
  func terms() throws {
    var bench = Self.bench()
    var edit = TaskEdit(priority: 5, title: "Evening")
    let time = bench.now.wall.advanced(by: .seconds(3600))
    edit.earliest = .set(EarliestStart(time, words: "until 22:00"))
    edit.needs = ["gpu": 1]
    edit.dependencies = [Dependency(.key(.b), needsSuccess: true)]
    let effects = bench.edit(.c, edit)
    #expect(effects.saved.last?.submission.terms?.needs == ["gpu": 1])
    #expect(try bench.task(.c).terms.waitsFor == ["task 2", "until 22:00", "a free slot"])
    #expect(try bench.task(.c).terms.priority == 5)
    edit = TaskEdit(priority: 7)
    edit.needs = ["gpu": 2]
    #expect(bench.edit(.c, edit).refusals == [.resourceExceeded("gpu", size: 1)])
    #expect(try bench.task(.c).terms.priority == 5, "nothing of a refused edit is done")
    edit = TaskEdit()
    (edit.earliest, edit.needs, edit.dependencies, edit.title) = (.cleared, [:], [], .cleared)
    _ = bench.edit(.c, edit)
    #expect(try bench.task(.c).terms.waitsFor == ["a free slot"])
    #expect(try bench.task(.c).terms.needs.isEmpty)
    #expect(try bench.task(.c).terms.position == 1, "the priority of the first edit stays")
  }

  @Test("the time of an edit comes, and the task starts")
  func time() throws {
    var bench = Self.bench()
    bench.begin(.a)
    var edit = TaskEdit()
    edit.earliest = .set(
      EarliestStart(bench.now.wall.advanced(by: .seconds(60)), words: "until later"))
    let wakeUps = bench.edit(.b, edit).wakeUps
    #expect(wakeUps.contains(.seconds(60)))
    _ = bench.edit(.c, edit)
    #expect(bench.end(.a).launches.isEmpty)
    bench.step(.seconds(60))
    #expect(bench.send(.wakeUpReached(.b)).launches == [.b])
  }

  @Test("a task can't wait for itself, nor for a success that can't come")
  func circles() throws {
    var bench = Self.bench()
    var edit = TaskEdit()
    edit.dependencies = [Dependency(.number(try number(2)), needsSuccess: false)]
    #expect(bench.edit(.b, edit).refusals == [.wouldWaitForItself(try number(2))])
    #expect(bench.edit(.c, edit).refusals.isEmpty)
    edit.dependencies = [Dependency(.key(.c), needsSuccess: true)]
    #expect(bench.edit(.b, edit).refusals == [.wouldWaitForItself(try number(2))])
    bench.begin(.a)
    _ = bench.end(.a, .failed)
    edit.dependencies = [Dependency(.key(.a), needsSuccess: true)]
    #expect(bench.edit(.c, edit).refusals == [.cannotSucceed(try number(3), try number(1))])
    edit.dependencies = [Dependency(.key(.e), needsSuccess: true)]
    #expect(bench.edit(.c, edit).refusals == [.unknownTask(.key(.e))])
  }

  @Test("a full disk takes every part of an edit back")
  func unwritten() throws {
    var bench = Self.bench()
    let before = try bench.task(.c)
    var edit = TaskEdit(priority: 5, title: "Evening")
    edit.group = .set("ml")
    edit.needs = ["gpu": 1]
    edit.dependencies = [Dependency(.key(.b), needsSuccess: true)]
    _ = bench.send(.adjustmentRequested(.key(.c), .edit(edit), .on(9, 5)))
    let refused = bench.send(.recordRefused("no space left"))
    #expect(refused.refusals == [.changeUnrecorded("no space left")])
    let after = try bench.task(.c)
    #expect(after.group == nil && after.title == before.title && after.terms == before.terms)
  }

  @Test("a restart on hold waits for a person; a new task has the terms, and waits for nothing")
  func restart() throws {
    var bench = Self.bench()
    bench.begin(.a)
    _ = bench.end(.a, .failed)
    let held = bench.carryOut(.restartRequested(.key(.a), isHeld: true, .on(9, 6)))
    #expect(held.launches.isEmpty)
    #expect(try bench.task(.a).isOnHold)
    let record = try #require(bench.state.record(of: .key(.a)))
    #expect(record.resubmission(as: .d, isHeld: false) == nil, "it hasn't ended")
    bench.begin(.b)
    _ = bench.end(.b, .failed)
    var ended = try #require(bench.state.record(of: .key(.b)))
    ended.submission.terms?.dependencies = [Dependency(.key(.a), needsSuccess: true)]
    let again = try #require(ended.resubmission(as: .d, isHeld: true))
    #expect(again.description.key == .d && again.terms.strategy == .hold)
    #expect(again.terms.dependencies.isEmpty)
    let submitted = bench.carryOut(.taskSubmitted(again, .on(9, 7)))
    #expect(submitted.refusals.isEmpty)
    #expect(try bench.task(.d).isOnHold)
  }

  @Test("a task between two attempts can be paused, and waits then for a person")
  func retry() throws {
    var bench = Self.bench()
    _ = bench.submit(.d) { task, terms in
      (task.group, terms.retries) = ("ml", 1)
    }
    bench.begin(.d)
    _ = bench.end(.d, .failed)
    _ = bench.carryOut(.pauseRequested(.key(.d), .on(9, 5)))
    #expect(try bench.task(.d).isOnHold)
    bench.step(.seconds(10))
    #expect(bench.send(.wakeUpReached(.d)).launches.isEmpty)
    #expect(bench.carryOut(.resumeRequested(.key(.d), .on(9, 6))).launches == [.d])
  }
}

extension HubBench {
  fileprivate mutating func edit(_ key: TaskKey, _ edit: TaskEdit) -> [HubEffect] {
    carryOut(.adjustmentRequested(.key(key), .edit(edit), .on(9, 5)))
  }
}
