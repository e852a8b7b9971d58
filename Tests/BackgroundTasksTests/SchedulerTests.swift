import HeadwayLink
import Foundation
import HeadwayModel
import Synchronization
import Testing

@testable import BackgroundTasks
@testable import Headway

/// A scheduler whose cards no hub hears of.
struct SchedulerTests {
  private let cards = UnheardCards()
  private let scheduler: BGTaskScheduler

  init() {
    scheduler = BGTaskScheduler(
      permitted: .listed(["com.example.*", "refresh", "processing"]),
      system: SystemFiles(root: "/nowhere/"), queue: cards.queue)
  }

  @Test("only what is permitted is registered, and once")
  func register() {
    #expect(!scheduler.register(forTaskWithIdentifier: "other", using: nil) { _ in })
    #expect(!scheduler.register(forTaskWithIdentifier: "com.example.*", using: nil) { _ in })
    #expect(scheduler.register(forTaskWithIdentifier: "com.example.a", using: nil) { _ in })
    #expect(!scheduler.register(forTaskWithIdentifier: "com.example.a", using: nil) { _ in })
  }

  @Test("what can't be is refused, with a sentence", arguments: ["other", "com.example.nobody"])
  func refused(identifier: String) {
    let error = #expect(throws: BGTaskScheduler.Error.self) {
      try scheduler.submit(Self.request(identifier))
    }
    #expect(error?.code == .notPermitted)
    #expect(error?.localizedDescription.hasPrefix("\(identifier) ") == true)
    let bridged = error.map { $0 as NSError }
    #expect(bridged?.domain == "BGTaskSchedulerErrorDomain" && bridged?.code == 3)
    #expect(bridged?.userInfo[NSLocalizedDescriptionKey] as? String == error?.errorDescription)
    #expect(cards.all.isEmpty)
  }

  @Test("a GPU where there is none is refused")
  func graphics() async throws {
    scheduler.register(forTaskWithIdentifier: "com.example.a", using: nil) { _ in }
    let request = Self.request("com.example.a")
    request.requiredResources = .gpu
    do {
      try await scheduler.submitTaskRequest(request)
      Issue.record("it was granted")
    } catch BGTaskScheduler.Error.notPermitted {}
  }

  @Test("the completion handler has the error, or nil")
  func completionHandler() async {
    scheduler.register(forTaskWithIdentifier: "com.example.a", using: nil) { _ in }
    for (identifier, isGranted) in [("com.example.a", true), ("other", false)] {
      let error = await withCheckedContinuation { continuation in
        scheduler.submitTaskRequest(Self.request(identifier)) {
          continuation.resume(returning: $0 as? BGTaskScheduler.Error)
        }
      }
      #expect((error == nil) == isGranted)
    }
  }

  @Test("a continued task runs at once, whatever its date and strategy", arguments: [0, 1])
  func continued(strategy: Int) async throws {
    let request = Self.request("com.example.a")
    request.earliestBeginDate = .distantFuture
    request.strategy = try #require(.init(rawValue: strategy))
    let task = try await run(request)
    let continued = try #require(task as? BGContinuedProcessingTask)
    #expect(continued.title == "Export" && continued.subtitle == "first")
    #expect(cards.all[0].ending == nil)
    continued.updateTitle("Export 2", subtitle: "second")
    #expect(continued.title == "Export 2" && continued.subtitle == "second")
    continued.setTaskCompleted(success: true)
    continued.setTaskCompleted(success: false)
    #expect(cards.all[0].ending?.reason == .completed)
  }

  @Test("the others run when their turn comes; until then they can be taken back")
  func pending() async throws {
    let waiting = Self.scheduler(UnheardCards { $0.deliver(.placed) })
    let refresh = BGAppRefreshTaskRequest(identifier: "com.example.refresh")
    waiting.register(forTaskWithIdentifier: refresh.identifier, using: nil) { _ in }
    try waiting.submit(refresh)
    #expect(await waiting.pendingTaskRequests().map(\.identifier) == [refresh.identifier])
    waiting.cancel(taskRequestWithIdentifier: refresh.identifier)
    #expect(await waiting.pendingTaskRequests().isEmpty)
    let task = try await run(BGProcessingTaskRequest(identifier: "processing"))
    #expect(task is BGProcessingTask)
    #expect(await scheduler.pendingTaskRequests().isEmpty)
    task.setTaskCompleted(success: false)
    #expect(cards.all[0].ending?.reason == .failed)
  }

  @Test("what no hub can queue is unavailable, and leaves what waits under its identifier")
  func unavailable() async throws {
    let turns = Turns()
    let cards = UnheardCards { turn in
      turns.add(turn)
      turn.deliver(turns.all.count == 1 ? .placed : .unavailable("no hub is running"))
    }
    let scheduler = Self.scheduler(cards)
    scheduler.register(forTaskWithIdentifier: "com.example.a", using: nil) { _ in
      Issue.record("it ran")
    }
    let first = BGProcessingTaskRequest(identifier: "com.example.a")
    first.requiresExternalPower = true
    try scheduler.submit(first)
    let error = #expect(throws: BGTaskScheduler.Error.self) {
      try scheduler.submit(BGAppRefreshTaskRequest(identifier: "com.example.a"))
    }
    #expect(error?.code == .unavailable)
    #expect(
      error?.localizedDescription == "com.example.a can't be queued: no hub is running")
    #expect(cards.all.map { $0.ending == nil } == [true, false])
    let pending = await scheduler.pendingTaskRequests()
    #expect(pending.count == 1 && pending.first is BGProcessingTaskRequest)
    scheduler.cancelAllTaskRequests()
    #expect(await scheduler.pendingTaskRequests().isEmpty)
    #expect(cards.all.allSatisfy { $0.ending?.reason == .cancelled(by: .user) })
  }

  @Test(
    "an accepted request whose place a refused one took is queued again, once, in either order",
    arguments: [false, true])
  func placeTaken(isBeforeRefusal: Bool) async throws {
    let turns = Turns()
    let first = Mutex<HeadwayTask?>(nil)
    let cards = UnheardCards { turn in
      turns.add(turn)
      guard turns.all.count == 2 else { return _ = turn.deliver(.placed) }
      if isBeforeRefusal { first.withLock(\.self)?.orderReplaced() }
      turn.deliver(.unavailable("the hub does not answer"))
    }
    let scheduler = Self.scheduler(cards)
    scheduler.register(forTaskWithIdentifier: "com.example.a", using: nil) { _ in }
    try scheduler.submit(BGProcessingTaskRequest(identifier: "com.example.a"))
    first.withLock { $0 = cards.all[0] }
    #expect(throws: BGTaskScheduler.Error.self) {
      try scheduler.submit(BGAppRefreshTaskRequest(identifier: "com.example.a"))
    }
    if !isBeforeRefusal { cards.all[0].orderReplaced() }
    while cards.all.count < 3 { try await Task.sleep(for: .milliseconds(2)) }
    #expect(cards.all.map { $0.ending == nil } == [false, false, true])
    let pending = await scheduler.pendingTaskRequests()
    #expect(pending.count == 1 && pending.first is BGProcessingTaskRequest)
    // Another program takes the place, and keeps it.
    cards.all[2].orderReplaced()
    while cards.all[2].ending == nil { try await Task.sleep(for: .milliseconds(2)) }
    while await !scheduler.pendingTaskRequests().isEmpty {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(cards.all.count == 3)
  }

  @Test("a program that withdraws a request while the hub is silent withdraws the earlier one too")
  func withdrawn() async throws {
    let turns = Turns()
    let cards = UnheardCards { turn in
      turns.add(turn)
      if turns.all.count == 1 { turn.deliver(.placed) }
    }
    let scheduler = Self.scheduler(cards)
    scheduler.register(forTaskWithIdentifier: "com.example.a", using: nil) { _ in }
    try scheduler.submit(BGProcessingTaskRequest(identifier: "com.example.a"))
    let second = Task {
      try? await scheduler.submitTaskRequest(BGAppRefreshTaskRequest(identifier: "com.example.a"))
    }
    while cards.all.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
    scheduler.cancel(taskRequestWithIdentifier: "com.example.a")
    await second.value
    #expect(await scheduler.pendingTaskRequests().isEmpty)
    #expect(cards.all.allSatisfy { $0.ending != nil })
  }

  @Test("a second refresh is one too many while the first waits, and isn't once that runs")
  func tooMany() async throws {
    let turns = Turns()
    let scheduler = Self.scheduler(
      UnheardCards { turn in
        turns.add(turn)
        turn.deliver(.placed)
      })
    for identifier in ["com.example.a", "com.example.b"] {
      scheduler.register(forTaskWithIdentifier: identifier, using: nil) { _ in }
    }
    try scheduler.submit(BGAppRefreshTaskRequest(identifier: "com.example.a"))
    let next = BGAppRefreshTaskRequest(identifier: "com.example.b")
    let error = #expect(throws: BGTaskScheduler.Error.self) { try scheduler.submit(next) }
    #expect(error?.code == .tooManyPendingTaskRequests && turns.all.count == 1)
    turns.all[0].deliver(.came)
    try scheduler.submit(next)
  }

  @Test("a task that nobody keeps runs until it ends, and is gone then")
  func kept() async throws {
    weak var task: BGTask?
    task = try await run(Self.request("com.example.a"))
    #expect(task != nil && cards.all[0].ending == nil)
    task?.setTaskCompleted(success: true)
    while task != nil { try await Task.sleep(for: .milliseconds(2)) }
  }

  @Test("what is changed after submit changes nothing")
  func copies() async throws {
    let scheduler = Self.scheduler(UnheardCards { $0.deliver(.placed) })
    let refresh = BGAppRefreshTaskRequest(identifier: "com.example.a")
    refresh.earliestBeginDate = .distantFuture
    scheduler.register(forTaskWithIdentifier: "com.example.a", using: nil) { _ in }
    try scheduler.submit(refresh)
    refresh.earliestBeginDate = nil
    #expect(await scheduler.pendingTaskRequests()[0].earliestBeginDate == .distantFuture)
    let request = Self.request("a")
    request.requiredResources = .gpu
    request.strategy = .fail
    let copy = request.copy() as? BGContinuedProcessingTaskRequest
    #expect(copy?.title == "Export" && copy?.subtitle == "first")
    #expect(copy?.requiredResources == .gpu && copy?.strategy == .fail)
  }

  @Test("a stall arrives as the expiration handler; the end has its reason")
  func expires() async throws {
    let task = try await run(Self.request("com.example.a"))
    await withCheckedContinuation { continuation in
      task.expirationHandler = { continuation.resume() }
      cards.all[0].order(.expired(.stall))
    }
    #expect(task.expirationHandler == nil && cards.all[0].ending == nil)
    task.setTaskCompleted(success: false)
    #expect(cards.all[0].ending?.reason == .expired(.stall))
  }

  @Test("without an expiration handler the task ends; one that is set later is called")
  func expiresUnheard() async throws {
    let task = try await run(Self.request("com.example.a"))
    cards.all[0].order(.cancelled(by: .user))
    while cards.all[0].ending == nil { await Task.yield() }
    #expect(cards.all[0].ending?.reason == .cancelled(by: .user))
    await withCheckedContinuation { continuation in
      task.expirationHandler = { continuation.resume() }
    }
  }

  @Test("a request that waits for its turn is pending; cancelled, it never runs")
  func turns() async throws {
    let turns = Turns()
    let cards = UnheardCards { turns.add($0) }
    let scheduler = Self.scheduler(cards)
    let (tasks, continuation) = AsyncStream.makeStream(of: BGTask.self)
    for identifier in ["com.example.a", "com.example.b"] {
      scheduler.register(forTaskWithIdentifier: identifier, using: nil) { continuation.yield($0) }
      try scheduler.submit(Self.request(identifier))
    }
    #expect(await scheduler.pendingTaskRequests().count == 2)
    scheduler.cancel(taskRequestWithIdentifier: "com.example.a")
    #expect(await scheduler.pendingTaskRequests().map(\.identifier) == ["com.example.b"])
    #expect(cards.all[0].ending?.reason == .cancelled(by: .user))
    turns.all.forEach { $0.deliver(.came) }
    let task = try #require(await tasks.first { _ in true })
    #expect(task.identifier == "com.example.b")
    #expect(await scheduler.pendingTaskRequests().isEmpty && cards.all[1].ending == nil)
  }

  @Test("the same identifier submitted again takes the place of the request that waits")
  func replaced() async throws {
    let cards = UnheardCards { $0.deliver(.placed) }
    let scheduler = Self.scheduler(cards)
    scheduler.register(forTaskWithIdentifier: "com.example.a", using: nil) { _ in }
    for _ in 0..<2 { try scheduler.submit(Self.request("com.example.a")) }
    #expect(await scheduler.pendingTaskRequests().count == 1)
    #expect(cards.all.map { $0.ending == nil } == [false, true])
  }

  @Test("what is to run at once and can't is refused, and leaves nothing that waits")
  func immediate() async throws {
    let scheduler = Self.scheduler(UnheardCards { $0.deliver(.refused("it would wait")) })
    scheduler.register(forTaskWithIdentifier: "com.example.a", using: nil) { _ in
      Issue.record("it ran")
    }
    let request = Self.request("com.example.a")
    request.strategy = .fail
    let error = #expect(throws: BGTaskScheduler.Error.self) { try scheduler.submit(request) }
    #expect(error?.code == .immediateRunIneligible)
    #expect(error?.localizedDescription.contains("it would wait") == true)
    #expect(await scheduler.pendingTaskRequests().isEmpty)
  }

  @Test("a hub that says nothing holds up nobody: what has time is unavailable, and withdrawn")
  func silentHubForWhatWaits() async throws {
    let turns = Turns()
    let cards = UnheardCards { turns.add($0) }
    let scheduler = Self.scheduler(cards)
    scheduler.register(forTaskWithIdentifier: "com.example.a", using: nil) { _ in
      Issue.record("it ran")
    }
    let error = #expect(throws: BGTaskScheduler.Error.self) {
      try scheduler.submit(BGAppRefreshTaskRequest(identifier: "com.example.a"))
    }
    #expect(error?.code == .unavailable)
    turns.all[0].deliver(.came)
    #expect(cards.all[0].ending?.reason == .cancelled(by: .user))
    #expect(await scheduler.pendingTaskRequests().isEmpty)
  }

  @Test("a hub that says nothing holds up nobody who is to run at once")
  func silentHub() async throws {
    let scheduler = Self.scheduler(UnheardCards { _ in })
    let request = Self.request("com.example.a")
    request.strategy = .fail
    let (tasks, continuation) = AsyncStream.makeStream(of: BGTask.self)
    scheduler.register(forTaskWithIdentifier: "com.example.a", using: nil) {
      continuation.yield($0)
    }
    try scheduler.submit(request)
    #expect(await tasks.first { _ in true } != nil)
  }

  private static func scheduler(_ cards: UnheardCards) -> BGTaskScheduler {
    BGTaskScheduler(
      permitted: .listed(["com.example.*"]), system: SystemFiles(root: "/nowhere/"),
      queue: cards.queue)
  }

  private static func request(_ identifier: String) -> BGContinuedProcessingTaskRequest {
    BGContinuedProcessingTaskRequest(identifier: identifier, title: "Export", subtitle: "first")
  }

  /// The task that its launch handler gets.
  private func run(_ request: BGTaskRequest) async throws -> BGTask {
    let (tasks, continuation) = AsyncStream.makeStream(of: BGTask.self)
    scheduler.register(forTaskWithIdentifier: request.identifier, using: nil) {
      continuation.yield($0)
    }
    try scheduler.submit(request)
    for await task in tasks { return task }
    throw CancellationError()
  }
}
