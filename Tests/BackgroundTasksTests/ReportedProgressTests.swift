import Foundation
import HeadwayModel
import Testing

@testable import BackgroundTasks
@testable import Headway

struct ReportedProgressTests {
  private let card = UnheardCards().begin("Export", HeadwayTaskOptions())
  private let progress: ReportedProgress

  init() { progress = ReportedProgress(card) }

  @Test("units go to the card as they are set")
  func units() {
    progress.totalUnitCount = 10
    progress.completedUnitCount += 1
    progress.completedUnitCount += 2
    #expect(card.total == 10 && card.completed == 3)
    #expect(progress.completedUnitCount == 3 && progress.fractionCompleted == 0.3)
  }

  @Test("numbers that make no sense do no harm")
  func nonsense() {
    progress.completedUnitCount = -5
    progress.totalUnitCount = -1
    #expect(card.completed == 0 && card.total == nil)
    progress.completedUnitCount = .max
    progress.totalUnitCount = .max
    progress.completedUnitCount = 7
    progress.totalUnitCount = 0
    #expect(card.completed == 7 && card.total == nil && progress.fractionCompleted == 0)
    #expect(progress.completedUnitCount == 7 && progress.totalUnitCount == 0)
    for total in [3, 7, 5] as [Int64] { progress.totalUnitCount = total }
    progress.completedUnitCount = .max
    progress.totalUnitCount = 11
    #expect(progress.completedUnitCount == .max && progress.fractionCompleted == 1)
  }

  @Test("children move the card without a call, and the whole is done when they are")
  func children() async throws {
    progress.totalUnitCount = 4
    let child = Progress(totalUnitCount: 8, parent: progress, pendingUnitCount: 3)
    child.completedUnitCount = 4
    while card.tally.measured != 0.375 { try await Task.sleep(for: .milliseconds(5)) }
    child.completedUnitCount = 8
    progress.completedUnitCount += 1
    progress.finish()
    #expect(card.tally.measured == 1 && card.tally.reading.unit == TaskProgress.percentUnit)
  }

  @Test("implicit children count; without one the units count at the end")
  func implicit() {
    progress.totalUnitCount = 4
    progress.becomeCurrent(withPendingUnitCount: 1)
    progress.resignCurrent()
    #expect(card.completed == 1)
    progress.becomeCurrent(withPendingUnitCount: 2)
    let child = Progress(totalUnitCount: 2)
    child.completedUnitCount = 1
    progress.resignCurrent()
    progress.finish()
    #expect(card.tally.measured == 0.5)
  }

  @Test("several threads may lose units, as Foundation's do, but nothing else")
  func threads() {
    progress.totalUnitCount = 400_000
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100_000 { progress.completedUnitCount += 1 }
    }
    #expect((1...400_000).contains(card.completed))
    #expect(card.completed == progress.completedUnitCount)
  }
}
