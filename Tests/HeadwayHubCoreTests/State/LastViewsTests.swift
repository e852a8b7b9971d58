import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

@Suite struct LastViewsTests {
  private func task(_ key: TaskKey = .a, completed: Int64 = 1) throws -> TaskSnapshot {
    var task = TaskSnapshot(
      number: try #require(TaskNumber(1)), key: key, title: "Export", state: .running)
    task.progress.completed = completed
    task.elapsed = .seconds(completed)
    return task
  }

  @Test("what wasn't told before is told whole")
  func whatWasntToldBeforeIsToldWhole() throws {
    var told = LastViews()
    for key in [TaskKey.a, .b] {
      let step = told.tell(try task(key))
      #expect(step == nil)
    }
  }

  @Test("what only went on is told as a step that leads there")
  func whatOnlyWentOnIsToldAsAStepThatLeadsThere() throws {
    var told = LastViews()
    let first = try task()
    _ = told.tell(first)
    var next = try task(completed: 2)
    next.subtitle = "clip 2"
    next.progress.eta = .seconds(9)
    let step = told.tell(next)
    #expect(step.map(first.taking) == next)
    let last = try task(completed: 3)
    let second = told.tell(last)
    #expect(second.map(next.taking) == last)
  }

  @Test("anything else is told whole")
  func anythingElseIsToldWhole() throws {
    let changes: [(inout TaskSnapshot) -> Void] = [
      { $0.title = "Import" }, { $0.state = .paused }, { $0.stall.kind = .silent },
      { $0.stall.time = .seconds(3) }, { $0.stall.expiresIn = .seconds(3) },
      { $0.stall.memoryBytes = 3 },
      { $0.waitingForInput = .input }, { $0.worker.foreground = true },
      { $0.worker.isPausable = true },
      { $0.cancelNote = "full" }, { $0.terms.position = 2 }, { $0.attempt = 2 },
      { $0.assertions.current = "Save" },
    ]
    for change in changes {
      var told = LastViews()
      _ = told.tell(try task())
      var next = try task(completed: 2)
      change(&next)
      let first = told.tell(next)
      #expect(first == nil)
      var last = next
      last.progress.completed = 3
      let second = told.tell(last)
      #expect(second != nil, "told whole once, it goes on by steps")
    }
  }

  @Test("an end is told whole")
  func anEndIsToldWhole() throws {
    var told = LastViews()
    var ended = try task()
    ended.state = .ended
    let steps = [told.tell(ended), told.tell(ended)]
    #expect(steps == [nil, nil])
  }

  @Test("no more is kept than a screen shows")
  func noMoreIsKeptThanAScreenShows() throws {
    var told = LastViews()
    let keys = (0...LastViews.limit).map { TaskKey(high: 3, low: UInt64($0)) }
    for key in keys { _ = told.tell(try task(key)) }
    let steps = try keys.map { told.tell(try task($0, completed: 2)) }
    #expect(steps.count { $0 != nil } == LastViews.limit)
    #expect(steps.last == .some(nil))
  }
}

@Suite struct SteppingFeedTests {
  private let tasks: [TaskSnapshot]

  init() throws {
    tasks = try (1...3).map {
      var task = TaskSnapshot(
        number: try #require(TaskNumber(1)), key: .a, title: "Export", state: .running)
      task.progress.completed = Int64($0)
      return task
    }
  }

  @Test("who didn't ask for steps is told all whole")
  func whoDidntAskForStepsIsToldAllWhole() {
    var feed = SubscriberFeed(interest: .tasks([.a]))
    let steps = tasks.map { feed.step(to: $0) }
    #expect(steps == [nil, nil, nil])
  }

  @Test("what left the view comes back whole")
  func whatLeftTheViewComesBackWhole() {
    var feed = SubscriberFeed(interest: .tasks([.a]), takesSteps: true)
    let inView = [feed.step(to: tasks[0]), feed.step(to: tasks[1])]
    #expect(inView.map { $0 == nil } == [true, false])
    feed.setInterest(.tasks([.b]))
    let outOfView = feed.step(to: tasks[1])
    #expect(outOfView == nil)
    feed.setInterest(.tasks([.a]))
    let back = feed.step(to: tasks[2])
    #expect(back == nil)
  }

  @Test("what was removed comes back whole")
  func whatWasRemovedComesBackWhole() {
    var feed = SubscriberFeed(interest: .tasks([.a]), takesSteps: true)
    _ = feed.step(to: tasks[0])
    feed.note(.removed(.a), at: .seconds(1))
    let back = feed.step(to: tasks[1])
    #expect(back == nil)
  }
}
