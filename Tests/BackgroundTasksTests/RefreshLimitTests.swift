import Foundation
import HeadwayModel
import Synchronization
import Testing

@testable import BackgroundTasks
@testable import Headway

/// The 30 s of a refresh, shortened.
struct RefreshLimitTests {
  private let cards = UnheardCards()

  private func task(grace: TimeInterval) -> BGAppRefreshTask {
    BGAppRefreshTask(
      identifier: "refresh", limit: .init(time: 0.02, grace: grace), begin: cards.begin)
  }

  @Test("when the time is up its handler is called, and knows why")
  func expires() async throws {
    let task = task(grace: 3600)
    let reason = await withCheckedContinuation { continuation in
      task.expirationHandler = { continuation.resume(returning: task.cancellation?.reason) }
      task.start {}
      task.willLaunch()
    }
    #expect(reason == .time)
    #expect(cards.all.first?.ending == nil)
    task.setTaskCompleted(success: false)
    #expect(cards.all.first?.ending == TaskEnding(reason: .expired(.grace)))
  }

  @Test("one that goes on all the same has ended when the grace is over")
  func overrun() async {
    let task = task(grace: 0.02)
    task.expirationHandler = {}
    await withCheckedContinuation { continuation in
      task.start { continuation.resume() }
      task.willLaunch()
    }
    #expect(cards.all.first?.ending == TaskEnding(reason: .expired(.grace)))
  }

  @Test("one that completes in time has completed")
  func inTime() {
    let task = BGAppRefreshTask(identifier: "refresh", begin: cards.begin)
    task.start {}
    task.willLaunch()
    task.setTaskCompleted(success: true)
    #expect(cards.all.first?.ending == TaskEnding(reason: .completed))
  }

  @Test("one that waits for its turn has all its time")
  func waits() async throws {
    let waiting = task(grace: 0.01)
    waiting.start {}
    let later = task(grace: 0.02)
    await withCheckedContinuation { continuation in
      later.start { continuation.resume() }
      later.willLaunch()
    }
    #expect(cards.all[0].ending == nil && !cards.all[0].isCancelled)
  }

  @Test("30 s and 5 s, unless a test says otherwise")
  func limits() {
    let limit = BGAppRefreshTask.Limit()
    #expect(limit.time == 30 && limit.grace == 5)
  }
}
